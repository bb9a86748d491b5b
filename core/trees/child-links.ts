/** Children of each row as linked lists, the heaviest first; what weighs nothing is in none. */
export interface ChildLinks {
  /** Heaviest child, 0 none. */
  readonly firstChild: Uint32Array;
  /** Next child of the same parent, 0 none. */
  readonly nextSibling: Uint32Array;
}

/** Up to so many children a list is sorted where it lies; nearly all are shorter. */
const SHORT = 12;

/**
 * Sorts the children of each row by weight, the heaviest first.
 * @param parent callers stand before callees
 */
export function childLinks(length: number, parent: Uint32Array, weight: ArrayLike<number>): ChildLinks {
  const start = new Uint32Array(length + 1);
  for (let row = 1; row < length; row++) {
    if ((weight[row] ?? 0) <= 0) continue;
    const at = (parent[row] ?? 0) + 1;
    start[at] = (start[at] ?? 0) + 1;
  }
  for (let row = 0; row < length; row++) start[row + 1] = (start[row + 1] ?? 0) + (start[row] ?? 0);
  const children = new Uint32Array(start[length] ?? 0);
  const next = start.slice();
  for (let row = 1; row < length; row++) {
    if ((weight[row] ?? 0) <= 0) continue;
    const caller = parent[row] ?? 0;
    const at = next[caller] ?? 0;
    children[at] = row;
    next[caller] = at + 1;
  }
  const firstChild = new Uint32Array(length);
  const nextSibling = new Uint32Array(length);
  for (let row = 0; row < length; row++) {
    const from = start[row] ?? 0;
    const to = start[row + 1] ?? 0;
    if (from === to) continue;
    sortHeaviestFirst(children, from, to, weight);
    firstChild[row] = children[from] ?? 0;
    for (let at = from; at + 1 < to; at++) nextSibling[children[at] ?? 0] = children[at + 1] ?? 0;
  }
  return { firstChild, nextSibling };
}

/** Equal weights stay in the order of their rows. */
function sortHeaviestFirst(rows: Uint32Array, from: number, to: number, weight: ArrayLike<number>): void {
  if (to - from > SHORT) {
    rows.subarray(from, to).sort((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0) || a - b);
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const row = rows[at] ?? 0;
    const heavy = weight[row] ?? 0;
    let into = at;
    for (; into > from && (weight[rows[into - 1] ?? 0] ?? 0) < heavy; into--) rows[into] = rows[into - 1] ?? 0;
    rows[into] = row;
  }
}
