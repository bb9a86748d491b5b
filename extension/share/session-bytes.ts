import { deflateRawSync } from 'node:zlib';
import { writeMessages } from '../../core/session/copy/copy-session.ts';
import type { Redaction } from '../../core/session/copy/redaction.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import type { Message } from '../../core/wire/schema.ts';

/** A whole session file in memory, without what the redaction names. Rejects as the messages do. */
export async function sessionBytes(
  messages: AsyncIterable<readonly Message[]>,
  redaction: Redaction | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const writer = new SessionWriter({
    deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
    // A writer that never goes back: the pieces come in their order.
    write: (bytes) => void pieces.push(bytes),
  });
  await writeMessages(messages, writer, redaction);
  return Uint8Array.from(Buffer.concat(pieces));
}
