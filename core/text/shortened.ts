export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, letterBorder(text, most - 1))}…`;
}

/** UTF-16 units of the longest whole letter: a family of four with skin tones has 19. */
const LONGEST_LETTER = 32;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The last letter's begin up to `at`; a code point's for overlong letters. */
function letterBorder(text: string, at: number): number {
  const from = Math.max(0, at - LONGEST_LETTER);
  const start = letters.segment(text.slice(from, at + LONGEST_LETTER)).containing(at - from)?.index ?? 0;
  if (start > 0) return from + start;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00 ? at - 1 : at;
}
