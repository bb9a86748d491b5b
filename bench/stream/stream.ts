import { stat } from 'node:fs/promises';
import { readSession } from '../../core/session/file/reader.ts';
import { applyChunk } from '../../core/session/file/replay.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { atMost, type Bench } from '../support/figure.ts';
import { lagFor, recordDemo } from '../truth/truth-recording.ts';

const INTERVAL_US = 5_000;
const SECONDS = 30;

/** A sample's bytes on the wire and in the file, with tables, during the demo app's lags at 5 ms. */
export const bench: Bench = async function* (say) {
  say(`The demo app lags for ${SECONDS} s at ${INTERVAL_US / 1_000} ms ...`);
  const { fileBytes, wireBytes, main, all } = await recordDemo(
    INTERVAL_US,
    say,
    (target) => lagFor(target, SECONDS),
    ({ path }) => weigh(path),
  );
  const counted = `over ${all} samples of every thread; by the ${main} of main alone:`;
  const common = { bench: 'stream', unit: 'bytes' };
  const wireNote = `all facts and tables ${counted} ${(wireBytes / main).toFixed(1)}`;
  yield atMost(8, { ...common, figure: 'wire bytes per sample', value: wireBytes / all, note: wireNote });
  yield atMost(4, {
    ...common,
    figure: 'file bytes per sample',
    value: fileBytes / all,
    note: `${counted} ${(fileBytes / main).toFixed(1)}`,
  });
};

interface Weight {
  readonly fileBytes: number;
  /** Messages of agent and host before compression. */
  readonly wireBytes: number;
  /** Samples of main, which every round takes. */
  readonly main: number;
  /** Samples of all threads, also those with an unmoved clock. */
  readonly all: number;
}

async function weigh(path: string): Promise<Weight> {
  const model = new SessionModel();
  const file = await SessionFile.open(path);
  let wireBytes = 0;
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      wireBytes += chunk.length;
      applyChunk(model, chunk);
    }
  } finally {
    await file.close();
  }
  const { rounds, walks, skipped } = model.runs[0]?.overhead ?? { rounds: 0, walks: 0, skipped: 0 };
  return { fileBytes: (await stat(path)).size, wireBytes, main: rounds, all: walks + skipped };
}
