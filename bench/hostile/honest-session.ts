import { open } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { joinBytes } from '../../core/join-bytes.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { processMessage, sampleStream } from '../../tests/core/sample-stream.ts';

/** Five threads, stacks some 30 frames deep, as in a middling app. */
const shape = { seed: 1, threads: 5, depth: 40, methods: 5_000, nodes: 100_000, samples: 100_000_000 };
const BATCH = 8_000;

/** Writes a session file of at least this size, as an honest app would. Returns its samples. */
export async function honestSession(path: string, bytes: number): Promise<number> {
  const file = await open(path, 'w');
  try {
    const writer = new SessionWriter({
      deflate: (raw) => deflateRawSync(raw),
      write: async (piece, offset) => void (await file.write(piece, 0, piece.length, offset)),
    });
    const encoder = new Encoder();
    let samples = 0;
    let batch: Uint8Array[] = [encoder.encode(processMessage(0))];
    const take = (message: Message): void => {
      if (message.type === 'sample') samples++;
      batch.push(encoder.encode(message));
    };
    for (const message of sampleStream(shape)) {
      take(message);
      if (batch.length < BATCH) continue;
      writer.append(joinBytes(batch));
      batch = [];
      await writer.flush();
      if (writer.size >= bytes) break;
    }
    await writer.finish();
    return samples;
  } finally {
    await file.close();
  }
}
