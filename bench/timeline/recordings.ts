import { joinBytes } from '../../core/join-bytes.ts';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { processMessage, type SampleStreamShape, sampleStream } from '../../tests/core/sample-stream.ts';
import type { RecordedMain } from '../support/bench-session.ts';
import { chunksOf } from '../support/bench-session.ts';

/** Messages sent at once. */
const BATCH = 8_000;

/** `samples` are main's. */
export interface ThreadsRecording extends Pick<RecordedMain, 'chunks' | 'samples'> {
  /** Session time. */
  readonly lastsUs: number;
}

/** The same recording each time, with samples of all threads of such a stream. */
export async function recordThreads(shape: Pick<SampleStreamShape, 'samples' | 'threads'>): Promise<ThreadsRecording> {
  const stream = new SessionStream();
  const encoder = new Encoder();
  const model = new SessionModel();
  const process = processMessage(0);
  model.apply(process);
  const parts = [stream.record(process).bytes];
  let batch: Uint8Array[] = [];
  const send = (): void => {
    parts.push(stream.agentBytes(joinBytes(batch)).bytes);
    batch = [];
  };
  for (const message of sampleStream({ seed: 1, depth: 40, methods: 5_000, nodes: 100_000, ...shape })) {
    model.apply(message);
    batch.push(encoder.encode(message));
    if (batch.length >= BATCH) send();
  }
  send();
  return { chunks: await chunksOf(parts), samples: model.threads[0]?.samples.length ?? 0, lastsUs: model.nowUs };
}
