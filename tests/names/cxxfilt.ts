import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The C++ functions and objects that a shared library offers, without symbol versions, sorted. */
export async function cppNames(library: string): Promise<readonly string[]> {
  const argv = ['-D', '--defined-only', '--format=just-symbols', library];
  const { stdout } = await execute('llvm-nm-19', argv, { maxBuffer: 1 << 27 });
  const names = stdout.split('\n').map((line) => line.replace(/@.*/, ''));
  return [...new Set(names.filter((name) => name.startsWith('_Z')))].sort();
}

/** What llvm-cxxfilt makes of each name. @param flags such as `--no-params`, which leaves out return types as well */
export async function filtered(names: readonly string[], ...flags: readonly string[]): Promise<readonly string[]> {
  const child = spawn('llvm-cxxfilt-19', flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  const parts: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => (code === 0 ? resolve() : reject(new Error(`llvm-cxxfilt-19 ended with ${code}`))));
  });
  child.stdin.end(`${names.join('\n')}\n`);
  await closed;
  return parts.join('').trimEnd().split('\n');
}
