import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildAgentLibrary } from '../../../device-agents/build/agent-library.ts';

const execute = promisify(execFile);

/**
 * Compiles java/Filler.java to a jar for `-javaagent:`.
 * @returns the jar's path
 * @throws Error with the compiler's words
 */
export async function compileFiller(folder: string): Promise<string> {
  const jar = join(folder, 'filler.jar');
  const manifest = join(folder, 'filler.txt');
  await execute('javac', ['-g', '-d', folder, fileURLToPath(new URL('../java/Filler.java', import.meta.url))]);
  await writeFile(manifest, 'Premain-Class: Filler\n');
  await execute('jar', ['--create', '--file', jar, '--manifest', manifest, '-C', folder, 'Filler.class']);
  return jar;
}

/**
 * Builds an agent whose tables fill within seconds.
 * @returns the library's path
 * @throws Error with the compiler's words
 */
export async function buildSmallAgent(folder: string): Promise<string> {
  const library = join(folder, 'liblaglens-small.so');
  await buildAgentLibrary('x86_64', 'small', library, ['-DLAGLENS_SMALL_TABLES']);
  return library;
}
