/** How many samples were on the screen, from a time (wall clock, milliseconds) on. */
export type Painted = readonly [samples: number, atMs: number];

/**
 * Milliseconds from each sample to the paint that has it, by the order in which samples were taken. A sample that no paint has is
 * not told: the capture ended meanwhile.
 * @param takenMs when each sample was taken, from the first of the session on
 * @param beginMs samples before this time do not count
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
