import { float64At, numberAt, uint32At } from '../../core/columns/at.ts';
/** An aggregated call tree as columns. Row 0 is all of it; siblings are linked, the longest first; 0 is none. */
export interface TreeColumns {
  readonly length: number;
  readonly totalUs: ArrayLike<number>;
  readonly firstChild: ArrayLike<number>;
  readonly nextSibling: ArrayLike<number>;
}

export interface TreeLayout {
  /** Linked rows of the tree except row 0, those of one depth in the order of their begin. */
  readonly order: Uint32Array;
  /** Where the box of each in `order` begins and ends, in summed microseconds. */
  readonly begin: Float64Array;
  readonly end: Float64Array;
}

/** Places the rows of a tree on an axis of summed time, children within their parent. No recursion: stacks may be thousands of frames deep. */
export function layOutTree(tree: TreeColumns): TreeLayout {
  const count = Math.max(0, tree.length - 1);
  const order = new Uint32Array(count);
  const begin = new Float64Array(count);
  const end = new Float64Array(count);
  let placed = 0;
  const placeChildren = (row: number, beginX: number): void => {
    let x = beginX;
    for (let child = numberAt(tree.firstChild, row); child !== 0 && placed < count; child = numberAt(tree.nextSibling, child)) {
      order[placed] = child;
      begin[placed] = x;
      x += numberAt(tree.totalUs, child);
      end[placed] = x;
      placed++;
    }
  };
  if (tree.length > 0) placeChildren(0, 0);
  for (let done = 0; done < placed; done++) placeChildren(uint32At(order, done), float64At(begin, done));
  return { order: order.subarray(0, placed), begin: begin.subarray(0, placed), end: end.subarray(0, placed) };
}
