import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface LakeSize {
  readonly files: number;
  /** Of Parquet files. */
  readonly bytes: number;
  readonly sampleBytes: number;
}

export async function lakeSize(lake: string): Promise<LakeSize> {
  const names = (await readdir(lake, { recursive: true })).filter((name) => name.endsWith('.parquet'));
  let [bytes, sampleBytes] = [0, 0];
  for (const name of names) {
    const { size } = await stat(join(lake, name));
    bytes += size;
    if (name.startsWith('samples')) sampleBytes += size;
  }
  return { files: names.length, bytes, sampleBytes };
}
