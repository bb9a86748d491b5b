/** Matches only this text, with and without the flag `u`. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
