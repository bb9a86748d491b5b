import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { TreeBuilder } from './tree-builder.ts';

/** Calls of a range, aggregated as columns. Row 0 is the root; parents precede children. Microseconds. */
export interface CallTree {
  readonly length: number;
  /** Row of the caller; 0 for row 0 itself. */
  readonly parent: Uint32Array;
  /** Row of `model.methods`. */
  readonly method: Uint32Array;
  /** Frames from the outermost: 1 below row 0. */
  readonly depth: Uint32Array;
  /** Row of `model.nodes` of the method's hottest line here. */
  readonly node: Uint32Array;
  readonly selfUs: Float64Array;
  readonly totalUs: Float64Array;
  readonly busyUs: Float64Array;
  /** Part of the total with a known wait. The rest had no core, or is unknown. */
  readonly blockedUs: Float64Array;
  /** Child with the longest total time, 0 if none. */
  readonly firstChild: Uint32Array;
  /** Next sibling by total time; 0 if none. */
  readonly nextSibling: Uint32Array;
  /** Main's waits for messages, in no row. */
  readonly idleUs: number;
}

export function callTree(model: SessionModel, thread: Thread, beginUs: number, endUs: number): CallTree {
  const builder = new TreeBuilder(model, thread);
  builder.add(beginUs, endUs);
  return builder.build();
}
