import { uint32At } from '../columns/at.ts';
/** Depth-first, callees right after their caller. */
export interface Preorder {
  /** Place in the walk by row. */
  readonly enter: Uint32Array;
  /** First place after all callees, by row. */
  readonly leave: Uint32Array;
}

/** Three linear passes. @param parent callers precede callees; row 0 is the root */
export function preorder(length: number, parent: Uint32Array): Preorder {
  const size = new Uint32Array(length).fill(1);
  for (let row = length - 1; row > 0; row--) {
    const caller = uint32At(parent, row);
    size[caller] = uint32At(size, caller) + uint32At(size, row);
  }
  const enter = new Uint32Array(length);
  const leave = size;
  const next = new Uint32Array(length).fill(1, 0, 1);
  for (let row = 1; row < length; row++) {
    const caller = uint32At(parent, row);
    const at = uint32At(next, caller);
    enter[row] = at;
    next[row] = at + 1;
    next[caller] = at + uint32At(size, row);
    leave[row] = at + uint32At(size, row);
  }
  return { enter, leave };
}
