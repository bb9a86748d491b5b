import { setTimeout as pause } from 'node:timers/promises';
import { LaglensPanel } from '../../tests/e2e/harness/laglens-panel.ts';
import { LATEST_MS, matchRows, type RowDelay, type ShownRow } from './match-rows.ts';
import type { Stage } from './stage.ts';
import { monotonicToWallMs } from './wall-clock.ts';

const DEFAULT_THRESHOLD_MS = 100;
/** Delays of the rows of an app's lags, on its schedule in VS Code. */
export async function rowDelays({ place, target, workbench }: Stage, seconds: number): Promise<readonly RowDelay[]> {
  const { frame } = await LaglensPanel.find(workbench);
  const { thresholdMs = DEFAULT_THRESHOLD_MS } = place;
  const windowBeginMs = Date.now();
  await target.app.follow('all');
  await pause(seconds * 1_000);
  await target.app.follow('none');
  await pause(LATEST_MS);
  const shown: unknown = await frame.evaluate('laglensBench.rows');
  if (!Array.isArray(shown) || !shown.every(isShownRow)) throw new Error('The page did not note the rows of its lags.');
  const toWallMs = monotonicToWallMs();
  const lags = (await target.app.truth())
    .map((lag) => ({ lag, beginMs: toWallMs(lag.startUs) }))
    .filter(({ lag, beginMs }) => beginMs >= windowBeginMs && lag.kind !== 'crowd' && lag.durationMs >= thresholdMs);
  return matchRows(lags, shown, thresholdMs);
}

function isShownRow(value: unknown): value is ShownRow {
  return typeof value === 'object' && value !== null && 'shownMs' in value && typeof value.shownMs === 'number' && 'open' in value;
}
