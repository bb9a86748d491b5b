/** A time as pages and lists show it: `640 µs`, `42 ms`, `612 ms`, `1.24 s`, `2 min 05 s`. */
export function formatDuration(durationUs: number): string {
  if (durationUs < 1000) return `${Math.round(durationUs)} µs`;
  if (durationUs < 10_000) return `${(durationUs / 1000).toFixed(1)} ms`;
  if (durationUs < 999_500) return `${Math.round(durationUs / 1000)} ms`;
  if (durationUs < 59_995_000) return `${(durationUs / 1e6).toFixed(2)} s`;
  const seconds = Math.round(durationUs / 1e6);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
