import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a script prints last with `printResult`. Rejects when it fails. */
export async function inProcess<Result>(script: string, args: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

export function printResult(result: object): void {
  process.stdout.write(JSON.stringify(result));
}
