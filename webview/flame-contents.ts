import { rowBusyShare } from '../core/analysis/busy-time.ts';
import type { CallChart } from '../core/analysis/call-chart.ts';
import { callTimes, frameAt, longestLine } from '../core/analysis/call-lines.ts';
import type { CallTree } from '../core/analysis/call-tree.ts';
import { waitsForMessages } from '../core/analysis/idle.ts';
import type { SessionModel } from '../core/session/model.ts';
import type { Thread } from '../core/session/thread.ts';
import { rowAt, stateTimes } from './flame/call-facts.ts';
import { depthOf, pieceOf } from './flame/call-item.ts';
import { chartRows } from './flame/chart-rows.ts';
import type { FlameContent } from './flame/content.ts';
import type { FlameItems } from './flame/painter.ts';
import { rowsOf } from './flame/rows.ts';
import { layOutTree } from './flame/tree-layout.ts';
import type { Viewport } from './flame/viewport.ts';
import type { FrameLook, FrameLooks } from './frames.ts';
import { text } from './text.ts';
import type { FrameCategory } from './theme.ts';

/** The picture over time. `stretchUs` is asked each time: what is selected changes while the calls stay. */
export function callContent(
  model: SessionModel,
  chart: CallChart,
  thread: Thread,
  looks: FrameLooks,
  bounds: Viewport,
  stretchUs: () => number,
): FlameContent {
  const { nodes } = model;
  const flame = chartRows(chart, nodes, bounds.fromX, bounds.toX);
  const firstNode = (item: number): number => frameAt(chart, nodes.parent, depthOf(item), pieceOf(item));
  const node = (item: number): number => longestLine(chart, nodes.parent, depthOf(item), chart.firstOf(depthOf(item), pieceOf(item)));
  return {
    mode: 'time',
    flame,
    nodeOf: node,
    items: {
      ...itemsOf(
        (item) => looks.of(firstNode(item)),
        () => undefined,
      ),
      category(item) {
        const category = looks.category(firstNode(item));
        return category === 'idle' ? category : (waitingCategory(model, chart, thread, item) ?? category);
      },
      shade: (item) => looks.shade(firstNode(item)),
    },
    facts(item) {
      const { beginUs, endUs, selfUs, uncertainUs } = callTimes(chart, depthOf(item), pieceOf(item));
      const totalUs = endUs - beginUs;
      const times = stateTimes(thread, beginUs, endUs);
      const { label, name, place, inlinedAt, note } = looks.of(node(item));
      return {
        label,
        name,
        place,
        inlinedAt,
        note,
        totalUs,
        selfUs,
        busyUs: times.busyUs,
        blockedUs: times.blockedUs,
        share: Math.min(1, totalUs / stretchUs()),
        uncertainUs,
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
function waitingCategory(model: SessionModel, chart: CallChart, thread: Thread, item: number): FrameCategory | undefined {
  const depth = depthOf(item);
  const piece = pieceOf(item);
  // Mostly something was called at once: then it is not the innermost for long.
  if (chart.depthOf(piece) !== depth + 1) return undefined;
  const middleUs = ((chart.beginUs[piece] ?? 0) + chart.pieceEndUs(piece)) / 2;
  const row = rowAt(thread, middleUs);
  if ((rowBusyShare(thread, row) ?? 1) >= 0.5) return undefined;
  return waitsForMessages(model, thread, row, model.shownNode(thread.run, thread.samples.node[row] ?? 0)) ? 'idle' : 'waiting';
}
