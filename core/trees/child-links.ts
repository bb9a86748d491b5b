import { numberAt, uint32At } from '../columns/at.ts';
/** Children of each row as linked lists, heaviest first, without those of no weight. */
export interface ChildLinks {
  /** Heaviest child, 0 if none. */
  readonly firstChild: Uint32Array;
  /** Next sibling, 0 if none. */
  readonly nextSibling: Uint32Array;
}

/** Shorter lists, nearly all, are sorted in place. */
const SHORT = 12;

/**
 * Sorts each row's children, heaviest first.
 * @param parent callers precede callees
 */
export function childLinks(length: number, parent: Uint32Array, weight: ArrayLike<number>): ChildLinks {
  const start = new Uint32Array(length + 1);
  for (let row = 1; row < length; row++) {
    if (numberAt(weight, row) <= 0) continue;
    const at = uint32At(parent, row) + 1;
    start[at] = uint32At(start, at) + 1;
  }
  for (let row = 0; row < length; row++) start[row + 1] = uint32At(start, row + 1) + uint32At(start, row);
  const children = new Uint32Array(uint32At(start, length));
  const next = start.slice();
  for (let row = 1; row < length; row++) {
    if (numberAt(weight, row) <= 0) continue;
    const caller = uint32At(parent, row);
    const at = uint32At(next, caller);
    children[at] = row;
    next[caller] = at + 1;
  }
  const firstChild = new Uint32Array(length);
  const nextSibling = new Uint32Array(length);
  for (let row = 0; row < length; row++) {
    const from = uint32At(start, row);
    const to = uint32At(start, row + 1);
    if (from === to) continue;
    sortHeaviestFirst(children, from, to, weight);
    firstChild[row] = uint32At(children, from);
    for (let at = from; at + 1 < to; at++) nextSibling[uint32At(children, at)] = uint32At(children, at + 1);
  }
  return { firstChild, nextSibling };
}

/** Equal weights keep the order of rows. */
function sortHeaviestFirst(rows: Uint32Array, from: number, to: number, weight: ArrayLike<number>): void {
  if (to - from > SHORT) {
    rows.subarray(from, to).sort((a, b) => numberAt(weight, b) - numberAt(weight, a) || a - b);
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const row = uint32At(rows, at);
    const heavy = numberAt(weight, row);
    let into = at;
    for (; into > from && numberAt(weight, uint32At(rows, into - 1)) < heavy; into--) rows[into] = uint32At(rows, into - 1);
    rows[into] = row;
  }
}
