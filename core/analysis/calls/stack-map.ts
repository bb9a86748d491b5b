/** Marks left-out stacks in `StackMap.of`: their time stays empty. */
export const DROPPED = 0xffff_ffff;

/** Stack nodes, callers before callees; row 0 is the empty stack. */
export interface StackTree {
  /** Row of the caller, 0 for the outermost frame. */
  readonly parent: Uint32Array;
  /** Row of `model.methods`. */
  readonly method: Uint32Array;
  /** Frames from the outermost, 0 for the empty stack. */
  readonly depth: Uint32Array;
}

/** Another tree of stacks, with each stack of the model in it. */
export interface StackMap extends StackTree {
  /** By row of `model.nodes`: row of this tree, or `DROPPED`. */
  readonly of: Uint32Array;
}
