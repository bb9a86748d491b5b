import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import { CallColumns } from './call-columns.ts';
import { NO_DATA_US } from './gap-walk.ts';
import { type Span, visitSpans } from './spans.ts';
import { DROPPED, type StackMap, type StackTree } from './stack-map.ts';

export { CallColumns } from './call-columns.ts';

/**
 * Calls of a thread between two times, by begin: what neighbouring samples have in common from the outermost frame on is one
 * call that goes on, also when its line moves. What ran below a line that moved is another call, and so is the same stack in
 * another message. Waiting for messages is a call of `nativePollOnce`.
 * @param stacks shows all stacks as they are in another tree: nodes of the calls are rows of it, and dropped stacks leave a hole
 */
export function calls(model: SessionModel, thread: Thread, fromUs: number, toUs: number, stacks?: StackMap): CallColumns {
  const isRunLoop = thread.isMain && model.runs[thread.run]?.isApple === true;
  const writer = new CallWriter(model, isRunLoop, stacks);
  visitSpans(model, thread, fromUs, toUs, (span) => writer.take(span));
  writer.closeFrom(0);
  return writer.calls;
}

class CallWriter {
  readonly calls = new CallColumns();
  readonly #model: SessionModel;
  readonly #isRunLoop: boolean;
  readonly #tree: StackTree;
  readonly #of: Uint32Array | undefined;
  /** The open calls, outermost first: row of `calls`, its node now, since when, and its longest node before. */
  readonly #open: number[] = [];
  readonly #nodes: number[] = [];
  readonly #sinceUs: number[] = [];
  readonly #longestUs: number[] = [];
  #message = -1;
  #endUs = 0;
  #endSlackUs = 0;

  constructor(model: SessionModel, isRunLoop: boolean, stacks: StackMap | undefined) {
    this.#model = model;
    this.#isRunLoop = isRunLoop;
    this.#tree = stacks ?? model.nodes;
    this.#of = stacks?.of;
  }

  take(span: Span): void {
    const unseenUs = this.#open.length === 0 ? 0 : span.beginUs - this.#endUs;
    if (unseenUs > NO_DATA_US) this.closeFrom(0);
    else if (span.message !== this.#message || unseenUs > 0) this.closeFrom(this.#looperDepth());
    const node = this.#of === undefined ? span.node : (this.#of[span.node] ?? 0);
    if (node === DROPPED) this.closeFrom(0);
    else this.#enter(span, node);
    this.#message = span.message;
    this.#endUs = span.endUs;
    this.#endSlackUs = span.endSlackUs;
  }

  /** Ends the open calls from a depth on where the last span ended. */
  closeFrom(depth: number): void {
    while (this.#open.length > depth) {
      const call = this.#open.pop() ?? 0;
      this.#keepLongest(this.#open.length, call);
      this.#nodes.pop();
      this.#sinceUs.pop();
      this.#longestUs.pop();
      this.calls.close(call, this.#endUs, this.#endSlackUs);
    }
  }

  #enter(span: Span, innermost: number): void {
    const tree = this.#tree;
    const path: number[] = [];
    let node = innermost;
    let depth = tree.depth[node] ?? 0;
    // Up to where both stacks are the same; nodes say that for all frames above at once.
    for (; depth > 0 && this.#nodes[depth - 1] !== node; depth--) {
      path.push(node);
      node = tree.parent[node] ?? 0;
    }
    const moved = path.at(-1);
    const goesOn = moved !== undefined && depth < this.#open.length && this.#methodAt(depth) === tree.method[moved];
    this.closeFrom(goesOn ? depth + 1 : depth);
    if (goesOn) {
      path.pop();
      this.#keepLongest(depth, this.#open[depth] ?? 0);
      this.#nodes[depth] = moved;
      this.#sinceUs[depth] = span.beginUs;
    }
    for (const opened of path.reverse()) {
      this.#open.push(this.calls.open(span.beginUs, this.#open.length, opened, span.beginSlackUs));
      this.#nodes.push(opened);
      this.#sinceUs.push(span.beginUs);
      this.#longestUs.push(0);
    }
  }

  #methodAt(depth: number): number | undefined {
    return this.#tree.method[this.#nodes[depth] ?? 0];
  }

  /** A call is shown by the line at which it stayed longest without a break. */
  #keepLongest(depth: number, call: number): void {
    const us = this.#endUs - (this.#sinceUs[depth] ?? 0);
    if (us < (this.#longestUs[depth] ?? 0)) return;
    this.#longestUs[depth] = us;
    this.calls.node[call] = this.#nodes[depth] ?? 0;
  }

  /** Frames down to the first of CoreFoundation, `CFRunLoopRunSpecific`: what that calls is another place for each turn. */
  #runLoopDepth(): number {
    const { methods, images } = this.#model;
    const image = (depth: number): string => images[methods[this.#methodAt(depth) ?? 0]?.image ?? 0]?.path ?? '';
    const first = this.#open.findIndex((_, depth) => image(depth).endsWith('/CoreFoundation'));
    return first < 0 ? Math.min(1, this.#open.length) : first + 1;
  }

  /** Frames down to the looper's own, which are the same calls for all messages. */
  #looperDepth(): number {
    for (let depth = this.#open.length; depth > 0; depth--) {
      const method = this.#model.methods[this.#methodAt(depth - 1) ?? 0];
      if (method?.class === 'Landroid/os/Looper;' && method.name.startsWith('loop')) return depth;
    }
    return this.#isRunLoop ? this.#runLoopDepth() : this.#open.length;
  }
}
