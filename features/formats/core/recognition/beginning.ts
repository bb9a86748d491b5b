import type { ByteSource } from '../import/byte-source.ts';
import type { Beginning } from '../import/profile-reader.ts';
import { CleanText, cleanText } from '../text/clean-text.ts';
import { OutlineScanner } from '../text/json-outline.ts';
import { utf8Chunks } from '../text/utf8-chunks.ts';

/** Facts by which `recognise.ts` finds a file's format. @param bytes the file's unpacked begin */
export function beginningOf(bytes: Uint8Array): Beginning {
  const { text, isOfLog } = cleanText(bytes);
  const scanner = new OutlineScanner();
  scanner.feed(new TextEncoder().encode(text));
  return { bytes, text, json: scanner.outline, isOfLog };
}

/** Letters that two parts share, so that a report's first lines are whole in one of them. */
const SHARED = 8_192;

/** A log's parts behind its begin, as a report may be far in it; none of other files. */
export async function* partsOfLog(begin: Beginning, source: ByteSource): AsyncGenerator<Beginning> {
  if (begin.isOfLog !== true) return;
  const clean = new CleanText();
  let text = '';
  const part = (): Beginning => ({ bytes: new Uint8Array(0), text });
  for await (const chunk of source.chunks()) {
    text += clean.take(chunk);
    if (text.length < SHARED * 2) continue;
    yield part();
    text = text.slice(-SHARED);
  }
  text += clean.end();
  yield part();
}

/** A JSON file's keys, again with each further one, until its end; without bytes and text. Ends at once for other files. */
export async function* longerBeginnings(begin: Beginning, source: ByteSource): AsyncGenerator<Beginning> {
  if (begin.json === undefined || begin.json.isWhole) return;
  const scanner = new OutlineScanner();
  let found = 0;
  for await (const chunk of utf8Chunks(source)) {
    scanner.feed(chunk);
    if (scanner.found > found) yield { bytes: new Uint8Array(0), text: '', json: scanner.outline };
    found = scanner.found;
    if (scanner.isOver) return;
  }
}
