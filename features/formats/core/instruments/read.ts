import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { CleanText } from '../text/clean-text.ts';
import { looksLikeDeepCopy, readDeepCopy } from './deep-copy.ts';
import { readXml } from './read-xml.ts';

/** An export as XML, or a call tree as text. */
export function looksLikeInstruments({ text }: Beginning): boolean {
  return isXml(text) || looksLikeDeepCopy(text);
}

export async function readInstruments(task: ImportTask): Promise<void> {
  const text = new CleanText();
  let begin = '';
  for await (const bytes of task.source.chunks()) {
    begin += text.take(bytes.subarray(0, BEGIN_BYTES));
    if (begin.length >= BEGIN_LETTERS) break;
  }
  if (begin.length < BEGIN_LETTERS) begin += text.end();
  if (looksLikeDeepCopy(begin)) await readDeepCopy(task);
  else await readXml(task);
}

const BEGIN_BYTES = 4_096;
const BEGIN_LETTERS = 1_000;

function isXml(text: string): boolean {
  const begin = text.slice(0, 2_000);
  return begin.trimStart().startsWith('<') && (begin.includes('<trace-query-result') || begin.includes('<trace-toc'));
}
