import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';

/** The host knows a lag's borders only as precisely as it samples, so a row may be early. */
const EARLIEST_MS = -50;
export const LATEST_MS = 3_000;

export interface RowDelay {
  readonly kind: string;
  /** Length of the whole lag. */
  readonly durationMs: number;
  /** From the lag's threshold, by the app's clock, to the paint of its row; infinite without a row. */
  readonly delayMs: number;
  readonly whileItLasted: boolean;
}

export interface ShownRow {
  readonly shownMs: number;
  /** The row showed an open lag. */
  readonly open: boolean;
}

/** A lag by the app's own clock, as wall time. */
export interface BegunLag {
  readonly lag: Pick<TruthLag, 'kind' | 'durationMs'>;
  readonly beginMs: number;
}

/** An assignment of rows to lags: its total cost, and the first lag's row. */
interface Way {
  readonly costMs: number;
  readonly row: ShownRow | undefined;
  readonly rest: Way | undefined;
}

/**
 * Assigns rows to lags, both by time, with the least sum of delays. So a lag without a row does not take the next one's. Unrequested lags
 * take rows, too, and are left out.
 */
export function matchRows(lags: readonly BegunLag[], shown: readonly ShownRow[], thresholdMs: number): readonly RowDelay[] {
  const rows = shown.toSorted((a, b) => a.shownMs - b.shownMs);
  // For each row: the best assignment of later lags to the rows from it on.
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

/** A row that ends before its lag belongs to another. */
function canBeIts(row: ShownRow, each: BegunLag, thresholdMs: number): boolean {
  const delayMs = delayOf(row, each, thresholdMs);
  const isItsTime = delayMs >= EARLIEST_MS && delayMs <= LATEST_MS;
  return isItsTime && (row.open || row.shownMs >= each.beginMs + each.lag.durationMs + EARLIEST_MS);
}
