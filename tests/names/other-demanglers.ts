import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Functions and objects of a file, without symbol versions, sorted.
 * @param kind exported ones of a library, all of a program
 */
export async function symbolNames(file: string, kind: 'library' | 'program', wanted: RegExp): Promise<readonly string[]> {
  const argv = [...(kind === 'library' ? ['-D'] : []), '--defined-only', '--format=just-symbols', file];
  const { stdout } = await execute('llvm-nm-19', argv, { maxBuffer: 1 << 27 });
  const names = stdout.split('\n').map((line) => line.replace(/@.*/, ''));
  return [...new Set(names.filter((name) => wanted.test(name)))].sort();
}

/** Another demangler's reading of names; unknown ones stay. */
export async function filtered(
  names: readonly string[],
  program: 'llvm-cxxfilt-19' | 'c++filt',
  ...flags: readonly string[]
): Promise<readonly string[]> {
  const child = spawn(program, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  const parts: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
  child.stdin.end(`${names.join('\n')}\n`);
  await closed;
  return parts.join('').trimEnd().split('\n');
}
