import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { MAX_STACK_DEPTH } from '../../wire/schema.ts';
import { NO_DATA_US } from '../threads/observed-time.ts';
import { CallChart } from './call-chart.ts';
import { LooperDepth } from './looper-depth.ts';
import { DROPPED, type StackTree } from './stack-map.ts';

/** Writes a thread's stacks into a chart; frames shared by consecutive stacks continue. */
export class CallChartBuilder {
  readonly chart = new CallChart();
  readonly #tree: StackTree;
  readonly #looper: LooperDepth;
  #parent: Uint32Array;
  #method: Uint32Array;
  #depth: Uint32Array;
  /** The last stack by depth, outermost first: rows of the tree. */
  readonly #stack = new Uint32Array(MAX_STACK_DEPTH);
  /** Its number of frames. */
  #open = 0;

  /** @param tree the chart's nodes are its rows */
  constructor(model: SessionModel, thread: Thread, tree: StackTree) {
    this.#tree = tree;
    this.#looper = new LooperDepth(model, thread, tree);
    this.#parent = tree.parent;
    this.#method = tree.method;
    this.#depth = tree.depth;
  }

  /** The tree may have grown. */
  begin(): void {
    this.#parent = this.#tree.parent;
    this.#method = this.#tree.method;
    this.#depth = this.#tree.depth;
  }

  /** The rest ends at a time. */
  returnTo(pieces: number, endUs: number): void {
    this.begin();
    this.chart.truncate(pieces);
    this.chart.endUs = endUs;
    let node = pieces === 0 ? 0 : uint32At(this.chart.node, pieces - 1);
    this.#open = uint32At(this.#depth, node);
    for (let at = this.#open; at > 0; at--) {
      this.#stack[at - 1] = node;
      node = uint32At(this.#parent, node);
    }
  }

  /** At a message's border only the looper's frames continue. */
  message(): void {
    this.#open = this.#looper.of(this.#stack, this.#open);
  }

  /** A gap without samples: after a short one the looper's frames continue, otherwise none. */
  unseen(unseenUs: number): void {
    const { chart } = this;
    const kept = unseenUs > NO_DATA_US ? 0 : this.#looper.of(this.#stack, this.#open);
    this.#open = kept;
    const node = kept === 0 ? 0 : uint32At(this.#stack, kept - 1);
    if (chart.node[chart.length - 1] !== node) chart.append(chart.endUs, node, kept, kept, false, chart.endSlackUs);
  }

  /** This stack from now on, or none for `DROPPED`. */
  enter(beginUs: number, slackUs: number, row: number): void {
    const { chart } = this;
    const parent = this.#parent;
    const stack = this.#stack;
    const open = this.#open;
    const innermost = row === DROPPED ? 0 : row;
    const depth = uint32At(this.#depth, innermost);
    let node = innermost;
    let before = 0;
    let moved = 0;
    let kept = depth;
    // The innermost common node implies all frames above.
    for (; kept > 0 && (kept > open || stack[kept - 1] !== node); kept--) {
      before = uint32At(stack, kept - 1);
      stack[kept - 1] = node;
      moved = node;
      node = uint32At(parent, node);
    }
    this.#open = depth;
    // After a message, only the last piece's looper frames may be left.
    if (kept === depth && open === depth && chart.length > 0 && chart.node[chart.length - 1] === innermost) return;
    const goesOn = kept < depth && kept < open && this.#method[before] === this.#method[moved];
    chart.append(beginUs, innermost, depth, goesOn ? kept + 1 : kept, goesOn, slackUs);
  }
}
