import { rowBusyShare } from '../core/analysis/busy-time.ts';
import type { CallColumns } from '../core/analysis/call-columns.ts';
import type { CallTree } from '../core/analysis/call-tree.ts';
import { waitsForMessages } from '../core/analysis/idle.ts';
import type { SessionModel } from '../core/session/model.ts';
import type { Thread } from '../core/session/thread.ts';
import { rowAt, stateTimes } from './flame/call-facts.ts';
import type { FlameContent } from './flame/content.ts';
import type { FlameItems } from './flame/painter.ts';
import { type FlameRows, firstEndingAfter, rowsOf } from './flame/rows.ts';
import { layOutTree } from './flame/tree-layout.ts';
import type { Viewport } from './flame/viewport.ts';
import type { FrameLook, FrameLooks } from './frames.ts';
import { text } from './text.ts';
import type { FrameCategory } from './theme.ts';

/** The picture over time. `stretchUs` is asked each time: what is selected changes while the calls stay. */
export function callContent(
  model: SessionModel,
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
      (call) => waitingCategory(model, calls, thread, call),
    ),
    facts(call) {
      const beginUs = calls.beginUs[call] ?? 0;
      const endUs = calls.endUs[call] ?? 0;
      const totalUs = endUs - beginUs;
      const times = stateTimes(thread, beginUs, endUs);
      const { label, name, place, inlinedAt, note } = looks.of(node(call));
      return {
        label,
        name,
        place,
        inlinedAt,
        note,
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
export function treeContent(tree: CallTree, looks: FrameLooks): FlameContent {
  const { order, begin, end } = layOutTree(tree);
  // Row 0 is all of it and no frame: its children are the outermost.
  const depth = Uint32Array.from(order, (row) => Math.max(0, (tree.depth[row] ?? 1) - 1));
  const sum = Math.max(1, tree.totalUs[0] ?? 0);
  const flame = rowsOf({ count: order.length, depth, begin, end }, 0, sum);
  const row = (item: number): number => order[item] ?? 0;
  const node = (item: number): number => tree.node[row(item)] ?? 0;
  const us = (column: Float64Array, item: number): number => column[row(item)] ?? 0;
  const waitingRow = (item: number): FrameCategory | undefined =>
    us(tree.selfUs, item) * 2 > us(tree.totalUs, item) && us(tree.blockedUs, item) * 2 > us(tree.totalUs, item) ? 'waiting' : undefined;
  return {
    mode: 'aggregated',
    flame,
    nodeOf: node,
    items: itemsOf((item) => looks.of(node(item)), waitingRow),
    facts(item) {
      const { label, name, place, inlinedAt, note } = looks.of(node(item));
      return {
        label,
        name,
        place,
        inlinedAt,
        note,
        totalUs: us(tree.totalUs, item),
        selfUs: us(tree.selfUs, item),
        busyUs: us(tree.busyUs, item),
        blockedUs: us(tree.blockedUs, item),
        share: us(tree.totalUs, item) / sum,
        uncertainUs: 0,
        states: [],
      };
    },
  };
}

/** @param waiting what a thread that waits in the item waits for, undefined when it does not */
function itemsOf(look: (item: number) => FrameLook, waiting: (item: number) => FrameCategory | undefined): FlameItems {
  return {
    label: (item) => look(item).label,
    category(item) {
      const { category } = look(item);
      return category === 'idle' ? category : (waiting(item) ?? category);
    },
    shade: (item) => look(item).shade,
    certainty: (item) => look(item).certainty,
    matches: () => true,
  };
}

/** Of an innermost call in which the thread waits: for its next message, or for something else. */
function waitingCategory(model: SessionModel, calls: CallColumns, thread: Thread, call: number): FrameCategory | undefined {
  const middleUs = ((calls.beginUs[call] ?? 0) + (calls.endUs[call] ?? 0)) / 2;
  const row = rowAt(thread, middleUs);
  const node = model.shownNode(thread.run, thread.samples.node[row] ?? 0);
  if ((rowBusyShare(thread, row) ?? 1) >= 0.5 || node !== calls.node[call]) return undefined;
  return waitsForMessages(model, thread, row, node) ? 'idle' : 'waiting';
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
