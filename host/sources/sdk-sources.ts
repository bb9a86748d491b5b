import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A source of Android itself. */
export interface SdkSource {
  readonly path: string;
  /** The API level of the sources that it is from. */
  readonly apiLevel: number;
}

/**
 * Finds a file of the framework in the SDK's `sources/android-NN`: of the wanted API level, else of the next higher one, else of
 * the highest, in which most lines still fit.
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

/** The wanted level, then those above it from below, then those below it from above. */
export function byNearness(levels: readonly number[], wanted: number): readonly number[] {
  const above = levels.filter((level) => wanted > 0 && level >= wanted).sort((a, b) => a - b);
  const below = levels.filter((level) => !above.includes(level)).sort((a, b) => b - a);
  return [...above, ...below];
}
