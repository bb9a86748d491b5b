import { type CallTree, callTree } from '../../core/analysis/calls/call-tree.ts';
import { TreeBuilder } from '../../core/analysis/calls/tree-builder.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';

/** One line of a flame graph as text. */
export interface TreeRow {
  /** 0 for the outermost frame. */
  readonly depth: number;
  readonly label: string;
  readonly file: string;
  readonly line: number;
  readonly totalUs: number;
  readonly selfUs: number;
  readonly busyUs: number;
  /** Share of the stretch's work, 0 to 1. */
  readonly share: number;
  /** How often the method called itself, folded to this row; 1 when it did not. */
  readonly times: number;
}

/** Below this share a call is left out. */
const LEAST_SHARE = 0.01;
const MOST_ROWS = 400;

/** Rows of samples that one step sums up: some milliseconds. */
const STEP_ROWS = 20_000;

/** As `treeRows`, in steps. */
export function* treeRowsInSteps(
  model: SessionModel,
  thread: Thread,
  rangeBeginUs: number,
  rangeEndUs: number,
): Generator<void, readonly TreeRow[]> {
  const builder = new TreeBuilder(model, thread);
  const { endUs, length } = thread.samples;
  let doneUs = rangeBeginUs;
  for (let row = STEP_ROWS; row < length; row += STEP_ROWS) {
    const stepEndUs = Math.min(rangeEndUs, endUs[row] ?? 0);
    if (stepEndUs <= doneUs) continue;
    builder.add(doneUs, stepEndUs);
    doneUs = stepEndUs;
    yield;
  }
  builder.add(doneUs, rangeEndUs);
  yield;
  return rowsOf(model, builder.build());
}

/** The calls of a stretch, callers before callees, the longest first. */
export function treeRows(model: SessionModel, thread: Thread, beginUs: number, endUs: number): readonly TreeRow[] {
  return rowsOf(model, callTree(model, thread, beginUs, endUs));
}

function rowsOf(model: SessionModel, tree: CallTree): readonly TreeRow[] {
  const allUs = Math.max(1, tree.totalUs[0] ?? 0);
  const rows: TreeRow[] = [];
  const waiting: { readonly row: number; readonly depth: number }[] = childrenOf(tree, 0).map((row) => ({ row, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined && rows.length < MOST_ROWS; next = waiting.pop()) {
    const share = (tree.totalUs[next.row] ?? 0) / allUs;
    if (share < LEAST_SHARE) continue;
    const { row, times, selfUs } = folded(tree, next.row);
    const { label, sourceFile, line } = frameOf(model, tree.node[row] ?? 0);
    const [totalUs, busyUs] = [tree.totalUs[next.row] ?? 0, tree.busyUs[next.row] ?? 0];
    rows.push({ depth: next.depth, label, file: sourceFile, line, totalUs, selfUs, busyUs, share, times });
    for (const child of childrenOf(tree, row)) waiting.push({ row: child, depth: next.depth + 1 });
  }
  return rows;
}

/** The shortest first: they are taken from the end. */
function childrenOf(tree: CallTree, row: number): number[] {
  const children: number[] = [];
  for (let child = tree.firstChild[row] ?? 0; child !== 0; child = tree.nextSibling[child] ?? 0) children.push(child);
  return children.reverse();
}

/** Follows a method that does little but call itself down to where it does something else. */
function folded(tree: CallTree, from: number): { readonly row: number; readonly times: number; readonly selfUs: number } {
  let row = from;
  let times = 1;
  let selfUs = tree.selfUs[row] ?? 0;
  for (;;) {
    const child = tree.firstChild[row] ?? 0;
    const isAlone = child !== 0 && (tree.nextSibling[child] ?? 0) === 0;
    if (!isAlone || tree.method[child] !== tree.method[row]) return { row, times, selfUs };
    row = child;
    times++;
    selfUs += tree.selfUs[row] ?? 0;
  }
}
