import type { SessionModel } from '../session/model.ts';
import type { Run } from '../session/run.ts';

/**
 * How long a session could have seen lags, microseconds: its runs without the time in which the link was broken or the process
 * stood still. Rates count by it, so that a capture that waited an hour for the app does not make its lags rare.
 */
export function observedUs(model: SessionModel): number {
  return model.runs.reduce((sum, run) => sum + runUs(run), 0);
}

function runUs(run: Run): number {
  const endUs = run.endUs < 0 ? run.nowUs : run.endUs;
  let us = endUs - run.startUs;
  for (const gap of run.gaps) us -= (gap.endUs < 0 ? endUs : gap.endUs) - gap.beginUs;
  for (let row = 0; row < run.stops.length; row++) us -= (run.stops.endUs[row] ?? 0) - (run.stops.beginUs[row] ?? 0);
  return Math.max(0, us);
}
