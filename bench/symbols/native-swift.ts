import { execFile } from 'node:child_process';
import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { swiftSources } from '../../scripts/build/demanglers.ts';
import { cacheDir } from '../../scripts/setup/cache.ts';

const execute = promisify(execFile);
const main = fileURLToPath(new URL('native-swift.cpp', import.meta.url));

/** The peer: the same demangler as a native program, which prints both forms. Built once, in some 20 s. @returns its path */
export async function nativeSwift(say: (line: string) => void): Promise<string> {
  const program = join(cacheDir('bench'), 'native-swift');
  if (await exists(program)) return program;
  const { include, units, flags } = await swiftSources(say);
  say('Building Swift’s demangler as a native program ...');
  await execute('clang++-19', [...flags, '-O2', '-I', include, main, ...units, '-o', `${program}.new`], { maxBuffer: 1 << 26 });
  await rename(`${program}.new`, program);
  return program;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
