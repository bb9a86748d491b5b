import type { BaselineTree } from '../../../core/analysis/lags/groups/baseline-tree.ts';
import { numberAt } from '../../../core/columns/at.ts';

/**
 * Main's stacks of both sets by names that survive rebuilds, waits for messages left out. Row 0 is the root; callers precede callees. A
 * function that calls itself is one row.
 */
export interface TreeDiff {
  readonly names: readonly string[];
  /** Row of the caller; 0 for row 0 itself. */
  readonly parent: readonly number[];
  /** With callees, in microseconds per observed minute. */
  readonly beforeUs: readonly number[];
  readonly nowUs: readonly number[];
}

export interface CapturedTree {
  readonly tree: BaselineTree;
  readonly observedUs: number;
}

export function treeDiff(before: readonly CapturedTree[], now: readonly CapturedTree[]): TreeDiff {
  const rows = new JoinedRows();
  const beforeUs = timesOf(before, rows);
  const nowUs = timesOf(now, rows);
  const { names, parent } = rows;
  return { names, parent, beforeUs: perMinute(beforeUs, parent, before), nowUs: perMinute(nowUs, parent, now) };
}

class JoinedRows {
  readonly names = [''];
  readonly parent = [0];
  readonly #rows = new Map<string, number>();

  rowOf(caller: number, name: string): number {
    if (name === this.names[caller]) return caller;
    const place = `${caller} ${name}`;
    const known = this.#rows.get(place);
    if (known !== undefined) return known;
    const row = this.names.push(name) - 1;
    this.parent.push(caller);
    this.#rows.set(place, row);
    return row;
  }
}

/** Self times by row. */
function timesOf(captures: readonly CapturedTree[], rows: JoinedRows): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const { tree } of captures) {
    const places: number[] = [];
    for (const [at, name] of tree.name.entries()) {
      const row = at === 0 ? 0 : rows.rowOf(numberAt(places, numberAt(tree.parent, at)), tree.names[name] ?? '');
      places.push(row);
      times.set(row, (times.get(row) ?? 0) + numberAt(tree.selfUs, at));
    }
  }
  return times;
}

function perMinute(selfUs: ReadonlyMap<number, number>, parent: readonly number[], captures: readonly CapturedTree[]): readonly number[] {
  const minutes = captures.reduce((sum, { observedUs }) => sum + observedUs, 0) / 60e6;
  const totals = parent.map((_, row) => (minutes > 0 ? (selfUs.get(row) ?? 0) / minutes : 0));
  for (let row = totals.length - 1; row > 0; row--) {
    const caller = numberAt(parent, row);
    totals[caller] = numberAt(totals, caller) + numberAt(totals, row);
  }
  return totals;
}
