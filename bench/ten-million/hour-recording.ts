import { open } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { joinBytes } from '../../core/join-bytes.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { processMessage } from '../../tests/core/sample-stream.ts';
import { hourMessages } from './hour-messages.ts';

/** Messages sent at once. */
const BATCH = 8_000;

export interface HourRecording {
  readonly path: string;
  /** Of all threads. */
  readonly samples: number;
  readonly mainSamples: number;
  readonly lastsUs: number;
  readonly fileBytes: number;
}

/** Writes a session file with so many samples: 10 million last an hour. */
export async function writeHour(path: string, samples: number): Promise<HourRecording> {
  await using file = await open(path, 'w');
  const writer = new SessionWriter({
    deflate: (bytes) => deflateRawSync(bytes),
    write: async (bytes, offset) => void (await file.write(bytes, 0, bytes.length, offset)),
  });
  const stream = new SessionStream();
  const encoder = new Encoder();
  let batch: Uint8Array[] = [];
  const send = async (): Promise<void> => {
    writer.appendPiece(stream.agentBytes(joinBytes(batch)));
    batch = [];
    await writer.flush();
  };
  writer.appendPiece(stream.record(processMessage(0)));
  let mainSamples = 0;
  let all = 0;
  let [beginUs, endUs] = [0, 0];
  for (const message of hourMessages(samples)) {
    if (message.type === 'hello') beginUs = message.monoUs;
    if (message.type === 'tick') endUs = message.atUs;
    if (message.type === 'sample') {
      all++;
      if (message.thread === 1) mainSamples++;
    }
    batch.push(encoder.encode(message));
    if (batch.length >= BATCH) await send();
  }
  await send();
  await writer.finish();
  return { path, samples: all, mainSamples, lastsUs: endUs - beginUs, fileBytes: writer.size };
}
