import type { UnpackedOutput } from './output.ts';
import { EVEN_CHANCE, type RangeDecoder } from './range-decoder.ts';

const STATES = 12;
const LITERAL_STATES = 7;
const MAX_POSITIONS = 16;
const SHORTEST_MATCH = 2;
/** From this slot on, distances have bits without chances. */
const FIRST_DIRECT_SLOT = 14;

/** Short, middle and long matches each have a tree. */
class LengthChances {
  readonly #chances = new Uint16Array(2 + MAX_POSITIONS * 16 + 256).fill(EVEN_CHANCE);

  next(range: RangeDecoder, position: number): number {
    if (range.bit(this.#chances, 0) === 0) return SHORTEST_MATCH + range.tree(this.#chances, 2 + position * 8, 3);
    if (range.bit(this.#chances, 1) === 0) return SHORTEST_MATCH + 8 + range.tree(this.#chances, 2 + (MAX_POSITIONS + position) * 8, 3);
    return SHORTEST_MATCH + 16 + range.tree(this.#chances, 2 + MAX_POSITIONS * 16, 8);
  }
}

const evenChances = (count: number): Uint16Array => new Uint16Array(count).fill(EVEN_CHANCE);

/** Kept from one chunk to the next ("LZMA specification", Igor Pavlov). */
export class LzmaState {
  readonly #literalContext: number;
  readonly #literalMask: number;
  readonly #positionMask: number;
  readonly #literals: Uint16Array;
  readonly #isMatch = evenChances(STATES * MAX_POSITIONS);
  readonly #isRepeat = evenChances(STATES);
  readonly #isNotLast = evenChances(STATES);
  readonly #isNotSecond = evenChances(STATES);
  readonly #isNotThird = evenChances(STATES);
  readonly #isLong = evenChances(STATES * MAX_POSITIONS);
  readonly #slots = evenChances(4 * 64);
  readonly #distances = evenChances(128);
  readonly #aligned = evenChances(16);
  readonly #lengths = new LengthChances();
  readonly #repeatLengths = new LengthChances();
  #state = 0;
  /** The last four distances, minus one. */
  #recent: [number, number, number, number] = [0, 0, 0, 0];

  /** @param properties lc, lp and pb in one byte; undefined when LZMA2 doesn't allow them */
  static of(properties: number): LzmaState | undefined {
    const lc = properties % 9;
    const lp = Math.floor(properties / 9) % 5;
    const pb = Math.floor(properties / 45);
    return pb > 4 || lc + lp > 4 ? undefined : new LzmaState(lc, lp, pb);
  }

  private constructor(lc: number, lp: number, pb: number) {
    this.#literalContext = lc;
    this.#literalMask = (1 << lp) - 1;
    this.#positionMask = (1 << pb) - 1;
    this.#literals = evenChances(0x300 << (lc + lp));
  }

  /** @returns false for damaged bytes */
  unpack(range: RangeDecoder, output: UnpackedOutput, until: number): boolean {
    while (output.size < until) {
      if (range.isExhausted) return false;
      const position = output.size & this.#positionMask;
      if (range.bit(this.#isMatch, this.#state * MAX_POSITIONS + position) === 0) {
        output.put(this.#literal(range, output));
        this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
      } else {
        const length = range.bit(this.#isRepeat, this.#state) === 0 ? this.#match(range, position) : this.#repeat(range, position);
        if (length > until - output.size || !output.copy(this.#recent[0] + 1, length)) return false;
      }
    }
    return true;
  }

  #literal(range: RangeDecoder, output: UnpackedOutput): number {
    const context = ((output.size & this.#literalMask) << this.#literalContext) + (output.back(1) >>> (8 - this.#literalContext));
    const base = 0x300 * context;
    let symbol = 1;
    if (this.#state >= LITERAL_STATES) {
      // Behind a match, its next byte is a good guess as long as the bits agree.
      let guess = output.back(this.#recent[0] + 1);
      while (symbol < 0x100) {
        const guessed = (guess >>> 7) & 1;
        guess <<= 1;
        const bit = range.bit(this.#literals, base + ((1 + guessed) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== guessed) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | range.bit(this.#literals, base + symbol);
    return symbol & 0xff;
  }

  #match(range: RangeDecoder, position: number): number {
    const length = this.#lengths.next(range, position);
    const [first, second, third] = this.#recent;
    this.#recent = [this.#distance(range, length), first, second, third];
    this.#state = this.#state < LITERAL_STATES ? 7 : 10;
    return length;
  }

  #distance(range: RangeDecoder, length: number): number {
    const slot = range.tree(this.#slots, Math.min(length - SHORTEST_MATCH, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >>> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < FIRST_DIRECT_SLOT) return base + range.reverseTree(this.#distances, base - slot, bits);
    return base + range.direct(bits - 4) * 16 + range.reverseTree(this.#aligned, 0, 4);
  }

  #repeat(range: RangeDecoder, position: number): number {
    const [first, second, third, fourth] = this.#recent;
    const isLiteral = this.#state < LITERAL_STATES;
    if (range.bit(this.#isNotLast, this.#state) === 0) {
      if (range.bit(this.#isLong, this.#state * MAX_POSITIONS + position) === 0) {
        this.#state = isLiteral ? 9 : 11;
        return 1;
      }
    } else if (range.bit(this.#isNotSecond, this.#state) === 0) this.#recent = [second, first, third, fourth];
    else if (range.bit(this.#isNotThird, this.#state) === 0) this.#recent = [third, first, second, fourth];
    else this.#recent = [fourth, first, second, third];
    const length = this.#repeatLengths.next(range, position);
    this.#state = isLiteral ? 8 : 11;
    return length;
  }
}
