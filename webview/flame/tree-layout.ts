import { float64At, numberAt, uint32At } from '../../core/columns/at.ts';

/** Row 0 is the whole. Siblings are linked, longest first; 0: none. */
interface TreeColumns {
  readonly length: number;
  readonly totalUs: ArrayLike<number>;
  readonly firstChild: ArrayLike<number>;
  readonly nextSibling: ArrayLike<number>;
}

interface TreeLayout {
  /** Rows except row 0; those of one depth by their begin. */
  readonly order: Uint32Array;
  /** Begin and end in summed microseconds, by `order`. */
  readonly begin: Float64Array;
  readonly end: Float64Array;
}

/** Lays out children within their parent. No recursion: stacks may be thousands of frames deep. */
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
