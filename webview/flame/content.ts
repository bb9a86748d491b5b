import type { FrameKey } from '../../core/trees/transform.ts';
import type { FlameItems } from './painter.ts';
import type { FlameRows } from './rows.ts';

/** What x is: session time, summed time, a count of samples, bytes, or the mean of two shares in millionths. */
export type FlameAxis = 'time' | 'summed' | 'samples' | 'bytes' | 'share';

/** How the calls of a stretch are arranged. */
export type FlameMode = 'time' | 'aggregated';

/** How a stack node is called. */
export interface FrameText {
  /** As it was written: `Cart.total`. */
  readonly label: string;
  /** Class and method of the class file: `com.example.shop.Cart.total`. */
  readonly name: string;
  /** `Cart.java:42`, '' when unknown. */
  readonly place: string;
  /** Where an inlined function was called, '' when nothing was inlined: `Shop.kt:12`. */
  readonly inlinedAt: string;
  /** How sure the name is, '' when there is nothing to say. */
  readonly note: string;
}

/** What is told about a box under the pointer. Times in microseconds. */
export interface BoxFacts extends FrameText {
  readonly totalUs: number;
  readonly selfUs: number;
  readonly busyUs: number;
  readonly blockedUs: number;
  /** Stopped by garbage collections, not in the other two; 0 in sums, which don't tell them apart. */
  readonly garbageUs: number;
  /** How often a thread was seen to come to it; undefined where that is not counted. */
  readonly samples: number | undefined;
  /** Bytes that were made in it and in what it called; undefined where that is not told. */
  readonly allocatedBytes: number | undefined;
  /** Total as a share of the whole stretch, 0 to 1: of the bytes when they are measured, else of the time. */
  readonly share: number;
  readonly isShareOfBytes: boolean;
  /** How far begin and end together may be off, 0 when that makes no sense. */
  readonly uncertainUs: number;
  /** Shares of the selection and of what it is compared with; undefined without that. */
  readonly compared: { readonly here: number; readonly there: number } | undefined;
  /** Thread states that were seen, the longest first. */
  readonly states: readonly string[];
}

/** A frame that the reader chose, as transforms name it. */
export interface ChosenFrame {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Row of `model.methods`. */
  readonly method: number;
  /** Functions from the outermost one to it, as the view shows them; undefined where a view shows parts of stacks. */
  readonly path: readonly FrameKey[] | undefined;
}

/** A flame graph of a stretch of a thread, ready to draw and to ask. */
export interface FlameContent {
  readonly mode: FlameMode;
  readonly axis: FlameAxis;
  readonly flame: FlameRows;
  readonly items: FlameItems;
  /** Row of `model.nodes` that a box stands for. */
  nodeOf(item: number): number;
  /** Row of `model.methods` that a box stands for. */
  methodOf(item: number): number;
  facts(item: number): BoxFacts;
  chosen(item: number): ChosenFrame;
}
