import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../../../../cli/main.ts', import.meta.url));

/** Seconds of a whole `laglens convert`, with the start of its process. @throws Error when it fails */
export async function convert(input: string, output: string): Promise<number> {
  const beginMs = performance.now();
  await promisify(execFile)(process.execPath, [main, 'convert', '--force', input, output]);
  return (performance.now() - beginMs) / 1_000;
}

export function loadText(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}
