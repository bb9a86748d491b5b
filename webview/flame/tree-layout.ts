/** An aggregated call tree as columns; a parent stands before its children, -1 for the outermost. */
export interface TreeColumns {
  readonly length: number;
  readonly parent: ArrayLike<number>;
  readonly totalUs: ArrayLike<number>;
}

export interface TreeLayout {
  readonly order: Uint32Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
}

/**
 * Places nodes on an axis of summed time: children within their parent, the heaviest first. `order` lists the nodes so that
 * those of one depth come in the order of their begin. No recursion: stacks may be thousands of frames deep.
 */
export function layOutTree(tree: TreeColumns): TreeLayout {
  const count = tree.length;
  const begin = new Float64Array(count);
  const end = new Float64Array(count);
  const total = (node: number): number => tree.totalUs[node] ?? 0;
  const byWeight = Uint32Array.from({ length: count }, (_, node) => node).sort((a, b) => total(b) - total(a) || a - b);
  const children = childrenOf(tree, byWeight);
  const order = new Uint32Array(count);
  let done = 0;
  let placed = 0;
  let x = 0;
  for (const node of children.outermost) {
    begin[node] = x;
    x += total(node);
    end[node] = x;
    order[placed++] = node;
  }
  while (done < placed) {
    const node = order[done++] ?? 0;
    let childX = begin[node] ?? 0;
    for (let at = children.first[node] ?? 0; at < (children.first[node + 1] ?? 0); at++) {
      const child = children.list[at] ?? 0;
      begin[child] = childX;
      childX += total(child);
      end[child] = childX;
      order[placed++] = child;
    }
  }
  return { order, begin, end };
}

/** Children of each node in one list, in the order given: those of node n from `first[n]` to `first[n + 1]`. */
function childrenOf(tree: TreeColumns, inOrder: Uint32Array): { outermost: number[]; first: Uint32Array; list: Uint32Array } {
  const first = new Uint32Array(tree.length + 2);
  const outermost: number[] = [];
  for (let node = 0; node < tree.length; node++) {
    const parent = tree.parent[node] ?? -1;
    if (parent >= 0) first[parent + 2] = (first[parent + 2] ?? 0) + 1;
  }
  for (let node = 2; node < first.length; node++) first[node] = (first[node] ?? 0) + (first[node - 1] ?? 0);
  const list = new Uint32Array(tree.length);
  for (const node of inOrder) {
    const parent = tree.parent[node] ?? -1;
    if (parent < 0) {
      outermost.push(node);
      continue;
    }
    const at = first[parent + 1] ?? 0;
    list[at] = node;
    first[parent + 1] = at + 1;
  }
  return { outermost, first, list };
}
