import { float64At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
/** Agent time after which facts are final; agents drain their rings every round. */
export const SETTLED_US = 2_000_000;
/** Samples further apart are not of one busy period; the agent ticks every 50 ms while threads run, stalls included. */
export const NO_DATA_US = 250_000;

/**
 * Time in which lags could be seen, without broken links and stopped processes, in microseconds. Rates use it.
 * @param beginUs earlier session time is left out
 */
export function observedUs(model: SessionModel, beginUs = 0): number {
  return model.runs.reduce((sum, run) => sum + observedUsOfRun(run, beginUs), 0);
}

/** The same of a range of session time. */
export function observedUsInRange(model: SessionModel, { beginUs, endUs }: TimeRange): number {
  return Math.max(0, observedUs(model, beginUs) - observedUs(model, endUs));
}

/** A gap during a stop counts once. */
export function observedUsOfRun(run: Run, beginUs = 0): number {
  const endUs = run.endUs < 0 ? run.nowUs : run.endUs;
  let us = Math.max(0, endUs - Math.max(run.beginUs, beginUs));
  let passedUs = beginUs;
  for (const unseen of unseenTimes(run, endUs)) {
    us -= Math.max(0, unseen.endUs - Math.max(unseen.beginUs, passedUs));
    passedUs = Math.max(passedUs, unseen.endUs);
  }
  return Math.max(0, us);
}

/** Gaps and stops by begin; each list is ordered. */
function* unseenTimes({ gaps, stops }: Run, nowUs: number): Generator<TimeRange> {
  let row = 0;
  for (const { beginUs, endUs } of gaps) {
    for (; row < stops.length && float64At(stops.beginUs, row) < beginUs; row++) yield stopOf(stops, row);
    yield { beginUs, endUs: endUs < 0 ? nowUs : endUs };
  }
  for (; row < stops.length; row++) yield stopOf(stops, row);
}

function stopOf(stops: Run['stops'], row: number): TimeRange {
  return { beginUs: float64At(stops.beginUs, row), endUs: float64At(stops.endUs, row) };
}
