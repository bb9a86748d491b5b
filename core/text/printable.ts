const REPLACED = '\u{fffd}';

/**
 * Visible joiners, by RFC 5892, A.1 and A.2: a non-joiner between joining Arabic letters, as in Persian; either joiner between an Indian
 * virama and a letter. Elsewhere they are invisible and make two names equal. Letters by Unicode's ArabicShaping.txt, block Arabic.
 */
const DUAL_JOINING =
  '\\u0620\\u0626\\u0628\\u062a-\\u062e\\u0633-\\u063f\\u0641-\\u0647\\u0649\\u064a\\u066e\\u066f\\u0678-\\u0687\\u069a-\\u06bf\\u06c1\\u06c2\\u06cc\\u06ce\\u06d0\\u06d1\\u06fa-\\u06fc\\u06ff';
const RIGHT_JOINING =
  '\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef';
const VIRAMA = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca';
const SEEN_JOINER = `(?<=[${DUAL_JOINING}])\\u200c(?=[${DUAL_JOINING}${RIGHT_JOINING}])|(?<=[${VIRAMA}])[\\u200c\\u200d](?=\\p{L})`;

/**
 * Signs that steer a display or are invisible: controls (C0, DEL, C1), formats (bidi, zero width, tags), lone surrogates, line and
 * paragraph separators, fillers. Emoji variants, joiners inside emoji and `SEEN_JOINER` are allowed.
 */
const STEERING = new RegExp(
  `(?!${SEEN_JOINER})(?![\\u{fe0e}\\u{fe0f}])(?!(?<=\\p{Extended_Pictographic}[\\u{fe0f}\\p{Emoji_Modifier}]?)\\u{200d}\\p{Extended_Pictographic})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

const STEERING_IN_LINES = new RegExp(`(?![\\n\\t])${STEERING.source}`, 'gu');

/** Nearly every text; ten times as fast. */
const PLAIN = /^[ -~]*$/;

/** Without signs that steer a terminal, an editor or a page, line breaks and tabs included. */
export function printable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(STEERING, REPLACED);
}

/** Keeps line breaks and tabs. */
export function printableLines(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll('\r\n', '\n').replace(STEERING_IN_LINES, REPLACED);
}
