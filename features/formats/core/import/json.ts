import { phrase } from '../../../../core/text/phrase.ts';
import { allText, type ByteSource } from './byte-source.ts';
import { malformed, unreadable } from './import-errors.ts';
import { importLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** Deeper texts are not repaired. */
const MOST_DEPTH = 10_000;

/**
 * A JSON file's value. V8 parses without recursion and makes `__proto__` an own property; read it by `field` only.
 * A cut text gives its whole elements. Throws LaglensError for other damage.
 * @param looksLike as in “a speedscope file”
 */
export async function jsonOf(
  source: ByteSource,
  report: ImportReport,
  looksLike: string,
  most: number = importLimits.heldBytes,
): Promise<unknown> {
  const text = await allText(source, most, report);
  refuseMany(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const whole = wholePart(text);
    if (whole === undefined) throw malformed(source.name, looksLike, 'is no JSON', cause);
    try {
      const value: unknown = JSON.parse(whole.text);
      report.truncated(`after ${whole.length.toLocaleString('en')} of ${text.length.toLocaleString('en')} letters`);
      return value;
    } catch {
      throw malformed(source.name, looksLike, 'is no JSON', cause);
    }
  }
}

/** A text within a file; undefined for a text that is no JSON. Throws LaglensError as `jsonOf` for too many lists and objects. */
export function jsonIn(text: string): unknown {
  refuseMany(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Each takes two letters at least, and some hundred bytes of V8's heap: 256 MiB of text could take 10 GB. */
function refuseMany(text: string): void {
  const most = importLimits.jsonLists;
  if (text.length <= 2 * most) return;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_OBJECT) count++;
  }
  if (count > most)
    throw unreadable(
      'format-too-large',
      phrase`The file has ${count.toLocaleString('en')} lists and objects of JSON; Laglens reads up to ${most.toLocaleString('en')}.`,
      phrase`Record or export a shorter time.`,
    );
}

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** A cut text up to its last whole element, with brackets closed. Undefined for a whole one. */
export function wholePart(text: string): { readonly text: string; readonly length: number } | undefined {
  const closers: string[] = [];
  let cutAt = 0;
  let cutDepth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') {
      at = endOfString(text, at);
    } else if (letter === '{' || letter === '[') {
      if (closers.length === MOST_DEPTH) return undefined;
      closers.push(letter === '{' ? '}' : ']');
      cutAt = at + 1;
      cutDepth = closers.length;
    } else if (letter === '}' || letter === ']') {
      if (closers.pop() !== letter) return undefined;
      cutAt = at + 1;
      cutDepth = closers.length;
    } else if (letter === ',') {
      cutAt = at;
      cutDepth = closers.length;
    }
  }
  if (closers.length === 0) return undefined;
  return { text: text.slice(0, cutAt) + closers.slice(0, cutDepth).reverse().join(''), length: cutAt };
}

/** Index of the closing quote, or of the text's end. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === '"') return at;
  }
  return text.length;
}
