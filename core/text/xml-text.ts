import { htmlText } from './escape.ts';
import { printableLines } from './printable.ts';

/** Signs that XML 1.0 (2.2) forbids and Unicode does not count as controls. */
const NOT_XML = /[\ufffe\uffff]/g;

/** Between tags or in a quoted attribute of XML 1.0, where a parser makes blanks of line breaks. */
export function xmlText(text: string): string {
  return htmlText(printableLines(text).replace(NOT_XML, '\ufffd'));
}
