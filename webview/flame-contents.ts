import type { Thread } from '../core/session/thread.ts';
import { isBlockedState, rowAt, stateTimes } from './flame/call-facts.ts';
import type { FlameContent } from './flame/content.ts';
import type { FlameItems } from './flame/painter.ts';
import { type FlameRows, firstEndingAfter, rowsOf } from './flame/rows.ts';
import { layOutTree, type TreeColumns } from './flame/tree-layout.ts';
import type { Viewport } from './flame/viewport.ts';
import type { FrameLook, FrameLooks } from './frames.ts';
import { text } from './text.ts';

/** Calls in the order of their begin, as columns. Times in session microseconds. */
export interface CallColumns {
  readonly length: number;
  readonly beginUs: ArrayLike<number>;
  readonly endUs: ArrayLike<number>;
  readonly depth: ArrayLike<number>;
  readonly node: ArrayLike<number>;
  readonly uncertainUs: ArrayLike<number>;
}

/** A summed call tree as columns. */
export interface SummedTree extends TreeColumns {
  readonly node: ArrayLike<number>;
  readonly depth: ArrayLike<number>;
  readonly selfUs: ArrayLike<number>;
  readonly busyUs: ArrayLike<number>;
}

/** The picture over time. `stretchUs` is asked each time: what is selected changes while the calls stay. */
export function callContent(
  calls: CallColumns,
  thread: Thread,
  looks: FrameLooks,
  bounds: Viewport,
  stretchUs: () => number,
): FlameContent {
  const flame = rowsOf({ count: calls.length, depth: calls.depth, begin: calls.beginUs, end: calls.endUs }, bounds.fromX, bounds.toX);
  const node = (call: number): number => calls.node[call] ?? 0;
  return {
    mode: 'time',
    flame,
    nodeOf: node,
    items: itemsOf(
      (call) => looks.of(node(call)),
      (call) => isWaiting(calls, thread, call),
    ),
    facts(call) {
      const beginUs = calls.beginUs[call] ?? 0;
      const endUs = calls.endUs[call] ?? 0;
      const totalUs = endUs - beginUs;
      const times = stateTimes(thread, beginUs, endUs);
      const { name, place, inlinedFrom } = looks.of(node(call));
      return {
        name,
        place,
        inlinedFrom,
        totalUs,
        selfUs: totalUs - calleesUs(flame, calls.depth[call] ?? 0, beginUs, endUs),
        busyUs: times.busyUs,
        blockedUs: times.blockedUs,
        share: Math.min(1, totalUs / stretchUs()),
        uncertainUs: calls.uncertainUs[call] ?? 0,
        states: times.states.map((state) => text(state)),
      };
    },
  };
}

/** The summed picture. */
export function treeContent(tree: SummedTree, looks: FrameLooks): FlameContent {
  const { order, begin, end } = layOutTree(tree);
  const inOrder = (column: ArrayLike<number>): Float64Array => Float64Array.from(order, (node) => column[node] ?? 0);
  const sum = outermostUs(tree);
  const flame = rowsOf({ count: tree.length, depth: inOrder(tree.depth), begin: inOrder(begin), end: inOrder(end) }, 0, sum);
  const branch = (item: number): number => order[item] ?? 0;
  const node = (item: number): number => tree.node[branch(item)] ?? 0;
  return {
    mode: 'aggregated',
    flame,
    nodeOf: node,
    items: itemsOf(
      (item) => looks.of(node(item)),
      (item) => (tree.selfUs[branch(item)] ?? 0) > 0 && (tree.busyUs[branch(item)] ?? 0) * 2 < (tree.totalUs[branch(item)] ?? 0),
    ),
    facts(item) {
      const totalUs = tree.totalUs[branch(item)] ?? 0;
      const busyUs = tree.busyUs[branch(item)] ?? 0;
      const { name, place, inlinedFrom } = looks.of(node(item));
      const share = totalUs / Math.max(1, sum);
      return {
        name,
        place,
        inlinedFrom,
        totalUs,
        selfUs: tree.selfUs[branch(item)] ?? 0,
        busyUs,
        blockedUs: totalUs - busyUs,
        share,
        uncertainUs: 0,
        states: [],
      };
    },
  };
}

function itemsOf(look: (item: number) => FrameLook, isWaitingItem: (item: number) => boolean): FlameItems {
  return {
    label: (item) => look(item).label,
    category(item) {
      const { category } = look(item);
      return category !== 'idle' && category !== 'app' && isWaitingItem(item) ? 'waiting' : category;
    },
    shade: (item) => look(item).shade,
    matches: () => true,
  };
}

/** True for an innermost call in which the thread waits. */
function isWaiting(calls: CallColumns, thread: Thread, call: number): boolean {
  const middleUs = ((calls.beginUs[call] ?? 0) + (calls.endUs[call] ?? 0)) / 2;
  const row = rowAt(thread, middleUs);
  return isBlockedState(thread.samples.state[row] ?? 0) && thread.samples.node[row] === calls.node[call];
}

function calleesUs(flame: FlameRows, depth: number, beginUs: number, endUs: number): number {
  const row = flame.rows[depth + 1];
  if (row === undefined) return 0;
  let sum = 0;
  for (let box = firstEndingAfter(row, beginUs); box < row.count && (row.begin[box] ?? 0) < endUs; box++) {
    sum += (row.end[box] ?? 0) - (row.begin[box] ?? 0);
  }
  return sum;
}

function outermostUs(tree: SummedTree): number {
  let sum = 0;
  for (let node = 0; node < tree.length; node++) if ((tree.parent[node] ?? -1) < 0) sum += tree.totalUs[node] ?? 0;
  return sum;
}
