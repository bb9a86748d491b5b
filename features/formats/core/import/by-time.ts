/** One thing at a time. */
export interface Timed {
  readonly atUs: number;
}

/** Joins ordered sequences into one, by a binary heap; equal times keep the sequences' order. */
export function* byTime<T extends Timed>(sequences: Iterable<Iterator<T>>): Generator<T> {
  const heap: { item: T; readonly rest: Iterator<T>; readonly rank: number }[] = [];
  const isBefore = (one: number, other: number): boolean => {
    const first = heap[one];
    const second = heap[other];
    if (first === undefined || second === undefined) return false;
    return first.item.atUs < second.item.atUs || (first.item.atUs === second.item.atUs && first.rank < second.rank);
  };
  const swap = (one: number, other: number): void => {
    const first = heap[one];
    const second = heap[other];
    if (first === undefined || second === undefined) return;
    heap[one] = second;
    heap[other] = first;
  };
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const least = isBefore(left + 1, left) ? left + 1 : left;
      if (!isBefore(least, at)) return;
      swap(at, least);
      at = least;
    }
  };
  let rank = 0;
  for (const rest of sequences) {
    const first = rest.next();
    if (first.done !== true) heap.push({ item: first.value, rest, rank: rank++ });
  }
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    yield top.item;
    const next = top.rest.next();
    if (next.done === true) {
      const last = heap.pop();
      if (last !== undefined && last !== top) heap[0] = last;
    } else {
      top.item = next.value;
    }
    sink(0);
  }
}
