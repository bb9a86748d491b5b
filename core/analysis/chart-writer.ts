import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import { MAX_STACK_DEPTH } from '../wire/schema.ts';
import { CallChart } from './call-chart.ts';
import { NO_DATA_US } from './gap-walk.ts';
import { LooperDepth } from './looper-depth.ts';
import { type Span, visitSpans } from './spans.ts';
import { DROPPED, type StackMap, type StackTree } from './stack-map.ts';

/** So many rows of samples at the end may still be told otherwise by what comes next, and are taken again. */
const UNSETTLED_ROWS = 64;
/** Pieces beyond the rows: a row that was seen in several messages is a piece in each. */
const ROOM = 4_096;

/** Where writing can go on: the chart then, and what came before. */
interface Place {
  readonly pieces: number;
  readonly endUs: number;
  readonly message: number;
  readonly fromUs: number;
}

const BEGIN: Place = { pieces: 0, endUs: 0, message: -1, fromUs: 0 };

/**
 * Writes the chart of a thread, and goes on when the thread does: a live picture costs what is new. What neighbouring samples have
 * in common from the outermost frame on is one call that goes on, also when its line moves. What ran below a line that moved is
 * another call, and so is the same stack in another message. Waiting for messages is a call of `nativePollOnce`.
 */
export class ChartWriter {
  readonly chart = new CallChart();
  readonly #model: SessionModel;
  readonly #thread: Thread;
  readonly #tree: StackTree;
  readonly #map: StackMap | undefined;
  readonly #looper: LooperDepth;
  /** The stack at the end of the chart by depth, outermost first: rows of the tree. */
  readonly #stack = new Uint32Array(MAX_STACK_DEPTH);
  /** Frames of it. */
  #open = 0;
  #message = -1;
  #settled: Place = BEGIN;
  #unsettledRow = 0;
  #isSettled = false;

  /** @param stacks shows all stacks as they are in another tree: the chart's nodes are rows of it, and dropped stacks leave a hole */
  constructor(model: SessionModel, thread: Thread, stacks?: StackMap) {
    this.#model = model;
    this.#thread = thread;
    this.#tree = stacks ?? model.nodes;
    this.#map = stacks;
    this.#looper = new LooperDepth(model, thread, this.#tree);
  }

  /** Takes in what the thread did since the last time. */
  update(): void {
    this.#returnTo(this.#settled);
    const { samples } = this.#thread;
    this.#unsettledRow = Math.max(0, samples.length - UNSETTLED_ROWS);
    this.#isSettled = false;
    // Mostly a row is a piece. A thread that grows is given its rows by doubling, as all that grows.
    if (samples.length > 2 * this.chart.length) this.chart.reserve(samples.length + ROOM);
    this.write(this.#settled.fromUs, Number.POSITIVE_INFINITY);
  }

  /** Writes what the thread did between two times; nothing later may be in the chart yet. */
  write(fromUs: number, toUs: number): void {
    visitSpans(this.#model, this.#thread, fromUs, toUs, (span) => this.#take(span));
  }

  #returnTo({ pieces, endUs, message }: Place): void {
    this.chart.truncate(pieces);
    this.chart.endUs = endUs;
    this.#message = message;
    const { parent, depth } = this.#tree;
    let node = pieces === 0 ? 0 : (this.chart.node[pieces - 1] ?? 0);
    this.#open = depth[node] ?? 0;
    for (let at = this.#open; at > 0; at--) {
      this.#stack[at - 1] = node;
      node = parent[node] ?? 0;
    }
  }

  #take(span: Span): void {
    const { chart } = this;
    if (!this.#isSettled && span.row >= this.#unsettledRow) {
      this.#isSettled = true;
      this.#settled = { pieces: chart.length, endUs: chart.endUs, message: this.#message, fromUs: span.beginUs };
    }
    if (chart.length > 0 && span.beginUs > chart.endUs) this.#takeUnseen(span.beginUs - chart.endUs);
    if (span.message !== this.#message) this.#open = this.#looper.of(this.#stack, this.#open);
    const node = this.#map === undefined ? span.node : (this.#map.of[span.node] ?? DROPPED);
    this.#enter(span, node === DROPPED ? 0 : node);
    this.#message = span.message;
    chart.endUs = span.endUs;
    chart.endSlackUs = span.endSlackUs;
  }

  /** Nobody looked: for a moment only the looper's frames go on, for longer none. */
  #takeUnseen(unseenUs: number): void {
    const { chart } = this;
    const kept = unseenUs > NO_DATA_US ? 0 : this.#looper.of(this.#stack, this.#open);
    this.#open = kept;
    const node = kept === 0 ? 0 : (this.#stack[kept - 1] ?? 0);
    if (chart.node[chart.length - 1] !== node) chart.append(chart.endUs, node, kept, kept, false, chart.endSlackUs);
  }

  #enter(span: Span, innermost: number): void {
    const { chart } = this;
    const { parent, method, depth: depths } = this.#tree;
    const stack = this.#stack;
    const open = this.#open;
    const depth = depths[innermost] ?? 0;
    let node = innermost;
    let before = 0;
    let moved = 0;
    let kept = depth;
    // Up to where both stacks are the same; nodes say that for all frames above at once.
    for (; kept > 0 && (kept > open || stack[kept - 1] !== node); kept--) {
      before = stack[kept - 1] ?? 0;
      stack[kept - 1] = node;
      moved = node;
      node = parent[node] ?? 0;
    }
    this.#open = depth;
    // Behind a message the looper's frames may be all there is left of the last piece's.
    if (kept === depth && open === depth && chart.length > 0 && chart.node[chart.length - 1] === innermost) return;
    const goesOn = kept < depth && kept < open && method[before] === method[moved];
    chart.append(span.beginUs, innermost, depth, goesOn ? kept + 1 : kept, goesOn, span.beginSlackUs);
  }
}
