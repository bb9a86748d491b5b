import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { looksLikeDeepCopy, readDeepCopy } from './deep-copy.ts';
import { readXml } from './read-xml.ts';

/** An export as XML, or a call tree as text. */
export function looksLikeInstruments({ text }: Beginning): boolean {
  return isXml(text) || looksLikeDeepCopy(text);
}

export async function readInstruments(task: ImportTask): Promise<void> {
  let begin = '';
  for await (const bytes of task.source.chunks()) {
    begin += new TextDecoder().decode(bytes.subarray(0, 1_000));
    if (begin.length >= 1_000) break;
  }
  if (looksLikeDeepCopy(begin)) await readDeepCopy(task);
  else await readXml(task);
}

function isXml(text: string): boolean {
  const begin = text.slice(0, 2_000);
  return begin.trimStart().startsWith('<') && (begin.includes('<trace-query-result') || begin.includes('<trace-toc'));
}
