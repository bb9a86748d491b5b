import type { FrameKey } from '../../core/trees/transform.ts';
import type { FlameItems } from './items.ts';
import type { FlameRows } from './rows.ts';

/** The unit of x; `share` is the mean of two shares in millionths. */
export type FlameAxis = 'moments' | 'summed' | 'samples' | 'bytes' | 'share';

export interface FrameText {
  /** Label as in the source: `Cart.total`. */
  readonly label: string;
  /** Class and method of the class file: `com.example.shop.Cart.total`. */
  readonly name: string;
  /** `Cart.java:42`, '' when unknown. */
  readonly place: string;
  /** Call of an inlined function, else '': `Shop.kt:12`. */
  readonly inlinedAt: string;
  /** Certainty of the name, '' if certain. */
  readonly note: string;
}

/** Facts of a tooltip; microseconds. */
export interface BoxFacts extends FrameText {
  readonly totalUs: number;
  readonly selfUs: number;
  readonly busyUs: number;
  readonly blockedUs: number;
  /** Separate; 0 in sums, where it is part of `unknownUs`. */
  readonly garbageUs: number;
  /** Waits for messages; 0 in sums, which leave them out. */
  readonly idleUs: number;
  /** Ready to run, without a core. */
  readonly readyUs: number;
  /** The rest: off CPU without a known reason. */
  readonly unknownUs: number;
  /** Undefined where samples are not counted. */
  readonly samples: number | undefined;
  /** Allocated with callees; undefined where not reported. */
  readonly allocatedBytes: number | undefined;
  /** Share of the range, 0 to 1: of bytes when measured, else of time. */
  readonly share: number;
  readonly isShareOfBytes: boolean;
  /** Length of a call that is partly outside the range; with a share of 0 it is wholly outside, and the other times are of all of it. */
  readonly wholeUs: number | undefined;
  /** Possible error of the duration; 0 where it has no meaning. */
  readonly uncertainUs: number;
  /** Shares in both ranges of a comparison. */
  readonly compared: { readonly here: number; readonly there: number } | undefined;
  /** Observed waits, longest first. */
  readonly states: readonly string[];
  /** Calls of the function that samples saw in the selected lag: a lower bound. Undefined without a lag. */
  readonly arrivals?: number | undefined;
  /** The box stands for these frames. */
  readonly fold?: RootFold | undefined;
}

/** Frames that call all others, in one row. */
export interface RootFold {
  /** Their own rows are shown, too. */
  readonly isOpen: boolean;
  /** Labels, outermost first. */
  readonly names: readonly string[];
  /** Rows of `model.methods`. */
  readonly methods: readonly number[];
}

/** The selected frame, as transforms name it. */
export interface ChosenFrame {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Row of `model.methods`. */
  readonly method: number;
  /** From the outermost function, as shown; undefined in views of partial stacks. */
  readonly path: readonly FrameKey[] | undefined;
}

/** A flame graph ready to draw. */
export interface FlameContent {
  readonly axis: FlameAxis;
  readonly flame: FlameRows;
  readonly items: FlameItems;
  readonly fold?: RootFold | undefined;
  /** Row of `model.nodes`. */
  nodeOf(item: number): number;
  /** Row of `model.methods`. */
  methodOf(item: number): number;
  facts(item: number): BoxFacts;
  chosen(item: number): ChosenFrame;
}

/** Boxes are calls at their times, not sums. */
export function isOverTime({ axis }: Pick<FlameContent, 'axis'>): boolean {
  return axis === 'moments';
}
