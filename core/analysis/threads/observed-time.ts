import { float64At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
/** After this much agent time a fact about the past is settled; agents drain their rings every round, stalls included. */
export const SETTLED_US = 2_000_000;
/** How long nobody may have looked for two sightings to be of the same stretch: the agent ticks every 50 ms, stalls included. */
export const NO_DATA_US = 250_000;

/**
 * How long a session could have seen lags, microseconds: its runs without the time in which the link was broken or the process
 * stood still. Rates count by it, so that a capture that waited an hour for the app does not make its lags rare.
 * @param beginUs what was before this session time is left out
 */
export function observedUs(model: SessionModel, beginUs = 0): number {
  return model.runs.reduce((sum, run) => sum + observedUsOfRun(run, beginUs), 0);
}

/** The same of one run. The link may break while the process stands still: that time counts once. */
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

/** Gaps and stops by begin; each list is in order. */
function* unseenTimes({ gaps, stops }: Run, nowUs: number): Generator<{ readonly beginUs: number; readonly endUs: number }> {
  let row = 0;
  for (const { beginUs, endUs } of gaps) {
    for (; row < stops.length && float64At(stops.beginUs, row) < beginUs; row++) yield stopOf(stops, row);
    yield { beginUs, endUs: endUs < 0 ? nowUs : endUs };
  }
  for (; row < stops.length; row++) yield stopOf(stops, row);
}

function stopOf(stops: Run['stops'], row: number): { readonly beginUs: number; readonly endUs: number } {
  return { beginUs: float64At(stops.beginUs, row), endUs: float64At(stops.endUs, row) };
}
