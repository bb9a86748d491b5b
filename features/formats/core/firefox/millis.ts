/** Milliseconds of microseconds, to the nanosecond: the format's times. */
export function millis(us: number): number {
  return Math.round(us * 1e3) / 1e6;
}
