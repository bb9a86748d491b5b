import { deflateRawSync } from 'node:zlib';
import { writeMessages } from '../../core/session/copy/copy-session.ts';
import type { Redaction } from '../../core/session/copy/redaction.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import type { Message } from '../../core/wire/schema.ts';

/** A redacted session file in memory. Rejects as the messages do. */
export async function sessionBytes(
  messages: AsyncIterable<readonly Message[]>,
  redaction: Redaction | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const writer = new SessionWriter({
    deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
    // Writes are sequential, so pieces are in order.
    write: (bytes) => void pieces.push(bytes),
  });
  await writeMessages(messages, writer, redaction);
  return Uint8Array.from(Buffer.concat(pieces));
}
