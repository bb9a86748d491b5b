import type { Beginning } from '../import/profile-reader.ts';
import type { JsonOutline } from '../text/json-outline.ts';

/** A kind of file that is known, but not read. */
export interface Relative {
  /** With its article and the reason: “a heap profile of V8, which counts memory”. */
  readonly is: string;
  /** A sentence: what a person can do next. */
  readonly next: string;
  readonly matches: (begin: Beginning) => boolean;
}

/** True for bytes that begin with a text of ASCII. */
export function beginsWith({ bytes }: Beginning, ascii: string): boolean {
  if (bytes.length < ascii.length) return false;
  for (let at = 0; at < ascii.length; at++) if (bytes[at] !== ascii.charCodeAt(at)) return false;
  return true;
}

/** True for a JSON object with all keys. */
export function hasAll(json: JsonOutline | undefined, ...keys: readonly string[]): boolean {
  return json !== undefined && keys.every((key) => json.entries.has(key));
}

/** The first lines that are not blank, without blanks around. */
export function firstLines({ text }: Beginning, count: number): readonly string[] {
  return text
    .slice(0, 16_384)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, count);
}
