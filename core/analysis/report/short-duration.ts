/** A short time: `0.4 ms`, `41 ms`, `1.9 s`, `12 s`, `3 min`. */
export function shortDuration(us: number): string {
  if (us < 950 && us > 0) return `${(us / 1_000).toFixed(1)} ms`;
  if (us < 999_500) return `${Math.round(us / 1_000)} ms`;
  if (us < 9_950_000) return `${(us / 1_000_000).toFixed(1)} s`;
  return us < 119_500_000 ? `${Math.round(us / 1_000_000)} s` : `${Math.round(us / 60_000_000)} min`;
}
