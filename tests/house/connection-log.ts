import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './project-sources.ts';

/** Names and addresses of loopback, and sockets in the file system. */
const loopback = /^\S+ (?:unix \/.*|(?:tcp|name) (?:localhost|127\.0\.0\.1|::1)(?::\d+)?)$/;

/** Environment in which Node programs log their connections to `file`. */
export function watchedEnvironment(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--require ${join(root, 'tests', 'house', 'watch-connections.cjs')}`, LAGLENS_CONNECTIONS: file };
}

interface ConnectionLog {
  /** `PROGRAM KIND TARGET` of each. */
  readonly all: readonly string[];
  /** Beyond this computer. */
  readonly outside: readonly string[];
}

/** Reads what watched programs noted. */
export async function readConnections(file: string): Promise<ConnectionLog> {
  const all = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return { all, outside: all.filter((line) => !loopback.test(line)) };
}
