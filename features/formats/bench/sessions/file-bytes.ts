import { stat } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { atMost, type Figure } from '../../../../bench/support/figure.ts';
import { lagFor, recordDemo } from '../../../../bench/truth/truth-recording.ts';
import { joinBytes } from '../../../../core/join-bytes.ts';
import { readSession } from '../../../../core/session/file/reader.ts';
import { applyChunk } from '../../../../core/session/file/replay.ts';
import { SessionWriter } from '../../../../core/session/file/writer.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import { Decoder } from '../../../../core/wire/decoder.ts';
import { Encoder } from '../../../../core/wire/encoder.ts';
import type { Message } from '../../../../core/wire/schema.ts';
import { inflateDriver, SessionFile } from '../../../../host/session-file.ts';
import { buildVsix } from '../../../../scripts/setup/vsix.ts';
import { sharedPage } from '../../../../tests/e2e/harness/shared-sample.ts';
import { writeSpeedscope } from '../../core/speedscope/write.ts';
import { bytesByMessage, largest } from './bytes-by-message.ts';
import { loadText } from './convert.ts';

const INTERVAL_US = 5_000;
const SECONDS = 30;
const KILOBYTE = 1_000;

/** The demo app's lags as a file, as speedscope's JSON and as a page. A sample is one thread's stack and state in one round. */
export async function* fileFigures(say: (line: string) => void): AsyncGenerator<Figure> {
  say(`The demo app lags for ${SECONDS} s at ${INTERVAL_US / 1_000} ms ...`);
  const recorded = await recordDemo(
    INTERVAL_US,
    say,
    (target) => lagFor(target, SECONDS),
    ({ path }) => weigh(path),
  );
  const { fileBytes, early, samples, walked, rows, chunks, json } = recorded;
  const counted = `${samples} samples, ${walked} with a walk, ${rows} rows of different ones`;
  const shares = largest(bytesByMessage(chunks), 6).map(({ type, share }) => `${type} ${(share * 100).toFixed(0)} %`);
  const common = { bench: 'sessions' };
  yield atMost(3.5, {
    ...common,
    figure: 'bytes of the file per sample, all facts',
    value: fileBytes / samples,
    unit: 'bytes',
    note: `${fileBytes} bytes of ${counted}: ${(fileBytes / rows).toFixed(1)} by row; before packing ${shares.join(', ')}; ${loadText()}`,
  });
  yield atMost(2.6, {
    ...common,
    figure: 'the same with the facts of version 0.1',
    value: early / samples,
    unit: 'bytes',
    note: `${early} bytes`,
  });
  yield atMost(0.1, {
    ...common,
    figure: "the file by speedscope's JSON of the same session",
    value: fileBytes / json,
    unit: 'x',
    note: `${json} bytes as written by laglens convert, without locks, states and lines`,
  });
  const page = Buffer.byteLength(await sharedPage(await buildVsix(say), new Uint8Array()));
  yield atMost(400, {
    ...common,
    figure: 'a shared page beyond its session',
    value: page / KILOBYTE,
    unit: 'KB',
    note: 'the session is in it as base64, which adds a third',
  });
}

interface Weight {
  readonly fileBytes: number;
  /** Bytes of a file with the same samples and the facts of version 0.1. */
  readonly early: number;
  /** Of all threads, also those with an unmoved clock. */
  readonly samples: number;
  readonly walked: number;
  /** Of the model; equal samples share one. */
  readonly rows: number;
  readonly chunks: readonly Uint8Array[];
  /** Bytes of speedscope's JSON. */
  readonly json: number;
}

async function weigh(path: string): Promise<Weight> {
  const model = new SessionModel();
  const chunks: Uint8Array[] = [];
  const file = await SessionFile.open(path);
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      chunks.push(chunk);
      applyChunk(model, chunk);
    }
  } finally {
    await file.close();
  }
  const { walks, skipped } = model.runs[0]?.overhead ?? { walks: 0, skipped: 0 };
  let json = 0;
  for (const piece of writeSpeedscope({ model, name: 'demo', lags: [] })) json += Buffer.byteLength(piece);
  return {
    fileBytes: (await stat(path)).size,
    early: await earlyBytes(chunks),
    samples: walks + skipped,
    walked: walks,
    rows: model.threads.reduce((sum, thread) => sum + thread.samples.length, 0),
    chunks,
    json,
  };
}

/** Facts that agents report since version 0.1. */
const since = new Set<Message['type']>(['ready', 'messageUse', 'screen', 'syncBarrier', 'openCall', 'systemRecord']);

/** Size of the file without later facts, with the same chunks. */
async function earlyBytes(chunks: readonly Uint8Array[]): Promise<number> {
  const writer = new SessionWriter({ deflate: (bytes) => deflateRawSync(bytes, { level: 6 }), write: () => undefined });
  const encoder = new Encoder();
  for (const chunk of chunks) {
    const kept = new Decoder().push(chunk).filter(({ type }) => !since.has(type));
    writer.append(joinBytes(kept.map((message) => encoder.encode(message))));
    await writer.flush();
  }
  await writer.finish();
  return writer.size;
}
