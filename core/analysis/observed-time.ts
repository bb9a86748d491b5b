import type { SessionModel } from '../session/model.ts';
import type { Run } from '../session/run.ts';

/**
 * How long a session could have seen lags, microseconds: its runs without the time in which the link was broken or the process
 * stood still. Rates count by it, so that a capture that waited an hour for the app does not make its lags rare.
 * @param fromUs what was before this session time is left out
 */
export function observedUs(model: SessionModel, fromUs = 0): number {
  return model.runs.reduce((sum, run) => sum + observedUsOfRun(run, fromUs), 0);
}

/** The same of one run. */
export function observedUsOfRun(run: Run, fromUs = 0): number {
  const endUs = run.endUs < 0 ? run.nowUs : run.endUs;
  const lastUs = (beginUs: number, toUs: number): number => Math.max(0, toUs - Math.max(beginUs, fromUs));
  let us = lastUs(run.startUs, endUs);
  for (const gap of run.gaps) us -= lastUs(gap.beginUs, gap.endUs < 0 ? endUs : gap.endUs);
  for (let row = 0; row < run.stops.length; row++) us -= lastUs(run.stops.beginUs[row] ?? 0, run.stops.endUs[row] ?? 0);
  return Math.max(0, us);
}
