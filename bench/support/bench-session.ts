import { joinBytes } from '../../core/join-bytes.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { calls } from '../../tests/core/calls.ts';
import { processMessage, sampleStream } from '../../tests/core/sample-stream.ts';

/** A recording of one main thread. */
export interface RecordedMain {
  /** As in the file, unpacked. */
  readonly chunks: readonly Uint8Array[];
  readonly samples: number;
  readonly calls: number;
}

/** Stacks some 30 frames deep; each new one ends about six calls. */
const shape = { seed: 1, threads: 1, depth: 40, methods: 5_000, nodes: 100_000 };
const SAMPLES_AT_ONCE = 1_000;

/** The shortest recording of whole thousands of samples with this many calls. */
export async function recordMain(wantedCalls: number): Promise<RecordedMain> {
  const most = sampleStream({ ...shape, samples: wantedCalls });
  const parts: Uint8Array[] = [];
  const stream = new SessionStream();
  const encoder = new Encoder();
  const model = new SessionModel();
  parts.push(stream.record(processMessage(0)).bytes);
  let known = 0;
  let batch: Uint8Array[] = [];
  for (const message of most) {
    model.apply(message);
    batch.push(encoder.encode(message));
    const main = model.threads[0];
    if (main === undefined || main.samples.length < known + SAMPLES_AT_ONCE) continue;
    known = main.samples.length;
    parts.push(stream.agentBytes(joinBytes(batch)).bytes);
    batch = [];
    const count = calls(model, main, 0, model.nowUs).length;
    if (count >= wantedCalls) return { chunks: await chunksOf(parts), samples: known, calls: count };
  }
  throw new RangeError(`${wantedCalls} samples made fewer calls than that.`);
}

/** The chunks of a file, as `readSession` gives them. */
export async function chunksOf(parts: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const file: Uint8Array[] = [];
  const writer = new SessionWriter({ deflate: (bytes) => bytes, write: (bytes) => void file.push(bytes.slice()) });
  for (const part of parts) {
    writer.append(part);
    await writer.flush();
  }
  await writer.finish();
  const bytes = joinBytes(file);
  const source = { size: bytes.length, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of readSession(source, { inflate: (stored) => stored })) chunks.push(chunk.slice());
  return chunks;
}
