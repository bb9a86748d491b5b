/** Parts of texts from outside, in one pass: an expression such as `/:.*$/` tries again at each letter of a hostile text. */

/** The text before the first of some letters; the whole text without them. */
export function beforeAny(text: string, letters: string): string {
  for (let at = 0; at < text.length; at++) if (letters.includes(text.charAt(at))) return text.slice(0, at);
  return text;
}

/** The text without the letters that it ends with. */
export function withoutEnd(text: string, letters: string): string {
  let end = text.length;
  while (end > 0 && letters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
