import { uint8At, uint32At } from '../../../../core/columns/at.ts';

const encoder = new TextEncoder();
const [ZERO, SPACE] = [0x30, 0x20];
/** `.5`, as times between two samples have it. */
const [POINT, FIVE] = [0x2e, 0x35];
/** Decimals of up to 15 digits are JSON's shortest texts of their numbers. */
const MOST_NS = 1e15;
const NS_OF_MS = 1e6;
const LOW_DIGITS = 1_000_000_000;
/** Most digits of a number as text. */
const MOST_DIGITS = 24;
const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Texts by index, encoded once. Spaces behind each fill its last word, as words are copied four times as fast as bytes. */
export class PaddedTexts {
  /** Texts follow each other. */
  words = new Uint32Array(256);
  #ends = new Uint32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Index of a new text. */
  add(text: string): number {
    const from = this.startOf(this.#length);
    const most = from + Math.ceil((text.length * 3) / WORD_BYTES);
    if (most > this.words.length) this.words = grown(this.words, most);
    if (this.#length === this.#ends.length) this.#ends = grown(this.#ends, this.#length + 1);
    const bytes = new Uint8Array(this.words.buffer, from * WORD_BYTES);
    const { written } = encoder.encodeInto(text, bytes);
    const words = Math.ceil(written / WORD_BYTES);
    bytes.fill(SPACE, written, words * WORD_BYTES);
    this.#ends[this.#length++] = from + words;
    return this.#length - 1;
  }

  /** In words. */
  startOf(index: number): number {
    return index === 0 ? 0 : uint32At(this.#ends, index - 1);
  }

  /** In words. */
  endOf(index: number): number {
    return uint32At(this.#ends, index);
  }
}

/**
 * JSON as bytes of UTF-8. Strings of a million events would be garbage, and be encoded afterwards. Padded texts begin on whole words: `pad`
 * after others.
 */
export class TextBytes {
  #words = new Uint32Array(16 << 10);
  #bytes = new Uint8Array(this.#words.buffer);
  /** In bytes. */
  #length = 0;

  /** Whole words. */
  get words(): number {
    return this.#length / WORD_BYTES;
  }

  /** The bytes since the last call, valid until the next change. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** A loop, as `set` costs more than it saves for some bytes. */
  bytes(source: Uint8Array): void {
    this.#reserve(source.length);
    const target = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < source.length; index++) target[at++] = uint8At(source, index);
    this.#length = at;
  }

  padded(texts: PaddedTexts, index: number): void {
    this.#copy(texts.words, texts.startOf(index), texts.endOf(index));
  }

  /** Repeats words since the last `take`. */
  again(from: number, end: number): void {
    this.#reserve((end - from) * WORD_BYTES);
    this.#copy(this.#words, from, end);
  }

  /** Spaces, up to a whole word. */
  pad(): void {
    this.#reserve(WORD_BYTES);
    while (this.#length % WORD_BYTES !== 0) this.#bytes[this.#length++] = SPACE;
  }

  #copy(source: Uint32Array, from: number, end: number): void {
    this.#reserve((end - from) * WORD_BYTES);
    const target = this.#words;
    let at = this.words;
    for (let index = from; index < end; index++) target[at++] = uint32At(source, index);
    this.#length = at * WORD_BYTES;
  }

  /** JSON's form of a number. */
  number(value: number): void {
    const whole = Math.floor(value);
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER) || (whole !== value && value - whole !== 0.5)) {
      this.text(JSON.stringify(value));
      return;
    }
    this.#reserve(MOST_DIGITS);
    if (whole < LOW_DIGITS) {
      this.#digits(whole, digitsOf(whole));
    } else {
      const high = Math.floor(whole / LOW_DIGITS);
      this.#digits(high, digitsOf(high));
      this.#digits(whole - high * LOW_DIGITS, 9);
    }
    if (whole === value) return;
    this.#bytes[this.#length++] = POINT;
    this.#bytes[this.#length++] = FIVE;
  }

  /** Microseconds as milliseconds, to the nanosecond. */
  millis(us: number): void {
    const ns = Math.round(us * 1e3);
    if (!(ns >= 0 && ns < MOST_NS)) {
      this.text(JSON.stringify(ns / NS_OF_MS));
      return;
    }
    const whole = Math.floor(ns / NS_OF_MS);
    this.number(whole);
    let rest = (ns - whole * NS_OF_MS) | 0;
    if (rest === 0) return;
    this.#reserve(MOST_DIGITS);
    this.#bytes[this.#length++] = POINT;
    let decimals = 6;
    for (; rest % 10 === 0; decimals--) rest = (rest / 10) | 0;
    this.#digits(rest, decimals);
  }

  /** @param value below 1e9 */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += count;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    this.#words = grown(this.#words, Math.ceil((this.#length + more) / WORD_BYTES));
    this.#bytes = new Uint8Array(this.#words.buffer);
  }
}

function digitsOf(value: number): number {
  let count = 1;
  for (let limit = 10; value >= limit; limit *= 10) count++;
  return count;
}

function grown(words: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(words.length * 2, least));
  larger.set(words);
  return larger;
}
