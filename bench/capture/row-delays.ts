import { setTimeout as pause } from 'node:timers/promises';
import type { TruthLag } from '../../tests/demo-app/truth.ts';
import { LaglensPanel } from '../../tests/e2e/harness/laglens-panel.ts';
import type { Stage } from './stage.ts';
import { monotonicToWallMs } from './wall-clock.ts';

const DEFAULT_THRESHOLD_MS = 100;
/** Begin and end of a lag are known to the host only as well as it samples, so its row may be a little early. */
const EARLIEST_MS = -50;
const LATEST_MS = 3_000;

export interface RowDelay {
  readonly kind: string;
  /** How long the lag took in all. */
  readonly durationMs: number;
  /** From the moment when the lag reached its threshold, by the app's own clock, to the paint of its row. Infinity: no row came. */
  readonly delayMs: number;
  readonly whileItLasted: boolean;
}

interface ShownRow {
  readonly shownMs: number;
  /** The row said that the lag lasts. */
  readonly open: boolean;
}

/** The app lags on its schedule for so long while VS Code captures it; gives the delays of the rows of those lags. */
export async function rowDelays({ place, target, workbench }: Stage, seconds: number): Promise<readonly RowDelay[]> {
  const { frame } = await LaglensPanel.find(workbench);
  const { thresholdMs = DEFAULT_THRESHOLD_MS } = place;
  const fromMs = Date.now();
  await target.app.follow('all');
  await pause(seconds * 1_000);
  await target.app.follow('none');
  await pause(LATEST_MS);
  const shown: unknown = await frame.evaluate('laglensBench.rows');
  if (!Array.isArray(shown) || !shown.every(isShownRow)) throw new Error('The page did not note the rows of its lags.');
  const toWallMs = monotonicToWallMs();
  const lags = (await target.app.truth())
    .map((lag) => ({ lag, beginMs: toWallMs(lag.startUs) }))
    .filter(({ lag, beginMs }) => beginMs >= fromMs && lag.kind !== 'crowd' && lag.durationMs >= thresholdMs);
  return matchRows(lags, shown, thresholdMs);
}

/** Each lag takes the first row that nobody before it took and that can be its own. Those that nobody asked for take theirs, too. */
function matchRows(
  lags: readonly { lag: TruthLag; beginMs: number }[],
  shown: readonly ShownRow[],
  thresholdMs: number,
): readonly RowDelay[] {
  const rows = shown.toSorted((a, b) => a.shownMs - b.shownMs);
  const delays: RowDelay[] = [];
  for (const { lag, beginMs } of lags) {
    const crossedMs = beginMs + thresholdMs;
    const endMs = beginMs + lag.durationMs;
    // A row that is over before the lag is over belongs to another one.
    const canBeIts = ({ shownMs, open }: ShownRow): boolean => open || shownMs >= endMs + EARLIEST_MS;
    const row = rows.find((each) => each.shownMs - crossedMs >= EARLIEST_MS && each.shownMs - crossedMs <= LATEST_MS && canBeIts(each));
    if (row !== undefined) rows.splice(0, rows.indexOf(row) + 1);
    if (lag.kind === 'other') continue;
    const delayMs = row === undefined ? Number.POSITIVE_INFINITY : row.shownMs - crossedMs;
    const whileItLasted = row?.open === true && row.shownMs < endMs;
    delays.push({ kind: lag.kind, durationMs: lag.durationMs, delayMs, whileItLasted });
  }
  return delays;
}

function isShownRow(value: unknown): value is ShownRow {
  return typeof value === 'object' && value !== null && 'shownMs' in value && typeof value.shownMs === 'number' && 'open' in value;
}
