import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, atMost, type Bench, type Figure } from '../../../bench/support/figure.ts';
import { lakeQuestions } from '../core/questions.ts';
import { installDuckDb } from '../scripts/install-duckdb.ts';
import { addFleet } from './add-fleet.ts';
import { added, loadText, SEED } from './adding-figures.ts';
import { type Asked, askLake } from './ask-lake.ts';
import { knownAnswers } from './known-answers.ts';
import { scaling } from './scaling.ts';

const SESSIONS = 10_000;
const SCALES = [1_000, 10_000, 100_000] as const;
const ANSWER_SECONDS = 2;
const ROUNDS = 3;
const UNCHANGED = 10;
const UNCHANGED_SESSIONS = 1_000;
const changing = ['new-groups', 'regressions', 'fixed', 'trend'] as const;

/**
 * A planned fleet: added from rows in memory, then each ready question in an own process, with its known answer.
 * As `scaling`, fleets of three sizes or one, asked by DuckDB and by Spark.
 */
export const bench: Bench = async function* (say, { sessions, isScaling }) {
  await installDuckDb(say);
  if (isScaling) yield* scaling(sessions === undefined ? SCALES : [sessions], say);
  else yield* answering(sessions ?? SESSIONS, say);
};

async function* answering(sessions: number, say: (line: string) => void): AsyncGenerator<Figure> {
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
