import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A source of Android itself. */
interface SdkSource {
  readonly path: string;
  /** API level of the sources. */
  readonly apiLevel: number;
}

/**
 * From the SDK's `sources/android-NN`: the wanted level, else the next higher, else the highest, where most lines fit.
 * @param below `android/view/View.java`
 * @param apiLevel 0 unknown
 */
export async function sdkSource(sdk: string, below: string, apiLevel: number): Promise<SdkSource | undefined> {
  const folder = join(sdk, 'sources');
  const found = await readdir(folder).catch((): string[] => []);
  const levels = found.flatMap((name) => /^android-(\d{1,3})$/.exec(name)?.[1] ?? []).map(Number);
  for (const level of byNearness(levels, apiLevel)) {
    const path = join(folder, `android-${level}`, below);
    if ((await stat(path).catch(() => undefined))?.isFile() === true) return { path, apiLevel: level };
  }
  return undefined;
}

/** The wanted level, higher ones ascending, lower ones descending. */
export function byNearness(levels: readonly number[], wanted: number): readonly number[] {
  const above = levels.filter((level) => wanted > 0 && level >= wanted).sort((a, b) => a - b);
  const below = levels.filter((level) => !above.includes(level)).sort((a, b) => b - a);
  return [...above, ...below];
}
