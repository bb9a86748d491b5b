import type { Work } from './work.ts';

/** A way by which bytes of others get in, and what must hold for whatever comes through it. */
export interface Door {
  readonly name: string;
  /** Good inputs to alter; small ones give more runs. */
  seeds(): Promise<readonly Uint8Array[]>;
  /**
   * Does with the bytes all that the product does, counts its steps, and gives what came out, whose size is counted, too. Throws what
   * the product throws, and an AssertionError where a promise of this door is broken.
   */
  run(bytes: Uint8Array, work: Work): unknown;
  /** True for the errors that the product promises for bytes that it does not take; anything else is a defect. */
  refuses(error: unknown): boolean;
  /** Alters a seed along its own structure, so that it gets further in than altered bytes do. */
  altered?(seed: Uint8Array, random: () => number): Uint8Array;
  /** Steps and size that an input of so many bytes may cost; `usualMost` without. */
  most?(bytes: number): number;
  /** Inputs that `npm test` tries; 1,000 without. */
  readonly count?: number;
}

/** Reading what is there a few hundred times over, and tables of fixed size. */
export function usualMost(bytes: number): number {
  return 200_000 + 500 * bytes;
}
