/** A pattern's source that matches this very text and nothing else, with and without the flag `u`. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
