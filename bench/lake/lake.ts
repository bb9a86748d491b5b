import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lakeQuestions } from '../../core/lake/questions.ts';
import { installDuckDb } from '../../scripts/setup/install-duckdb.ts';
import { atLeast, atMost, type Bench, type Figure } from '../support/figure.ts';
import { addFleet } from './add-fleet.ts';
import { type Asked, askLake } from './ask-lake.ts';
import { knownAnswers } from './known-answers.ts';
import { lakeSize } from './lake-size.ts';

const SEED = 1;
const SESSIONS = 10_000;
/** Of all sessions. */
const SAMPLES = 100_000_000;
const MOST_SAMPLES = 10_000;
const SESSIONS_PER_SECOND = 200;
const ANSWER_SECONDS = 2;
const ROUNDS = 3;
const UNCHANGED = 10;
const UNCHANGED_SESSIONS = 1_000;
const changing = ['new-groups', 'regressions', 'fixed', 'trend'] as const;

/** A planned fleet: added from rows in memory, then each ready question in an own process, with its known answer. */
export const bench: Bench = async function* (say, { sessions = SESSIONS }) {
  await installDuckDb(say);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-lake-'));
  try {
    const lake = join(folder, 'fleet');
    yield* added(lake, sessions, say);
    yield* asked(lake, sessions, say);
    await rm(lake, { recursive: true });
    yield await invented(folder, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function* added(lake: string, sessions: number, say: (line: string) => void): AsyncGenerator<Figure> {
  const samples = Math.min(MOST_SAMPLES, Math.floor(SAMPLES / sessions));
  say(`Adding ${sessions.toLocaleString('en')} sessions of ${samples.toLocaleString('en')} samples ...`);
  const { seconds, cpuSeconds, peakMegabytes, lags } = await addFleet(lake, { seed: SEED, sessions, samples, changes: true });
  const { files, bytes, sampleBytes } = await lakeSize(lake);
  const fleet = `${sessions.toLocaleString('en')} sessions`;
  yield atLeast(SESSIONS_PER_SECOND, {
    bench: 'lake',
    figure: `${fleet}: added from rows in memory to placed files`,
    value: sessions / seconds,
    unit: 'sessions/s',
    note: `${samples} samples each, no two neighbours equal, so as many rows; ${lags} lags; ${loadText()}`,
  });
  const common = { bench: 'lake' };
  yield { ...common, figure: `${fleet}: CPU of adding`, value: (cpuSeconds / sessions) * 1e3, unit: 'ms/session' };
  yield { ...common, figure: `${fleet}: peak memory of adding`, value: peakMegabytes, unit: 'MB', note: 'with the made rows' };
  yield {
    ...common,
    figure: `${fleet}: bytes`,
    value: bytes / sessions / 1e3,
    unit: 'KB/session',
    note: `${(sampleBytes / sessions / 1e3).toFixed(1)} of samples; ${files} Parquet files`,
  };
}

async function* asked(lake: string, sessions: number, say: (line: string) => void): AsyncGenerator<Figure> {
  const known = knownAnswers({ seed: SEED, sessions });
  let [planted, missing, foreign] = [0, 0, 0];
  for (const { name } of lakeQuestions) {
    const rounds: Asked[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await askLake(lake, name));
    const [{ rows } = { rows: [] }, second] = rounds.toSorted((one, other) => total(one) - total(other));
    if (second === undefined) throw new Error('Each question needs two rounds.');
    const { openSeconds, answerSeconds, cpuSeconds, peakMegabytes } = second;
    yield atMost(ANSWER_SECONDS, {
      bench: 'lake',
      figure: `${sessions.toLocaleString('en')} sessions: lake opened and ${name} answered`,
      value: openSeconds + answerSeconds,
      unit: 's',
      note: `median of ${ROUNDS} processes; answer ${answerSeconds.toFixed(3)} s; process ${cpuSeconds.toFixed(2)} s CPU, ${Math.round(peakMegabytes)} MB; ${loadText()}`,
    });
    const answer = known.find(({ question }) => question === name);
    if (answer === undefined) throw new Error(`The answer of ${name} is not known.`);
    const found = new Set(answer.found(rows));
    const missed = [...answer.expected].filter((row) => !found.has(row));
    const extra = [...found].filter((row) => !answer.expected.has(row));
    planted += answer.expected.size;
    missing += missed.length;
    foreign += extra.length;
    if (missed.length + extra.length > 0) say(`${name}: without ${missed.slice(0, 5)}; has ${extra.slice(0, 5)}`);
  }
  yield atLeast(100, {
    bench: 'lake',
    figure: `${sessions.toLocaleString('en')} sessions: planted answers found`,
    value: (100 * (planted - missing)) / planted,
    unit: '%',
    note: `of ${planted} rows of ${known.length} questions, computed without SQL`,
  });
  yield atMost(0, { bench: 'lake', figure: 'answers beyond the planted ones', value: foreign, unit: 'rows' });
}

async function invented(folder: string, say: (line: string) => void): Promise<Figure> {
  say(`Asking ${UNCHANGED} fleets without changes ...`);
  let rows = 0;
  for (let seed = 1; seed <= UNCHANGED; seed++) {
    const lake = join(folder, `unchanged-${seed}`);
    await addFleet(lake, { seed, sessions: UNCHANGED_SESSIONS, samples: 0, changes: false });
    for (const name of changing) rows += (await askLake(lake, name)).rows.length;
    await rm(lake, { recursive: true });
  }
  return atMost(0, {
    bench: 'lake',
    figure: 'changes invented in fleets without changes',
    value: rows,
    unit: 'rows',
    note: `${changing.join(', ')} of ${UNCHANGED} fleets of ${UNCHANGED_SESSIONS} sessions, z of at least 4`,
  });
}

function total({ openSeconds, answerSeconds }: Asked): number {
  return openSeconds + answerSeconds;
}

function loadText(): string {
  return `load ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`;
}
