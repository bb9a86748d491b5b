import { readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { joinBytes } from '../../../core/join-bytes.ts';
import { readSession } from '../../../core/session/file/reader.ts';
import { SessionWriter } from '../../../core/session/file/writer.ts';
import { messageExtent } from '../../../core/wire/partial-message.ts';
import { planOf } from '../../../core/wire/plan.ts';
import { inflateDriver } from '../../../host/session-file.ts';

/** As of a runtime that does not give them. */
export async function copyWithoutSourceMaps(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const written: Uint8Array[] = [];
  const writer = new SessionWriter({
    deflate: (chunk) => deflateRawSync(chunk),
    write: (part) => void written.push(part),
  });
  const source = { size: bytes.length, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) };
  for await (const chunk of readSession(source, inflateDriver)) writer.append(withoutMaps(chunk));
  await writer.finish();
  await writeFile(to, joinBytes(written));
}

function withoutMaps(chunk: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < chunk.length; ) {
    const extent = messageExtent(chunk, at, chunk.length);
    if (extent === 'tooLong' || extent === 'incomplete') throw new Error('The session is damaged');
    if (chunk[extent.body] !== planOf('classDebug').number) kept.push(chunk.subarray(at, extent.end));
    at = extent.end;
  }
  return joinBytes(kept);
}
