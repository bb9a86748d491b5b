/** Samples on the screen from a wall-clock time on, in milliseconds. */
export type Painted = readonly [samples: number, atMs: number];

/**
 * Milliseconds from each sample to its paint, in order of sampling. Unpainted samples, at the capture's end, are left out.
 * @param takenMs sampling times from the session's first on
 * @param beginMs earlier samples don't count
 */
export function sampleDelays(takenMs: readonly number[], paints: readonly Painted[], beginMs: number): readonly number[] {
  const delays: number[] = [];
  let row = takenMs.findIndex((ms) => ms >= beginMs);
  if (row < 0) return delays;
  for (const [samples, atMs] of paints) {
    for (; row < Math.min(samples, takenMs.length); row++) delays.push(atMs - (takenMs[row] ?? 0));
  }
  return delays;
}
