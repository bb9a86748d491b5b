import type { CallChart } from '../../../core/analysis/calls/call-chart.ts';
import { type CallTimes, callTimes, callTimesWithin, frameAt, longestLine } from '../../../core/analysis/calls/call-lines.ts';
import { rowBlockedShare } from '../../../core/analysis/threads/blocked-time.ts';
import { rowBusyShare } from '../../../core/analysis/threads/busy-time.ts';
import { waitsForMessages } from '../../../core/analysis/threads/idle.ts';
import { rowReadyShare } from '../../../core/analysis/threads/ready-time.ts';
import { isStoppedByPauses } from '../../../core/analysis/threads/thread-tracks.ts';
import { float64At, uint32At } from '../../../core/columns/at.ts';
import { overlapUs } from '../../../core/session/columns/interval-columns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import type { ViewStacks } from '../../../core/trees/view-stacks.ts';
import { type BoxState, categoryIn } from '../../flame/box-state.ts';
import { rowAt, type StateTimes, stateTimes } from '../../flame/call-facts.ts';
import { depthOf, pieceOf } from '../../flame/call-item.ts';
import { chartRows } from '../../flame/chart-rows.ts';
import type { FlameContent } from '../../flame/content.ts';
import type { ViewRange } from '../../state/view-state.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { keyPath, type ViewContext } from '../view-context.ts';

interface TimeFacts {
  readonly model: SessionModel;
  readonly thread: Thread;
  readonly chart: CallChart;
  /** Transformed stacks of the chart; undefined for the model's own nodes. */
  readonly stacks: ViewStacks | undefined;
  readonly context: ViewContext;
  readonly bounds: Viewport;
  /** Whole of the shares; the selection changes while the calls stay. */
  range(): ViewRange;
}

export function timeContent(facts: TimeFacts): FlameContent {
  const { model, thread, chart, stacks, context, bounds, range } = facts;
  const { frames } = context;
  const tree = stacks ?? model.nodes;
  const flame = chartRows(chart, tree, bounds.fromX, bounds.toX);
  /** The node that names a call, of its longest line. */
  const shown = (item: number): number => {
    const row = frameAt(chart, tree.parent, depthOf(item), pieceOf(item));
    return stacks === undefined ? row : sampledNode(facts, stacks, row, pieceOf(item));
  };
  const methodOf = (item: number): number => uint32At(tree.method, frameAt(chart, tree.parent, depthOf(item), pieceOf(item)));
  const node = (item: number): number => {
    if (stacks !== undefined) return shown(item);
    return longestLine(chart, tree.parent, depthOf(item), chart.firstOf(depthOf(item), pieceOf(item)));
  };
  /** The outermost calls contain all samples, and the pointer returns to them. */
  let cached: (PartTimes & StateTimes & { readonly item: number; readonly range: ViewRange }) | undefined;
  const timesOf = (item: number): PartTimes & StateTimes => {
    const { fromUs, toUs } = range();
    if (cached?.item === item && cached.range.fromUs === fromUs && cached.range.toUs === toUs) return cached;
    const times = partTimes(chart, item, range());
    cached = { item, range: { fromUs, toUs }, ...times, ...stateTimes(model, thread, times.beginUs, times.endUs) };
    return cached;
  };
  const stateOf = (item: number): BoxState | undefined => boxState(model, chart, thread, item);
  return {
    axis: 'moments',
    flame,
    nodeOf: node,
    methodOf,
    items: {
      label: (item) => frames.of(shown(item)).label,
      category: (item) => categoryIn(stateOf(item), frames.ofMethod(methodOf(item)).category),
      state: stateOf,
      shade: (item) => frames.ofMethod(methodOf(item)).shade,
      certainty: (item) => frames.of(shown(item)).certainty,
      matches: () => true,
    },
    facts(item) {
      const times = timesOf(item);
      const { selfUs, uncertainUs } = times;
      const totalUs = times.endUs - times.beginUs;
      return {
        ...frames.of(node(item)),
        totalUs,
        selfUs,
        busyUs: times.busyUs,
        blockedUs: times.blockedUs,
        garbageUs: times.garbageUs,
        idleUs: times.idleUs,
        readyUs: times.readyUs,
        unknownUs: Math.max(0, totalUs - times.busyUs - times.blockedUs - times.readyUs - times.garbageUs - times.idleUs),
        samples: undefined,
        allocatedBytes: undefined,
        isShareOfBytes: false,
        share: times.share,
        wholeUs: times.wholeUs,
        uncertainUs,
        compared: undefined,
        states: times.states,
      };
    },
    chosen(item) {
      const row = frameAt(chart, tree.parent, depthOf(item), pieceOf(item));
      return { node: node(item), method: uint32At(tree.method, row), path: keyPath(tree, context, row) };
    },
  };
}

