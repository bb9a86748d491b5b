const MODULUS = 2 ** 31 - 1;
const MULTIPLIER = 48_271;
const SEED = 20_090_101;

/** The same numbers each time, so a verdict never changes: Park and Miller's generator (Communications of the ACM 36, 1993, p. 108). */
export class FixedRandom {
  #state = SEED;

  /** Above 0, below 1. */
  next(): number {
    this.#state = (this.#state * MULTIPLIER) % MODULUS;
    return this.#state / MODULUS;
  }

  /** From 0 to `below` - 1. */
  index(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** A count of mean 1 by Poisson's distribution, whose probability of 0 is 1 / e. */
  poisson(): number {
    let left = this.next();
    let chance = Math.exp(-1);
    let count = 0;
    while (left > chance && chance > 0) {
      left -= chance;
      count++;
      chance /= count;
    }
    return count;
  }
}
