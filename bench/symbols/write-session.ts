import { open } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { SessionWriter } from '../../core/session/writer.ts';
import { Encoder } from '../../core/wire/codec.ts';
import type { Message } from '../../core/wire/schema.ts';

/** Writes a session file of messages, as a capture does. */
export async function writeSession(path: string, messages: readonly Message[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    const writer = new SessionWriter({
      deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
      write: async (bytes, offset) => void (await file.write(bytes, 0, bytes.length, offset)),
    });
    const encoder = new Encoder();
    for (const message of messages) writer.append(encoder.encode(message));
    await writer.finish();
  } finally {
    await file.close();
  }
}
