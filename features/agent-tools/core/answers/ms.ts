/** Milliseconds with one decimal. */
export function ms(us: number): number {
  return Math.round(us / 100) / 10;
}

/** `812 ms`, `0.4 ms`. */
export function msWords(milliseconds: number): string {
  return `${(milliseconds >= 10 ? Math.round(milliseconds) : milliseconds).toLocaleString('en')} ms`;
}
