import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './project-sources.ts';

/** This computer itself: its names and addresses on loopback, and sockets in its file system. */
const loopback = /^\S+ (?:unix \/.*|(?:tcp|name) (?:localhost|127\.0\.0\.1|::1)(?::\d+)?)$/;

/** Environment that makes Node programs note their connections in `file`. */
export function watchedEnvironment(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--require ${join(root, 'tests', 'house', 'watch-connections.cjs')}`, LAGLENS_CONNECTIONS: file };
}

export interface ConnectionLog {
  /** `PROGRAM KIND TARGET` of every connection. */
  readonly all: readonly string[];
  /** Those to anything but this computer. */
  readonly outside: readonly string[];
}

/** Reads what watched programs noted. */
export async function readConnections(file: string): Promise<ConnectionLog> {
  const all = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return { all, outside: all.filter((line) => !loopback.test(line)) };
}
