import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const execute = promisify(execFile);

/** Compiles a program of this folder for Windows. @param program to write, in a folder of its own for objects */
export async function buildProgram(name: 'adb' | 'hold', program: string): Promise<void> {
  const [object, library] = [`${program}.obj`, `${program}.lib`];
  const flags = ['--target=x86_64-w64-windows-gnu', '-std=c11', '-Wall', '-Wextra', '-Werror', '-Os', '-ffreestanding', '-fno-builtin'];
  await execute('clang-19', [...flags, '-c', join(here, `${name}.c`), '-o', object]);
  await execute('llvm-dlltool-19', ['-m', 'i386:x86-64', '-d', join(here, 'kernel32.def'), '-l', library]);
  await execute('lld-link-19', ['/nologo', '/entry:start', '/subsystem:console', '/nodefaultlib', `/out:${program}`, object, library]);
  await Promise.all([object, library].map((path) => rm(path)));
}
