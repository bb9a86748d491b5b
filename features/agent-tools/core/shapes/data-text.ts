import { oneLine } from '../../../../core/text/one-line.ts';

declare const cleaned: unique symbol;

/** Text from an app, a device or a file, made by `dataText` alone. */
export type DataText = string & { readonly [cleaned]: true };

/** In UTF-16 units. */
export const DATA_LENGTH = 160;

/**
 * One printable line that is no Markdown link, image, code or address, and that cannot end the quotes around it. Models read answers, so no
 * text from outside may stand there as our own words.
 */
export function dataText(text: string, most = DATA_LENGTH): DataText {
  const line = oneLine(text, most - SPARE)
    .replaceAll('](', '] (')
    .replaceAll('`', '’')
    .replaceAll('"', '’')
    .replaceAll('://', ': //');
  const cut = line.length > most ? oneLine(line, most) : line;
  assertCleaned(cut);
  return cut;
}

/** Room for blanks that the replacements add. */
const SPARE = 8;

/** In quotes, for texts. */
export function quoted(text: DataText): string {
  return `"${text}"`;
}

function assertCleaned(_text: string): asserts _text is DataText {}
