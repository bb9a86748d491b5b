import { Decoder, Encoder } from '../wire/codec.ts';
import { messageExtent } from '../wire/partial-message.ts';
import { planOf } from '../wire/plan.ts';
import type { Message } from '../wire/schema.ts';
import { joinBytes } from './join-bytes.ts';
import type { SessionReader } from './reader.ts';
import type { SessionRecordName } from './session-stream.ts';
import type { SessionWriter } from './writer.ts';

/** Empties the device's serial in a chunk; every other byte stays, also of messages this version does not know. */
export function withoutSerial(chunk: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (let at = 0; at < chunk.length; ) {
    const extent = messageExtent(chunk, at, chunk.length);
    if (extent === 'tooLong' || extent === 'incomplete' || extent.end > chunk.length) break;
    if (extent.body < extent.end && chunk[extent.body] === planOf('process').number) {
      const [message] = new Decoder().push(chunk.subarray(at, extent.end));
      if (message?.type === 'process') {
        parts.push(chunk.subarray(kept, at), new Encoder().encode({ ...message, serial: '' }));
        kept = extent.end;
      }
    }
    at = extent.end;
  }
  return joinBytes([...parts, chunk.subarray(kept)]);
}

export interface CopyOptions {
  readonly redact: boolean;
  /** Records that are put behind all others. */
  readonly added?: readonly Message<SessionRecordName>[];
}

/**
 * Copies a session: a journal becomes a finished file of full chunks, with `redact` without the device's serial. Rejects as the
 * reader and the writer's driver do; chunks whose messages are damaged are left out and counted.
 */
export async function copySession(reader: SessionReader, writer: SessionWriter, options: CopyOptions): Promise<number> {
  let leftOut = 0;
  for await (const chunk of reader) {
    const decoder = new Decoder();
    decoder.push(chunk);
    if (decoder.offset === chunk.length) writer.append(options.redact ? withoutSerial(chunk) : chunk);
    else leftOut++;
    if (writer.pendingBytes > 1 << 20) await writer.flush();
  }
  for (const record of options.added ?? []) writer.appendMessage(record);
  await writer.finish();
  return leftOut;
}