interface PartTimes extends CallTimes {
  /** Share of the range. */
  readonly share: number;
  /** Length of a call that is not all in the range. */
  readonly wholeUs: number | undefined;
}

/** Times of a call's part in the range; of all of a call outside. */
function partTimes(chart: CallChart, item: number, { fromUs, toUs }: ViewRange): PartTimes {
  const whole = callTimes(chart, depthOf(item), pieceOf(item));
  const part = callTimesWithin(chart, depthOf(item), pieceOf(item), { beginUs: fromUs, endUs: toUs });
  const [wholeUs, partUs] = [whole.endUs - whole.beginUs, part.endUs - part.beginUs];
  const share = Math.min(1, partUs / Math.max(1, toUs - fromUs));
  return { ...(partUs > 0 ? part : whole), share, wholeUs: partUs < wholeUs ? wholeUs : undefined };
}

/** The node of a view's row in a piece, from the sample in its middle. */
function sampledNode({ model, thread, chart }: TimeFacts, stacks: ViewStacks, row: number, piece: number): number {
  const middleUs = (float64At(chart.beginUs, piece) + chart.pieceEndUs(piece)) / 2;
  let node = model.shownNode(thread.run, thread.samples.nodeAt(rowAt(thread, middleUs)));
  // A stack with symbols may have added nodes.
  const { parent, method } = model.nodes;
  while (node !== 0 && (stacks.of[node] !== row || method[node] !== stacks.method[row])) node = uint32At(parent, node);
  return node === 0 ? stacks.nodeOf(row) : node;
}

/** State of an innermost call that is mostly off CPU. */
function boxState(model: SessionModel, chart: CallChart, thread: Thread, item: number): BoxState | undefined {
  const depth = depthOf(item);
  const first = pieceOf(item);
  // Usually another call follows at once.
  if (chart.depthOf(first) !== depth + 1) return undefined;
  const piece = middlePiece(chart, depth, first);
  if (chart.depthOf(piece) !== depth + 1) return undefined;
  const middleUs = (float64At(chart.beginUs, piece) + chart.pieceEndUs(piece)) / 2;
  const row = rowAt(thread, middleUs);
  const share = rowBusyShare(thread, row);
  if ((share ?? 1) >= 0.5) return undefined;
  if (waitsForMessages(model, thread, row, model.shownNode(thread.run, thread.samples.nodeAt(row)))) {
    return callsOthers(chart, depth, first) ? undefined : 'idle';
  }
  if (isStoppedByPauses(model, thread, row, share, false) && isPause(model, chart, thread, piece)) return 'garbage';
  if (rowBlockedShare(model, thread, row, share) >= 0.5) return 'blocked';
  return rowReadyShare(model, thread, row, share) >= 0.5 ? 'ready' : 'unknown';
}

/** The wait for messages between two calls of a function is no state of all its time. */
function callsOthers(chart: CallChart, depth: number, first: number): boolean {
  const end = chart.endOf(depth, first);
  for (let piece = first; piece < end; piece++) if (chart.depthOf(piece) > depth + 1) return true;
  return false;
}

/** In the middle of a call: it may wait a moment before it calls others. */
function middlePiece(chart: CallChart, depth: number, first: number): number {
  const end = chart.endOf(depth, first);
  if (end === first + 1) return first;
  return chart.pieceAt((float64At(chart.beginUs, first) + chart.pieceEndUs(end - 1)) / 2, first);
}

/** The garbage collector paused the app for most of the piece. */
function isPause(model: SessionModel, chart: CallChart, thread: Thread, piece: number): boolean {
  const beginUs = float64At(chart.beginUs, piece);
  const endUs = chart.pieceEndUs(piece);
  return overlapUs(model.runs[thread.run]?.gcs, beginUs, endUs) * 2 > endUs - beginUs;
}
