import type { FlameItems } from './painter.ts';
import type { FlameRows } from './rows.ts';

/** How the calls of a stretch are arranged. */
export type FlameMode = 'time' | 'aggregated';

/** What is told about a box under the pointer. Times in microseconds. */
export interface BoxFacts {
  /** As it was written: `Cart.total`. */
  readonly label: string;
  /** Class and method of the class file: `com.example.shop.Cart.total`. */
  readonly name: string;
  /** `Cart.java:42`, '' when unknown. */
  readonly place: string;
  /** Where an inlined function was called, '' when nothing was inlined. */
  readonly inlinedAt: string;
  /** How sure the name is, '' when there is nothing to say. */
  readonly note: string;
  readonly totalUs: number;
  readonly selfUs: number;
  readonly busyUs: number;
  readonly blockedUs: number;
  /** Total as a share of the whole stretch, 0 to 1. */
  readonly share: number;
  /** How far begin and end together may be off, 0 when that makes no sense. */
  readonly uncertainUs: number;
  /** Thread states that were seen, the longest first. */
  readonly states: readonly string[];
}

/** A flame graph of a stretch of a thread, ready to draw and to ask. */
export interface FlameContent {
  readonly mode: FlameMode;
  readonly flame: FlameRows;
  readonly items: FlameItems;
  /** Row of `model.nodes` that a box stands for. */
  nodeOf(item: number): number;
  facts(item: number): BoxFacts;
}
