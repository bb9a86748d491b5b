import { byteOrZero } from '../bytes/fields.ts';

const TOP = 2 ** 24;
const MODEL_BITS = 11;
const MOVE_BITS = 5;
/** 0 and 1 are equally likely. */
export const EVEN_CHANCE = 1 << (MODEL_BITS - 1);

/** LZMA's range decoder: bits by their probability. */
export class RangeDecoder {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;
  #range = 0xffffffff;
  #code: number;

  /** A chunk begins with a zero byte and four bytes of code. Behind `end` bytes are 0; see `isExhausted`. */
  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.#at = start + 5;
    this.#code = [1, 2, 3, 4].reduce((code, i) => ((code << 8) | byteOrZero(bytes, start + i)) >>> 0, 0);
  }

  /** Bytes behind the chunk were read. */
  get isExhausted(): boolean {
    return this.#at > this.#end;
  }

  /** `chances[i]` learns from the bit. */
  bit(chances: Uint16Array, i: number): 0 | 1 {
    this.#normalize();
    const chance = chances[i] ?? EVEN_CHANCE;
    const bound = (this.#range >>> MODEL_BITS) * chance;
    if (this.#code < bound) {
      this.#range = bound;
      chances[i] = chance + ((2 ** MODEL_BITS - chance) >>> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    chances[i] = chance - (chance >>> MOVE_BITS);
    return 1;
  }

  /** The highest bit first; the chances are a tree at `base`. */
  tree(chances: Uint16Array, base: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(chances, base + node);
    return node - (1 << bits);
  }

  /** The lowest bit first. */
  reverseTree(chances: Uint16Array, base: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(chances, base + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  direct(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.#normalize();
      this.#range >>>= 1;
      const isOne = this.#code >= this.#range;
      if (isOne) this.#code -= this.#range;
      value = value * 2 + (isOne ? 1 : 0);
    }
    return value;
  }

  #normalize(): void {
    if (this.#range >= TOP) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | (this.#at < this.#end ? byteOrZero(this.#bytes, this.#at) : 0)) >>> 0;
    this.#at++;
  }
}
