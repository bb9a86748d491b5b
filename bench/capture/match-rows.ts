import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';

/** Begin and end of a lag are known to the host only as well as it samples, so its row may be a little early. */
const EARLIEST_MS = -50;
export const LATEST_MS = 3_000;

export interface RowDelay {
  readonly kind: string;
  /** How long the lag took in all. */
  readonly durationMs: number;
  /** From the moment when the lag reached its threshold, by the app's own clock, to the paint of its row. Infinity: no row came. */
  readonly delayMs: number;
  readonly whileItLasted: boolean;
}

export interface ShownRow {
  readonly shownMs: number;
  /** The row said that the lag lasts. */
  readonly open: boolean;
}

/** A lag by the app's own clock, as wall time. */
export interface BegunLag {
  readonly lag: Pick<TruthLag, 'kind' | 'durationMs'>;
  readonly beginMs: number;
}

/** A way to give rows to lags: what it costs in all, and the row of the first lag. */
interface Way {
  readonly costMs: number;
  readonly row: ShownRow | undefined;
  readonly rest: Way | undefined;
}

/**
 * Gives rows to lags, both by time, so that all delays together are least; a lag without a row counts as the latest one. So one that has
 * none does not take the next lag's row, and that one the next's. Lags that nobody asked for take rows, too, and are not told.
 */
export function matchRows(lags: readonly BegunLag[], shown: readonly ShownRow[], thresholdMs: number): readonly RowDelay[] {
  const rows = shown.toSorted((a, b) => a.shownMs - b.shownMs);
  // Of the lags behind those that were looked at: the best way with the rows from each one on.
  let ways: readonly (Way | undefined)[] = Array<undefined>(rows.length + 1).fill(undefined);
  for (const each of lags.toReversed()) {
    const found: Way[] = [];
    for (let first = rows.length; first >= 0; first--) {
      const without: Way = { costMs: LATEST_MS + (ways[first]?.costMs ?? 0), row: undefined, rest: ways[first] };
      const later = found[0];
      const row = rows[first];
      const rest = ways[first + 1];
      const costMs = row === undefined || !canBeIts(row, each, thresholdMs) ? undefined : Math.abs(delayOf(row, each, thresholdMs));
      const taking = costMs === undefined ? undefined : { costMs: costMs + (rest?.costMs ?? 0), row, rest };
      found.unshift([later, taking].reduce<Way>((best, way) => (way !== undefined && way.costMs < best.costMs ? way : best), without));
    }
    ways = found;
  }
  const delays: RowDelay[] = [];
  let way = ways[0];
  for (const each of lags) {
    const row = way?.row;
    way = way?.rest;
    const { lag, beginMs } = each;
    if (lag.kind === 'other') continue;
    const delayMs = row === undefined ? Number.POSITIVE_INFINITY : delayOf(row, each, thresholdMs);
    const whileItLasted = row?.open === true && row.shownMs < beginMs + lag.durationMs;
    delays.push({ kind: lag.kind, durationMs: lag.durationMs, delayMs, whileItLasted });
  }
  return delays;
}

function delayOf({ shownMs }: ShownRow, { beginMs }: BegunLag, thresholdMs: number): number {
  return shownMs - beginMs - thresholdMs;
}

/** A row that is over before the lag is over belongs to another one. */
function canBeIts(row: ShownRow, each: BegunLag, thresholdMs: number): boolean {
  const delayMs = delayOf(row, each, thresholdMs);
  const isItsTime = delayMs >= EARLIEST_MS && delayMs <= LATEST_MS;
  return isItsTime && (row.open || row.shownMs >= each.beginMs + each.lag.durationMs + EARLIEST_MS);
}
