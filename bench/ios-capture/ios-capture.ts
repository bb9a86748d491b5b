/** Waits and correctness of iOS captures, on a simulated iPhone and a simulator. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { resultOf } from '../../scripts/demo/demo-result.ts';
import type { Verdict } from '../../scripts/demo/match.ts';
import { captureWarm, stopCapture } from '../capture/first-sample.ts';
import type { RowDelay } from '../capture/match-rows.ts';
import { rowDelays } from '../capture/row-delays.ts';
import { applePlaces, type Place, type Stage, withStage } from '../capture/stage.ts';
import { atLeast, atMost, type Bench, type Figure } from '../support/figure.ts';
import { median, quantile } from '../support/quantile.ts';
import { recordDemo } from '../truth/truth-recording.ts';

/** The first takes a signed copy on an iPhone, and asks before. */
const ROUNDS = 5;
/** Every 1.5 s one. */
const LAG_S = 48;
const CALM_S = 60;
const INTERVAL_US = 5_000;
const ROW_GOAL_MS = 250;
const bench = 'ios-capture';

export { run as bench };

const run: Bench = async function* (say) {
  for (const place of applePlaces) {
    say(`Capturing on a ${place.name} in VS Code ...`);
    const { roundsMs, rows, verdict } = await withStage(place, say, (stage) => measure(stage, say));
    yield* firstSample(place, roundsMs);
    yield rowFigure(place, rows);
    yield* truth(place, verdict);
  }
  say(`The app runs calmly for ${CALM_S} s, on both at once ...`);
  const calm = applePlaces.map(({ device }) =>
    recordDemo(
      INTERVAL_US,
      say,
      () => pause(CALM_S * 1_000),
      async ({ path, target }) => resultOf(path, await target.app.truth()),
      device,
    ),
  );
  for (const [i, { lags, false: wrong, truth: real }] of (await Promise.all(calm)).entries()) {
    const note = `${CALM_S} s; ${lags.length - wrong} lags besides that the app’s own clock has, too (${real.length} of at least 100 ms)`;
    yield atMost(0, {
      bench,
      figure: `lags while the app is calm that it did not have, ${applePlaces[i]?.name}`,
      value: wrong,
      unit: 'lags',
      note,
    });
  }
};

interface Measured {
  readonly roundsMs: readonly number[];
  readonly rows: readonly RowDelay[];
  /** Of the last recording, against the app's own clock. */
  readonly verdict: Verdict;
}

async function measure(stage: Stage, say: (line: string) => void): Promise<Measured> {
  const roundsMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    roundsMs.push(await captureWarm(stage));
    say(`first sample: ${Math.round(roundsMs.at(-1) ?? 0)} ms`);
    if (round + 1 < ROUNDS) await stopCapture(stage);
  }
  say(`Lags for ${LAG_S} s ...`);
  const rows = await rowDelays(stage, LAG_S);
  const before = new Set(await sessionsOf(stage));
  await stopCapture(stage);
  return { roundsMs, rows, verdict: await resultOf(await newSession(stage, before), await stage.target.app.truth()) };
}

async function sessionsOf({ sessions }: Stage): Promise<readonly string[]> {
  return (await readdir(sessions)).filter((name) => name.endsWith('.laglens'));
}

/** A recording becomes a session file at its end. */
async function newSession(stage: Stage, before: ReadonlySet<string>): Promise<string> {
  for (;;) {
    const found = (await sessionsOf(stage)).find((name) => !before.has(name));
    if (found !== undefined) return join(stage.sessions, found);
    await pause(100);
  }
}

function* firstSample({ name, device, goalS }: Place, roundsMs: readonly number[]): Generator<Figure> {
  const [first = Number.NaN, ...later] = roundsMs;
  const common = { bench, unit: 's' };
  const figure = `app picked -> first sample drawn, ${name}`;
  if (device === 'iphone') {
    const note = 'signed, installed and started; the time that the question waits for its answer is not counted';
    yield atMost(goalS, { ...common, figure: `${figure}: with a new copy`, value: first / 1_000, note });
  }
  const rounds = device === 'iphone' ? later : roundsMs;
  const all = rounds.toSorted((a, b) => a - b).map((ms) => (ms / 1_000).toFixed(2));
  yield atMost(goalS, { ...common, figure, value: median(rounds) / 1_000, note: `median of ${all.join(', ')}` });
}

function rowFigure({ name, thresholdMs }: Place, rows: readonly RowDelay[]): Figure {
  const delays = rows.map(({ delayMs }) => delayMs);
  const p95 = quantile(delays, 0.95);
  const open = rows.filter(({ whileItLasted }) => whileItLasted).length;
  const late = rows.filter(({ delayMs }) => delayMs > ROW_GOAL_MS).map(({ kind, delayMs }) => `${kind} ${delayMs.toFixed(0)} ms`);
  return {
    bench,
    figure: `hang crosses ${thresholdMs} ms -> its row, p95, ${name}`,
    value: p95,
    unit: 'ms',
    goal: `<= ${ROW_GOAL_MS}`,
    pass: p95 <= ROW_GOAL_MS && rows.length >= 30,
    note: `median ${median(delays).toFixed(0)} ms, worst of ${rows.length} ${Math.max(...delays).toFixed(0)} ms; ${open} while they lasted${late.length > 0 ? `; late: ${late.join(', ')}` : ''}`,
  };
}

function* truth({ name }: Place, { truth: due, false: wrong }: Verdict): Generator<Figure> {
  const found = due.filter((lag) => lag.found);
  const named = found.filter((lag) => lag.culpritRight !== null);
  const right = named.filter((lag) => lag.culpritRight);
  const textOf = (all: typeof due): string => all.map(({ kind, durationMs }) => `${kind} ${Math.round(durationMs)} ms`).join(', ');
  const note = (of: typeof due, some: typeof due): string =>
    `of ${of.length}${some.length < of.length ? `; not: ${textOf(of.filter((lag) => !some.includes(lag)))}` : ''}`;
  const share = (some: typeof due, of: typeof due): number => (of.length === 0 ? 0 : (100 * some.length) / of.length);
  yield atLeast(100, {
    bench,
    figure: `lags of the app’s own log that were found, ${name}`,
    value: share(found, due),
    unit: '%',
    note: note(due, found),
  });
  yield atLeast(100, {
    bench,
    figure: `culprit frame in the named function and lines, ${name}`,
    value: share(right, named),
    unit: '%',
    note: note(named, right),
  });
  yield atMost(0, { bench, figure: `lags without such work in the app’s log, ${name}`, value: wrong, unit: 'lags' });
  const errors = found.map((lag) => Math.abs((lag.foundDurationMs ?? 0) - lag.durationMs));
  const worst = Math.max(...errors).toFixed(3);
  yield atMost(15, { bench, figure: `length error, median, ${name}`, value: median(errors), unit: 'ms', note: `worst ${worst} ms` });
}
