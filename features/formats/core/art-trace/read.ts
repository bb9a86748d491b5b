import { ByteFeed } from '../import/byte-feed.ts';
import { malformed, newerVersion } from '../import/import-errors.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { LOOKS_LIKE, readHead, readRecords } from './fixed-records.ts';
import { MethodCalls } from './method-calls.ts';
import { readBlocks } from './packed-blocks.ts';
import { isHeader, readHeader } from './trace-header.ts';

const VERSION_LINE = '*version\n';

export function looksLikeArtTrace({ bytes, text }: Beginning): boolean {
  return isHeader(bytes) || (text.startsWith(VERSION_LINE) && /^\d{1,3}\n/.test(text.slice(VERSION_LINE.length, VERSION_LINE.length + 4)));
}

/** Exact calls of all threads that ran Java or Kotlin. */
export async function readArtTrace(task: ImportTask): Promise<void> {
  const { source, builder } = task;
  builder.process({ system: 'android' });
  const feed = new ByteFeed(source);
  const calls = new MethodCalls(task);
  if (!(await feed.has(1))) throw malformed(source.name, LOOKS_LIKE, 'is empty');
  if (feed.bytes[feed.at] === VERSION_LINE.charCodeAt(0)) calls.facts(await readHead(feed, task, calls));
  const header = await readHeader(feed, task);
  if (header.version === 1 && header.isStreaming) throw newerVersion(source.name, LOOKS_LIKE, '1 in the streaming form', '5');
  await (header.version >= 4 ? readBlocks : readRecords)(feed, task, header, calls);
  if (calls.events === 0) throw malformed(source.name, LOOKS_LIKE, 'has no events of calls');
  calls.end();
}
