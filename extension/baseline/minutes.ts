/** Session time as minutes and seconds: `1:05`. */
export function minutes(us: number): string {
  const seconds = Math.round(us / 1e6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
