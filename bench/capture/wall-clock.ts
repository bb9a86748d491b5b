const TRIES = 20;

/**
 * The app writes its times by CLOCK_MONOTONIC, a page knows only the wall clock: gives what leads from microseconds of the first
 * to milliseconds of the second, as both run now on this computer.
 */
export function monotonicToWallMs(): (monotonicUs: number) => number {
  // `Date.now` has whole milliseconds: right when it ticks, it is exact. Whoever sees the tick late, finds less.
  let offsetMs = Number.NEGATIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const beforeMs = Date.now();
    let nowMs = beforeMs;
    while (nowMs === beforeMs) nowMs = Date.now();
    offsetMs = Math.max(offsetMs, nowMs - Number(process.hrtime.bigint()) / 1e6);
  }
  return (monotonicUs) => monotonicUs / 1_000 + offsetMs;
}
