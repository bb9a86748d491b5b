import { open } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { joinBytes } from '../../core/join-bytes.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { processMessage, sampleStream } from '../../tests/core/sample-stream.ts';

/** Five threads, stacks some 30 frames deep, as in a middling app. */
const shape = { seed: 1, threads: 5, depth: 40, methods: 5_000, nodes: 100_000 };

/** Writes the same samples as a session file and as speedscope's sampled profiles, one per thread. */
export async function writeReplayInputs(samples: number, sessionPath: string, jsonPath: string): Promise<void> {
  const file = await open(sessionPath, 'w');
  const writer = new SessionWriter({
    deflate: (bytes) => deflateRawSync(bytes),
    write: async (bytes, offset) => void (await file.write(bytes, 0, bytes.length, offset)),
  });
  const stream = new SessionStream();
  const encoder = new Encoder();
  const model = new SessionModel();
  let batch: Uint8Array[] = [];
  const writeBatch = async (): Promise<void> => {
    const bytes = joinBytes(batch);
    batch = [];
    writer.append(stream.agentBytes(bytes).bytes);
    await writer.flush();
  };
  writer.append(stream.record(processMessage(0)).bytes);
  for (const message of sampleStream({ ...shape, samples })) {
    model.apply(message);
    batch.push(encoder.encode(message));
    if (batch.length >= 8_000) await writeBatch();
  }
  await writeBatch();
  await writer.finish();
  await file.close();
  await writeJson(model, jsonPath);
}

async function writeJson(model: SessionModel, path: string): Promise<void> {
  const file = await open(path, 'w');
  await file.write(
    `{"shared":{"frames":${JSON.stringify(model.methods.map((method) => ({ name: method.name, file: method.sourceFile })))}},"profiles":[`,
  );
  for (const thread of model.threads) {
    const { samples } = thread;
    await file.write(
      `${thread.index === 0 ? '' : ','}{"type":"sampled","name":${JSON.stringify(thread.name)},"unit":"microseconds","samples":[`,
    );
    for (let row = 0; row < samples.length; row += 2_000) {
      const end = Math.min(samples.length, row + 2_000);
      const rows = Array.from({ length: end - row }, (_, index) => JSON.stringify(stackOf(model, samples.nodeAt(row + index))));
      await file.write(`${row === 0 ? '' : ','}${rows.join(',')}`);
    }
    const weights = Array.from({ length: samples.length }, (_, row) => samples.endUsAt(row) - samples.beginUsAt(row));
    await file.write(`],"weights":[${weights.join(',')}]}`);
  }
  await file.write(']}');
  await file.close();
}

function stackOf(model: SessionModel, node: number): readonly number[] {
  const frames: number[] = [];
  for (let at = node; at !== 0; at = model.nodes.parent[at] ?? 0) frames.push(model.nodes.method[at] ?? 0);
  return frames.reverse();
}
