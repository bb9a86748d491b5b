import { readFile } from 'node:fs/promises';
import { descendants, endProcesses } from './descendants.ts';

/** Ends the process of a test file, and what it started. */
export async function endFile(file: string): Promise<void> {
  process.stderr.write(`${file} took too long: it is ended.\n`);
  for (const pid of await descendants(process.pid)) {
    const argv = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (argv.split('\0').some((arg) => arg === file || arg.endsWith(`/${file}`))) await endProcesses([...(await descendants(pid)), pid]);
  }
}
