import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler, languageFlags } from '../../../device-agents/build/agent-library.ts';

const execute = promisify(execFile);

/**
 * Compiles a file of native/ to a second agent for a test.
 * @returns the library's path
 * @throws Error with the compiler's words
 */
export async function compileTestAgent(name: string, folder: string): Promise<string> {
  const library = join(folder, `${name}.so`);
  const source = fileURLToPath(new URL(`../native/${name}.c`, import.meta.url));
  await execute(compiler, [...languageFlags, '-D_GNU_SOURCE', '-O1', '-shared', '-fPIC', source, '-o', library]);
  return library;
}
