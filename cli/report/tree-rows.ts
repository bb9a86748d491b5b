import { type CallTree, callTree } from '../../core/analysis/calls/call-tree.ts';
import { TreeBuilder } from '../../core/analysis/calls/tree-builder.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import { float64At, uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';

export interface TreeRow {
  /** 0 for the outermost frame. */
  readonly depth: number;
  readonly label: string;
  readonly file: string;
  readonly line: number;
  readonly totalUs: number;
  readonly selfUs: number;
  readonly busyUs: number;
  /** Share of the range's work, 0 to 1. */
  readonly share: number;
  /** Recursive calls that are folded into this row, including itself. */
  readonly times: number;
}

/** Calls below this share are left out. */
const LEAST_SHARE = 0.01;
const MOST_ROWS = 400;

/** Rows of samples per step, which takes some milliseconds. */
const STEP_ROWS = 20_000;

export function* treeRowsInSteps(
  model: SessionModel,
  thread: Thread,
  rangeBeginUs: number,
  rangeEndUs: number,
): Generator<void, readonly TreeRow[]> {
  const builder = new TreeBuilder(model, thread);
  const { samples } = thread;
  let doneUs = rangeBeginUs;
  for (let row = STEP_ROWS; row < samples.length; row += STEP_ROWS) {
    const stepEndUs = Math.min(rangeEndUs, samples.endUsAt(row));
    if (stepEndUs <= doneUs) continue;
    builder.add(doneUs, stepEndUs);
    doneUs = stepEndUs;
    yield;
  }
  builder.add(doneUs, rangeEndUs);
  yield;
  return rowsOf(model, builder.build());
}

/** The calls in a range, callers before callees, the longest first. */
export function treeRows(model: SessionModel, thread: Thread, beginUs: number, endUs: number): readonly TreeRow[] {
  return rowsOf(model, callTree(model, thread, beginUs, endUs));
}

function rowsOf(model: SessionModel, tree: CallTree): readonly TreeRow[] {
  const allUs = Math.max(1, float64At(tree.totalUs, 0));
  const rows: TreeRow[] = [];
  const waiting: { readonly row: number; readonly depth: number }[] = childrenOf(tree, 0).map((row) => ({ row, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined && rows.length < MOST_ROWS; next = waiting.pop()) {
    const share = float64At(tree.totalUs, next.row) / allUs;
    if (share < LEAST_SHARE) continue;
    const { row, times, selfUs } = folded(tree, next.row);
    const { label, sourceFile, line } = frameOf(model, uint32At(tree.node, row));
    const [totalUs, busyUs] = [float64At(tree.totalUs, next.row), float64At(tree.busyUs, next.row)];
    rows.push({ depth: next.depth, label, file: sourceFile, line, totalUs, selfUs, busyUs, share, times });
    for (const child of childrenOf(tree, row)) waiting.push({ row: child, depth: next.depth + 1 });
  }
  return rows;
}

/** The shortest first, as they are taken from the end. */
function childrenOf(tree: CallTree, row: number): number[] {
  const children: number[] = [];
  for (let child = uint32At(tree.firstChild, row); child !== 0; child = uint32At(tree.nextSibling, child)) children.push(child);
  return children.reverse();
}

/** Skips recursive calls that do little else. */
function folded(tree: CallTree, from: number): { readonly row: number; readonly times: number; readonly selfUs: number } {
  let row = from;
  let times = 1;
  let selfUs = float64At(tree.selfUs, row);
  for (;;) {
    const child = uint32At(tree.firstChild, row);
    const isAlone = child !== 0 && uint32At(tree.nextSibling, child) === 0;
    if (!isAlone || tree.method[child] !== tree.method[row]) return { row, times, selfUs };
    row = child;
    times++;
    selfUs += float64At(tree.selfUs, row);
  }
}
