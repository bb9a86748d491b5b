/** Rows of a tree in the order in which a walk meets them, callees right behind their caller. */
export interface Preorder {
  /** Place in the walk by row. */
  readonly enter: Uint32Array;
  /** First place behind all that a row calls, by row. */
  readonly leave: Uint32Array;
}

/** Three linear passes, no walk. @param parent callers stand before callees; row 0 is the root */
export function preorder(length: number, parent: Uint32Array): Preorder {
  const size = new Uint32Array(length).fill(1);
  for (let row = length - 1; row > 0; row--) {
    const caller = parent[row] ?? 0;
    size[caller] = (size[caller] ?? 0) + (size[row] ?? 0);
  }
  const enter = new Uint32Array(length);
  const leave = size;
  const next = new Uint32Array(length).fill(1, 0, 1);
  for (let row = 1; row < length; row++) {
    const caller = parent[row] ?? 0;
    const at = next[caller] ?? 0;
    enter[row] = at;
    next[row] = at + 1;
    next[caller] = at + (size[row] ?? 0);
    leave[row] = at + (size[row] ?? 0);
  }
  return { enter, leave };
}
