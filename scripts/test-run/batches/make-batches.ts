/** Of files by the last run: so long that processes start seldom, so short that lanes end together. */
const BATCH_MS = 8_000;
/** A longer file gains nothing by company. */
const LONG_MS = 4_000;
/** Of a file that did not run yet. */
const USUAL_MS = 200;
const MOST_FILES = 60;

/**
 * Batches of test files, each for one process, of about the same time. Neighbours stay together, as they load the same modules.
 * @param files in the order of their paths @param mayShare false for a file that needs a process of its own
 * @param times milliseconds of files in the last run
 */
export function makeBatches(
  files: readonly string[],
  mayShare: (file: string) => boolean,
  times: ReadonlyMap<string, number>,
  processors: number,
): readonly (readonly string[])[] {
  const msOf = (file: string): number => times.get(file) ?? USUAL_MS;
  const shared = files.filter((file) => msOf(file) < LONG_MS && mayShare(file));
  const sharing = new Set(shared);
  const allMs = shared.reduce((sum, file) => sum + msOf(file), 0);
  const count = Math.max(Math.ceil(allMs / BATCH_MS), Math.ceil(shared.length / MOST_FILES), Math.min(processors, shared.length));
  const batches: string[][] = Array.from({ length: count }, () => []);
  let ms = 0;
  for (const file of shared) {
    // By the middle of its time, as a long file at the end of a batch would lengthen it.
    batches[Math.min(count - 1, Math.floor(((ms + msOf(file) / 2) / allMs) * count))]?.push(file);
    ms += msOf(file);
  }
  return [...batches.filter((batch) => batch.length > 0), ...files.filter((file) => !sharing.has(file)).map((file) => [file])];
}

/** Milliseconds of batches by their first files, as far as known. */
export function timesOfBatches(batches: readonly (readonly string[])[], times: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const known = batches.filter((batch) => batch.length > 1 || batch.some((file) => times.has(file)));
  return new Map(known.map((batch) => [batch[0] ?? '', batch.reduce((ms, file) => ms + (times.get(file) ?? USUAL_MS), 0)]));
}
