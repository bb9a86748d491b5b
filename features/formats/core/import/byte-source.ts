import { phrase } from '../../../../core/text/phrase.ts';
import { CleanText } from '../text/clean-text.ts';
import { unreadable } from './import-errors.ts';
import type { ImportReport } from './import-report.ts';

/** A file's unpacked bytes, read once from the begin. */
export interface ByteSource {
  /** Name of the file, for people in messages. */
  readonly name: string;
  /** Of the file as stored; unpacked bytes may be more. */
  readonly size: number;
  /** Pieces of any length. Rejects beyond the bound of unpacked bytes. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** All bytes. Throws LaglensError `format-too-large` beyond `most`. */
export async function allBytes(source: ByteSource, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source.chunks()) {
    length += piece.length;
    if (length > most) throw tooLarge(source.name, most);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** All text, as `CleanText`. Throws as `allBytes`. */
export async function allText(source: ByteSource, most: number, report?: ImportReport): Promise<string> {
  const text = new CleanText();
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of source.chunks()) {
    length += piece.length;
    if (length > most) throw tooLarge(source.name, most);
    pieces.push(text.take(piece));
  }
  pieces.push(text.end());
  if (report !== undefined) sayLog(text, report);
  return pieces.join('');
}

/** Says what `CleanText` left out. */
export function sayLog({ isOfLog }: CleanText, report: ImportReport): void {
  if (isOfLog) report.assumed('The text is a log’s: what the log wrote before each message is left out.');
}

function tooLarge(name: string, most: number): Error {
  return unreadable(
    'format-too-large',
    phrase`${name} unpacks to more than ${Math.round(most / 2 ** 20)} MiB.`,
    phrase`Record or export a shorter time.`,
  );
}
