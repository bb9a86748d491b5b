/** Stands where a sign was taken out: the replacement character. */
const REPLACED = '\u{fffd}';

/**
 * Joiners that a reader sees, by the rules of internationalized host names (RFC 5892, A.1 and A.2): a non-joiner between two Arabic letters
 * that would join, as in Persian words; either joiner between the virama of an Indian script and a letter. Elsewhere nobody sees them, so that
 * two names would look alike. Letters by Unicode's ArabicShaping.txt, those of the block Arabic.
 */
const DUAL_JOINING =
  '\\u0620\\u0626\\u0628\\u062a-\\u062e\\u0633-\\u063f\\u0641-\\u0647\\u0649\\u064a\\u066e\\u066f\\u0678-\\u0687\\u069a-\\u06bf\\u06c1\\u06c2\\u06cc\\u06ce\\u06d0\\u06d1\\u06fa-\\u06fc\\u06ff';
const RIGHT_JOINING =
  '\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef';
const VIRAMA = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca';
const SEEN_JOINER = `(?<=[${DUAL_JOINING}])\\u200c(?=[${DUAL_JOINING}${RIGHT_JOINING}])|(?<=[${VIRAMA}])[\\u200c\\u200d](?=\\p{L})`;

/**
 * Signs that steer what shows them, or that nobody sees: controls (C0, DEL, C1), formats (bidi, zero width, tags), lone surrogates,
 * separators of lines and paragraphs, fillers. The choice of an emoji's colours, the joiner inside one and `SEEN_JOINER` are no such signs.
 */
const STEERING = new RegExp(
  `(?!${SEEN_JOINER})(?![\\u{fe0e}\\u{fe0f}])(?!(?<=\\p{Extended_Pictographic}[\\u{fe0f}\\p{Emoji_Modifier}]?)\\u{200d}\\p{Extended_Pictographic})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

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
