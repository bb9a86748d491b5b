import { numberAt } from '../../../../core/columns/at.ts';
import type { TreeDiff } from '../tree-diff.ts';

/** Places are shares of the whole width. */
export interface FlameBox {
  readonly name: string;
  /** From 0. */
  readonly depth: number;
  readonly left: number;
  readonly width: number;
  /** Microseconds per observed minute. */
  readonly beforeUs: number;
  readonly nowUs: number;
}

export interface FlameBoxes {
  /** The widest first, callers before callees; callees by their time, side by side. */
  readonly boxes: readonly FlameBox[];
  /** All of main's time on the side that has more of it. Microseconds per observed minute. */
  readonly mostUs: number;
}

/** More are not drawn, whatever a session brings. */
const MOST_BOXES = 2_000;
/** Narrower ones cannot be seen. */
const LEAST_WIDTH = 0.001;
/** Of the first boxes, such as the looper's, that say nothing. */
const PLUMBING = 0.98;
const ROOT = 'all of main';

/** Undefined if no session has stacks of main. */
export function flameBoxes({ names, parent, beforeUs, nowUs }: TreeDiff): FlameBoxes | undefined {
  const both = parent.map((_, row) => numberAt(beforeUs, row) + numberAt(nowUs, row));
  const calleesOf = calleesByTime(parent, both);
  const top = firstBranch(calleesOf, both);
  const all = numberAt(both, top);
  if (all <= 0) return undefined;
  const boxes: FlameBox[] = [];
  const open = [{ row: top, depth: 0, left: 0 }];
  for (const { row, depth, left } of open) {
    const width = numberAt(both, row) / all;
    boxes.push({ name: names[row] || ROOT, depth, left, width, beforeUs: numberAt(beforeUs, row), nowUs: numberAt(nowUs, row) });
    let at = left;
    for (const callee of calleesOf.get(row) ?? []) {
      const share = numberAt(both, callee) / all;
      if (share >= LEAST_WIDTH) open.push({ row: callee, depth: depth + 1, left: at });
      at += share;
    }
  }
  const widest = boxes.sort((a, b) => b.width - a.width || a.depth - b.depth).slice(0, MOST_BOXES);
  return { boxes: widest, mostUs: Math.max(numberAt(beforeUs, 0), numberAt(nowUs, 0)) };
}

function calleesByTime(parent: readonly number[], times: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const callees = new Map<number, number[]>();
  for (const [row, caller] of parent.entries()) {
    if (row === 0) continue;
    const known = callees.get(caller);
    if (known === undefined) callees.set(caller, [row]);
    else known.push(row);
  }
  for (const rows of callees.values()) rows.sort((a, b) => numberAt(times, b) - numberAt(times, a));
  return callees;
}

/** Row at which the callers of almost everything end. */
function firstBranch(calleesOf: ReadonlyMap<number, readonly number[]>, times: readonly number[]): number {
  let row = 0;
  for (;;) {
    const [widest] = calleesOf.get(row) ?? [];
    const after = widest === undefined ? undefined : calleesOf.get(widest)?.[0];
    if (widest === undefined || after === undefined) return row;
    if (numberAt(times, widest) < PLUMBING * numberAt(times, 0)) return row;
    row = widest;
  }
}
