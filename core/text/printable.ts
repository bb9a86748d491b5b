/** Stands where a sign was taken out: the replacement character. */
const REPLACED = '\u{fffd}';

/**
 * Signs that steer what shows them, or that nobody sees: controls (C0, DEL, C1), formats (bidi, zero width, tags), lone surrogates,
 * separators of lines and paragraphs, fillers. The choice of an emoji's colours and the joiner inside one are no such signs.
 */
const STEERING =
  /(?![\u{fe0e}\u{fe0f}])(?!(?<=\p{Extended_Pictographic}[\u{fe0f}\p{Emoji_Modifier}]?)\u{200d}\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const STEERING_IN_LINES = new RegExp(`(?![\\n\\t])${STEERING.source}`, 'gu');

/** Nearly every text there is; that it needs no more is seen ten times as fast. */
const PLAIN = /^[ -~]*$/;

/** Text in which no sign steers a terminal, an editor or a page, breaks of lines and tabs included. */
export function printable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(STEERING, REPLACED);
}

/** The same of several lines: their breaks and tabs are left. */
export function printableLines(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll('\r\n', '\n').replace(STEERING_IN_LINES, REPLACED);
}
