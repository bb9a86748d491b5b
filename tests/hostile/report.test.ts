import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { STEP_BYTES } from '../../core/session/file/replay.ts';
import { TURN_MS } from '../../core/session/file/turns.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { MemoryFile, streamBytes } from '../core/memory-session.ts';
import { processMessage, sampleStream } from '../core/sample-stream.ts';
import { type ModelSession, modelSession, modelSessions } from './model-sessions.ts';
import { CHUNK_BYTES } from './packed-session.ts';
import { MOST_PEAK_MB, peakOf } from './peak.ts';
import type { ReportOutcome } from './report-case.ts';

const CHUNKS = 3;
const HONEST_BYTES = 10e6;
const MOST_HONEST_PEAK_MB = 700;
/** More samples than are kept. */
const CHUNKS_OF_SAMPLES = 7;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens hostile '));
});
after(() => rm(folder, { recursive: true }));

/** A report's words about a reached limit. */
const said: Readonly<Record<ModelSession, readonly string[]>> = {
  namedFrames: ['limitNamedFrames'],
  capabilities: ['limitCapabilities'],
  ticks: ['limitThreads'],
  byes: ['limitThreads'],
  longNames: [],
  images: [],
  samples: ['limitRows'],
  counters: [],
  lags: ['limitLags'],
  cutMessages: [],
};

for (const kind of modelSessions) {
  test(`a session that repeats ${kind} is reported in bounded memory and short turns`, { timeout: 900_000 }, async () => {
    const path = join(folder, `${kind}.laglens`);
    const chunks = kind === 'samples' ? CHUNKS_OF_SAMPLES : CHUNKS;
    await writeFile(path, modelSession(kind, chunks));
    const { result, peakMb = Number.NaN, errors } = await peakOf(import.meta.resolve('./report-case.ts'), { args: [path] });
    assert.ok(isOutcome(result), errors);
    assert.ok(peakMb <= MOST_PEAK_MB, `${peakMb} MB`);
    assert.ok(result.steps >= (chunks - 1) * (CHUNK_BYTES / STEP_BYTES), `${result.steps} steps`);
    assert.ok(result.turns >= Math.floor(result.steps / (TURN_MS + 2)), `${result.turns} turns of ${result.steps} steps`);
    for (const each of said[kind]) assert.ok(result.limits.includes(each), `${result.limits}`);
  });
}

test('an honest session of 10 MB is reported whole', { timeout: 900_000 }, async () => {
  const path = join(folder, 'honest.laglens');
  const shape = { seed: 7, samples: 250_000, threads: 4, depth: 40, methods: 5_000, nodes: 40_000 };
  const launch = streamBytes(sampleStream(shape));
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  for (let run = 0; file.bytes.length < HONEST_BYTES; run++) {
    writer.appendMessage(processMessage(run));
    writer.append(launch);
    await writer.flush();
  }
  await writer.finish();
  await writeFile(path, file.bytes);
  const { result, peakMb = Number.NaN, errors } = await peakOf(import.meta.resolve('./report-case.ts'), { args: [path, 'none'] });
  assert.ok(isOutcome(result), errors);
  assert.deepEqual([result.ignored, result.limits], [0, []]);
  assert.ok(result.rows > 1_500_000 && result.lags > 1_000, `${result.rows} rows, ${result.lags} lags`);
  console.log('honest', peakMb, JSON.stringify(result));
  assert.ok(peakMb <= MOST_HONEST_PEAK_MB, `${peakMb} MB`);
});

function isOutcome(value: unknown): value is ReportOutcome {
  return typeof value === 'object' && value !== null && 'steps' in value;
}
