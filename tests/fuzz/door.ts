import type { Work } from './work.ts';

/** An entrance of foreign bytes, and its promises. */
export interface Door {
  readonly name: string;
  /** Good inputs to alter; small ones allow more runs. */
  seeds(): Promise<readonly Uint8Array[]>;
  /**
   * Processes the bytes as the product does, counts its steps, and returns the result, whose size counts, too. Throws the product's errors,
   * and an AssertionError for a broken promise.
   */
  run(bytes: Uint8Array, work: Work): unknown;
  /** True for the product's promised errors; any other is a defect. */
  refuses(error: unknown): boolean;
  /** Alters a seed along its own structure, so that it gets further than altered bytes. */
  altered?(seed: Uint8Array, random: () => number): Uint8Array;
  /** Allowed steps and size of an input; `usualMost` by default. */
  most?(bytes: number): number;
  /** Inputs for `npm test`; by default 400, with `npm test -- all` 1,000. */
  readonly count?: number;
}

/** Some hundred passes over the input, and tables of fixed size. */
export function usualMost(bytes: number): number {
  return 200_000 + 500 * bytes;
}
