const TRIES = 20;

/** Converts the app's CLOCK_MONOTONIC microseconds to a page's wall-clock milliseconds. */
export function monotonicToWallMs(): (monotonicUs: number) => number {
  // `Date.now` has whole milliseconds and is exact when it ticks; a late reading is smaller.
  let offsetMs = Number.NEGATIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const beforeMs = Date.now();
    let nowMs = beforeMs;
    while (nowMs === beforeMs) nowMs = Date.now();
    offsetMs = Math.max(offsetMs, nowMs - Number(process.hrtime.bigint()) / 1e6);
  }
  return (monotonicUs) => monotonicUs / 1_000 + offsetMs;
}
