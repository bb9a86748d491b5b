import { uint8At } from '../../columns/at.ts';

const MODULUS = 2 ** 31 - 1;
const MULTIPLIER = 48_271;
const SEED = 20_090_101;

/** Counts of mean 1 by Poisson's distribution, for each part of 2^16 of all chances. */
const COUNTS = Uint8Array.from({ length: 2 ** 16 }, (_, part) => poissonCount((part + 0.5) / 2 ** 16));

/** The same numbers each time, so a verdict never changes: Park and Miller's generator (Communications of the ACM 36, 1993, p. 108). */
export class FixedRandom {
  #state = SEED;

  /** Above 0, below 1. */
  next(): number {
    return this.#step() / MODULUS;
  }

  /** From 0 to `below` - 1. */
  index(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** A count of mean 1 by Poisson's distribution, whose probability of 0 is 1 / e. */
  poisson(): number {
    return uint8At(COUNTS, this.#step() >>> 15);
  }

  /** `%` of such numbers takes several times longer: 2^31 leaves 1, so both halves of the product add up. */
  #step(): number {
    const product = this.#state * MULTIPLIER;
    const high = Math.floor(product / 2 ** 31);
    const sum = product - high * 2 ** 31 + high;
    this.#state = sum < MODULUS ? sum : sum - MODULUS;
    return this.#state;
  }
}

function poissonCount(part: number): number {
  let left = part;
  let chance = Math.exp(-1);
  let count = 0;
  while (left > chance && chance > 0) {
    left -= chance;
    count++;
    chance /= count;
  }
  return count;
}
