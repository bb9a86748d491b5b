import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What a script prints last with `printResult`. Rejects when it fails. */
export async function inProcess<Result>(script: string, args: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

export function printResult(result: object): void {
  process.stdout.write(JSON.stringify(result));
}

/** Of this process since its program began; `maxRSS` also counts the process that started it. */
export async function peakMegabytes(): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error('The kernel reports no peak memory.');
  return Number(kilobytes) / 1024;
}
