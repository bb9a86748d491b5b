import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { TreeBuilder } from './tree-builder.ts';

/**
 * Calls of a stretch summed up, as columns. Row 0 is all of it; parents stand before their children. Times are microseconds.
 */
export interface CallTree {
  readonly length: number;
  /** Row of the caller; 0 for row 0 itself. */
  readonly parent: Uint32Array;
  /** Row of `model.methods`. */
  readonly method: Uint32Array;
  /** Frames from the outermost on: 1 below row 0. */
  readonly depth: Uint32Array;
  /** Row of `model.nodes` of the method's hottest line here. */
  readonly node: Uint32Array;
  readonly selfUs: Float64Array;
  readonly totalUs: Float64Array;
  /** Of the total: on CPU. */
  readonly busyUs: Float64Array;
  /** Of the total: known to have waited. What is neither was ready without a core, or is not known. */
  readonly blockedUs: Float64Array;
  /** Child with the longest total time, 0 none. */
  readonly firstChild: Uint32Array;
  /** Next child of the same parent, by total time; 0 none. */
  readonly nextSibling: Uint32Array;
  /** Time in which main waited for messages; in no row. */
  readonly idleUs: number;
}

/** Calls of a thread between two times, summed up. */
export function callTree(model: SessionModel, thread: Thread, beginUs: number, endUs: number): CallTree {
  const builder = new TreeBuilder(model, thread);
  builder.add(beginUs, endUs);
  return builder.build();
}
