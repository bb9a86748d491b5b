import { float64At, uint32At } from '../../core/columns/at.ts';
import { childLinks } from '../../core/trees/child-links.ts';
import { type Difference, differenceStep } from '../../core/trees/difference.ts';
import type { InvertedTree } from '../../core/trees/inverted-tree.ts';
import type { ViewTree } from '../../core/trees/view-tree.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import type { FlameAxis, FlameContent } from '../flame/content.ts';
import { rowsOf } from '../flame/rows.ts';
import { layOutTree } from '../flame/tree-layout.ts';
import { isMostlyBlocked } from '../frames/frame-styles.ts';
import type { DifferenceStep } from '../ui/theme.ts';
import { keyPath, type ViewContext } from './view-context.ts';

/** A tree as columns by row, row 0 all of it; callers stand before callees, or the other way round in an inverted one. */
type SummedTree = Pick<ViewTree, 'length' | 'parent' | 'method' | 'depth' | 'self' | 'total' | 'node'>;

export interface SummedLayout {
  /** What is weighed. */
  readonly weight: WeightName;
  /** Widths by row; those of what a row calls are not more than its own. */
  readonly widths: Float64Array;
  /** The outermost row of the picture is the last one: who calls stands above who is called. */
  readonly upwards: boolean;
  /** Paths of frames begin at the outermost frame. */
  readonly hasPaths: boolean;
  /** Rows lead from the innermost function to those who called it. */
  readonly insideOut: boolean;
  /** How wide all of it is; the width of row 0 when left out. */
  readonly sum?: number;
  /** What shares are shares of, the same when left out. */
  readonly whole?: number;
  /** Colours boxes by it. */
  readonly difference?: Difference | undefined;
}

/** The summed picture, the longest first. */
export function summedContent(tree: SummedTree, context: ViewContext, layout: SummedLayout): FlameContent {
  const { weight, widths, upwards, hasPaths, insideOut, difference } = layout;
  const { order, begin, end } = layOutTree({ length: tree.length, totalUs: widths, ...childLinks(tree.length, tree.parent, widths) });
  // Row 0 is all of it and no frame: its children are the outermost.
  const depth = new Uint32Array(order.length);
  for (let item = 0; item < depth.length; item++) depth[item] = Math.max(0, (tree.depth[uint32At(order, item)] ?? 1) - 1);
  if (upwards) {
    const deepest = depth.reduce((most, at) => Math.max(most, at), 0);
    for (let item = 0; item < depth.length; item++) depth[item] = deepest - uint32At(depth, item);
  }
  const sum = Math.max(weight === 'samples' ? 1e-9 : 1, layout.sum ?? widths[0] ?? 0);
  const flame = rowsOf({ count: order.length, depth, begin, end }, 0, sum);
  const rowOf = (item: number): number => uint32At(order, item);
  const nodeOf = (item: number): number => uint32At(tree.node, rowOf(item));
  return {
    mode: 'aggregated',
    axis: difference !== undefined ? 'share' : (axisOf[weight] ?? 'summed'),
    flame,
    nodeOf,
    methodOf: (item) => uint32At(tree.method, rowOf(item)),
    items: {
      label: (item) => context.frames.of(nodeOf(item)).label,
      category(item) {
        if (difference !== undefined) return stepOf(difference, rowOf(item));
        const category = context.frames.category(nodeOf(item));
        return category !== 'idle' && isMostlyBlocked(tree, rowOf(item), insideOut) ? 'waiting' : category;
      },
      shade: (item) => context.frames.shade(nodeOf(item)),
      certainty: (item) => context.frames.of(nodeOf(item)).certainty,
      matches: () => true,
    },
    facts(item) {
      const row = rowOf(item);
      return {
        ...context.frames.of(nodeOf(item)),
        totalUs: float64At(tree.total.wall, row),
        selfUs: float64At(tree.self.wall, row),
        busyUs: float64At(tree.total.cpu, row),
        blockedUs: float64At(tree.total.blocked, row),
        garbageUs: 0,
        samples: float64At(tree.total.samples, row),
        allocatedBytes: tree.total.allocated[row],
        isShareOfBytes: weight === 'allocated',
        share: difference?.here(row) ?? float64At(widths, row) / (layout.whole ?? sum),
        uncertainUs: 0,
        compared: difference && { here: difference.here(row), there: difference.there(row) },
        states: [],
      };
    },
    chosen(item) {
      const row = rowOf(item);
      return { node: nodeOf(item), method: uint32At(tree.method, row), path: hasPaths ? keyPath(tree, context, row) : undefined };
    },
  };
}

/** What is not measured in time. */
const axisOf: Readonly<Partial<Record<WeightName, FlameAxis>>> = { samples: 'samples', allocated: 'bytes' };

/** How a row of a comparison is coloured. */
function stepOf({ here, there }: Difference, row: number): DifferenceStep {
  const step = differenceStep(here(row), there(row));
  return steps[step + 3] ?? 'same';
}

const steps: readonly DifferenceStep[] = ['less3', 'less2', 'less1', 'same', 'more1', 'more2', 'more3'];

/** Widths of a comparison in millionths: the mean of both shares, so that what is on one side only can be seen, too. */
export function differenceWidths({ here, there }: Difference, length: number): Float64Array {
  return Float64Array.from({ length }, (_, row) => 5e5 * (here(row) + there(row)));
}

/** Boxes narrower than this share of the picture are not worked out when stacks are turned inside out. */
const LEAST_SHARE = 1 / 8000;
/** So many rows of a tree from the inside out are worked out at most. */
const MOST_ROWS = 200_000;

/** Makes the rows of a tree from the inside out that can be seen in a picture; it makes them only when they are asked for. */
export function expandVisible(tree: InvertedTree, widthOf: (row: number) => number): void {
  const least = widthOf(0) * LEAST_SHARE;
  // Rows that come are visited, too.
  for (let row = 0; row < tree.length && tree.length < MOST_ROWS; row++) {
    if (row === 0 || widthOf(row) > least) tree.expand(row);
  }
}
