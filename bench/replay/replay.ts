import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, type Bench } from '../support/figure.ts';
import { writeReplayInputs } from './inputs.ts';

const SAMPLES = 1_000_000;
const ROUNDS = 3;
const peer = 'JSON.parse of a speedscope file';

interface Measurement {
  readonly milliseconds: number;
  /** Of all threads; shows what a busy machine cost. */
  readonly cpuMilliseconds: number;
  readonly samples: number;
  readonly megabytes: number;
}

/** From a long recording's file to a model with every lag found. Median of three fresh processes. */
export const bench: Bench = async function* (say) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-replay-'));
  try {
    const session = join(folder, 'replay.laglens');
    const json = join(folder, 'replay.json');
    say(`Making a recording of ${SAMPLES.toLocaleString('en')} samples ...`);
    await writeReplayInputs(SAMPLES, session, json);
    const ours = await measure('measure-session.ts', session, say);
    const theirs = await measure('measure-json.ts', json, say);
    if (ours.samples !== SAMPLES) throw new Error(`Only ${ours.samples} of ${SAMPLES} samples were read.`);
    const common = { bench: 'replay', peer };
    yield atMost(1, {
      ...common,
      figure: '1 M samples: read, decode, find lags',
      value: ours.milliseconds / 1_000,
      unit: 's',
      peerValue: theirs.milliseconds / 1_000,
      note: `median of ${ROUNDS}, CPU ${(ours.cpuMilliseconds / 1_000).toFixed(2)} s, peer's CPU ${(theirs.cpuMilliseconds / 1_000).toFixed(2)} s`,
    });
    yield atMost(300, { ...common, figure: '1 M samples: peak RSS', value: ours.megabytes, unit: 'MB', peerValue: theirs.megabytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Time of the median round, memory of the worst. */
async function measure(script: string, path: string, say: (line: string) => void): Promise<Measurement> {
  const rounds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL(`./${script}`, import.meta.url)), path]);
    const result: unknown = JSON.parse(stdout);
    if (!isMeasurement(result)) throw new Error(`${script} said: ${stdout}`);
    say(`${script}: ${Math.round(result.milliseconds)} ms, ${Math.round(result.megabytes)} MB`);
    rounds.push(result);
  }
  const byTime = rounds.toSorted((a, b) => a.milliseconds - b.milliseconds);
  const median = byTime[byTime.length >> 1];
  if (median === undefined) throw new Error('Nothing was measured.');
  return { ...median, megabytes: Math.max(...rounds.map((round) => round.megabytes)) };
}

function isMeasurement(value: unknown): value is Measurement {
  if (typeof value !== 'object' || value === null) return false;
  const { milliseconds, cpuMilliseconds, samples, megabytes } = Object(value);
  return [milliseconds, cpuMilliseconds, samples, megabytes].every((part: unknown) => typeof part === 'number');
}
