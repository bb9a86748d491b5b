import { setTimeout as pause } from 'node:timers/promises';
import { resultOf } from '../../scripts/demo/demo-result.ts';
import type { CheckedLag, Verdict } from '../../scripts/demo/match.ts';
import { atLeast, atMost, type Bench } from '../support/figure.ts';
import { type DemoRecording, lagFor, recordDemo } from './truth-recording.ts';

const INTERVAL_US = 10_000;
/** The schedule takes about 24 s: each kind of lag twice. */
const LAG_S = 50;
const CALM_S = 60;

/** Found lags against the app's own clock: every kind, then a minute without any. */
export const bench: Bench = async function* (say) {
  say(`The demo app lags for ${LAG_S} s ...`);
  const lagging = await recordDemo(INTERVAL_US, say, (target) => lagFor(target, LAG_S), verdictOf);
  say(`It runs calmly for ${CALM_S} s ...`);
  const calm = await recordDemo(INTERVAL_US, say, () => pause(CALM_S * 1_000), verdictOf);

  const due = lagging.truth;
  const found = due.filter((lag) => lag.found);
  const named = found.filter((lag) => lag.culpritRight !== null);
  const missed = due.filter((lag) => !lag.found).map((lag) => `${lag.kind} ${Math.round(lag.durationMs)} ms`);
  const wrong = named.filter((lag) => lag.culpritRight === false).map((lag) => lag.kind);
  const unit = '%';
  yield atLeast(100, {
    bench: 'truth',
    figure: 'lags of the app’s own log that were found',
    value: share(found, due),
    unit,
    ...noteOf(due, missed),
  });
  yield atLeast(100, {
    bench: 'truth',
    figure: 'top app frame in the named method and lines',
    value: share(named, named, wrong),
    unit,
    ...noteOf(named, wrong),
  });
  const falseLags = lagging.false + calm.false;
  const note = `${CALM_S} s calm with ${calm.truth.length} lags by the machine, and ${due.length} lags`;
  yield atMost(0, { bench: 'truth', figure: 'lags without such work in the app’s log', value: falseLags, unit: 'lags', note });
  const errors = found.map((lag) => Math.abs((lag.foundDurationMs ?? 0) - lag.durationMs)).sort((a, b) => a - b);
  yield atMost(20, {
    bench: 'truth',
    figure: 'length error, median',
    value: errors[errors.length >> 1] ?? Number.NaN,
    unit: 'ms',
    note: `worst ${Math.round(errors.at(-1) ?? 0)} ms`,
  });
};

async function verdictOf({ path, target }: DemoRecording): Promise<Verdict> {
  return resultOf(path, await target.app.truth());
}

function share(some: readonly CheckedLag[], all: readonly CheckedLag[], without: readonly string[] = []): number {
  return all.length === 0 ? 0 : (100 * (some.length - without.length)) / all.length;
}

function noteOf(all: readonly CheckedLag[], not: readonly string[]): { readonly note: string } {
  return { note: `of ${all.length}${not.length > 0 ? `; not: ${not.join(', ')}` : ''}` };
}
