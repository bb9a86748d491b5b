import { Decoder } from '../../../../core/wire/decoder.ts';
import { messageExtent } from '../../../../core/wire/partial-message.ts';
import type { Message } from '../../../../core/wire/schema.ts';

interface MessageShare {
  readonly type: Message['type'];
  readonly bytes: number;
  /** Of all bytes. */
  readonly share: number;
}

/** Bytes by type of message, before compression. @param chunks whole messages each */
export function bytesByMessage(chunks: readonly Uint8Array[]): ReadonlyMap<Message['type'], number> {
  const bytes = new Map<Message['type'], number>();
  for (const chunk of chunks) {
    const decoder = new Decoder();
    for (let at = 0; at < chunk.length; ) {
      const extent = messageExtent(chunk, at, chunk.length);
      const end = typeof extent === 'string' ? chunk.length : extent.end;
      for (const { type } of decoder.push(chunk.subarray(at, end))) bytes.set(type, (bytes.get(type) ?? 0) + end - at);
      at = end;
    }
  }
  return bytes;
}

/** The types with most bytes, largest first. */
export function largest(bytes: ReadonlyMap<Message['type'], number>, count: number): readonly MessageShare[] {
  const all = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  return [...bytes]
    .map(([type, own]) => ({ type, bytes: own, share: own / all }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, count);
}
