import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from '../setup/cache.ts';

const place = (): string => join(cacheDir('test-run'), 'file-times.json');

/** Milliseconds of each test file's last run on this computer; none at first. */
export async function readTimes(path = place()): Promise<Map<string, number>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  return new Map(Object.entries(parsed(text)).flatMap(([file, ms]) => (typeof ms === 'number' ? [[file, ms] as const] : [])));
}

/** For the next run. Two runs at once leave the times of the one that ends last. */
export async function keepTimes(times: ReadonlyMap<string, number>, path = place()): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, JSON.stringify(Object.fromEntries(times)));
  await rename(fresh, path);
}

/** The order of files is no reason to fail. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
