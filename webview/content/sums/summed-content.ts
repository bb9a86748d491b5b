import { float64At, uint32At } from '../../../core/columns/at.ts';
import { childLinks } from '../../../core/trees/child-links.ts';
import { type Difference, differenceStep } from '../../../core/trees/difference.ts';
import type { InvertedTree } from '../../../core/trees/inverted-tree.ts';
import type { ViewTree } from '../../../core/trees/view-tree.ts';
import { unknownWeight, type WeightName, weightOf } from '../../../core/trees/weights.ts';
import { type BoxState, categoryIn } from '../../flame/box-state.ts';
import type { FlameAxis, FlameContent } from '../../flame/content.ts';
import { rowsOf } from '../../flame/rows.ts';
import { layOutTree } from '../../flame/tree-layout.ts';
import { rowState } from '../../frames/frame-styles.ts';
import type { DifferenceStep } from '../../ui/theme.ts';
import { keyPath, type ViewContext } from '../view-context.ts';

/** Row 0 is the whole. Callers come before callees; in an inverted tree after. */
type SummedTree = Pick<ViewTree, 'length' | 'parent' | 'method' | 'depth' | 'self' | 'total' | 'node'>;

interface SummedLayout {
  readonly weight: WeightName;
  /** A row's callees are not wider than the row. */
  readonly widths: Float64Array;
  /** Callers are above callees: the outermost row is the last. */
  readonly upwards: boolean;
  /** Paths begin at the outermost frame. */
  readonly hasPaths: boolean;
  /** Rows lead to callers. */
  readonly insideOut: boolean;
  /** Total width; default is row 0. */
  readonly sum?: number;
  /** Whole of the shares; default is `sum`. */
  readonly whole?: number;
  readonly difference?: Difference | undefined;
}

/** Longest boxes first. */
export function summedContent(tree: SummedTree, context: ViewContext, layout: SummedLayout): FlameContent {
  const { weight, widths, upwards, hasPaths, insideOut, difference } = layout;
  const { order, begin, end } = layOutTree({ length: tree.length, totalUs: widths, ...childLinks(tree.length, tree.parent, widths) });
  // Row 0 is no frame: its children are the outermost.
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
  // Colours of a comparison mean more or less.
  const stateOf = (item: number): BoxState | undefined => (difference === undefined ? rowState(tree, rowOf(item), insideOut) : undefined);
  return {
    axis: difference !== undefined ? 'share' : (axisOf[weight] ?? 'summed'),
    flame,
    nodeOf,
    methodOf: (item) => uint32At(tree.method, rowOf(item)),
    items: {
      label: (item) => context.frames.of(nodeOf(item)).label,
      category(item) {
        if (difference !== undefined) return stepOf(difference, rowOf(item));
        return categoryIn(stateOf(item), context.frames.category(nodeOf(item)));
      },
      state: stateOf,
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
        idleUs: 0,
        readyUs: weightOf(tree.total, 'ready', row),
        unknownUs: unknownWeight(tree.total, row),
        samples: float64At(tree.total.samples, row),
        allocatedBytes: tree.total.allocated[row],
        isShareOfBytes: weight === 'allocated',
        share: difference?.here(row) ?? float64At(widths, row) / (layout.whole ?? sum),
        wholeUs: undefined,
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

/** Weights not in time. */
const axisOf: Readonly<Partial<Record<WeightName, FlameAxis>>> = { samples: 'samples', allocated: 'bytes' };

function stepOf({ here, there }: Difference, row: number): DifferenceStep {
  const step = differenceStep(here(row), there(row));
  return steps[step + 3] ?? 'same';
}

const steps: readonly DifferenceStep[] = ['less3', 'less2', 'less1', 'same', 'more1', 'more2', 'more3'];

/** Means of both shares in millionths, so that rows of one side are visible, too. */
export function differenceWidths({ here, there }: Difference, length: number): Float64Array {
  return Float64Array.from({ length }, (_, row) => 5e5 * (here(row) + there(row)));
}

/** Narrower boxes of an inverted tree are not computed. */
const LEAST_SHARE = 1 / 8000;
const MOST_ROWS = 200_000;

/** Computes the visible rows of an inverted tree, which creates rows on demand. */
export function expandVisible(tree: InvertedTree, widthOf: (row: number) => number): void {
  const least = widthOf(0) * LEAST_SHARE;
  // Visits new rows, too.
  for (let row = 0; row < tree.length && tree.length < MOST_ROWS; row++) {
    if (row === 0 || widthOf(row) > least) tree.expand(row);
  }
}
