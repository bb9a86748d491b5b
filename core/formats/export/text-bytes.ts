import { uint8At, uint32At } from '../../columns/at.ts';

const encoder = new TextEncoder();
const ZERO = 0x30;
/** `.5`, as times between two samples have it. */
const [POINT, FIVE] = [0x2e, 0x35];
const LOW_DIGITS = 1_000_000_000;
/** Of a number as text. */
const MOST_DIGITS = 24;

/** Texts by index, encoded once. */
export class EncodedTexts {
  /** Texts follow each other. */
  bytes = new Uint8Array(1 << 10);
  #ends = new Uint32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Index of a new text. */
  add(text: string): number {
    const from = this.startOf(this.#length);
    const end = from + text.length * 3;
    if (end > this.bytes.length) this.bytes = grown(this.bytes, end);
    if (this.#length === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#length++] = from + encoder.encodeInto(text, this.bytes.subarray(from)).written;
    return this.#length - 1;
  }

  startOf(index: number): number {
    return index === 0 ? 0 : uint32At(this.#ends, index - 1);
  }

  endOf(index: number): number {
    return uint32At(this.#ends, index);
  }
}

/** Text as bytes of UTF-8. Strings of a million events would be garbage, and be encoded afterwards. */
export class TextBytes {
  #bytes = new Uint8Array(64 << 10);
  #length = 0;

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

  encoded(texts: EncodedTexts, index: number): void {
    this.bytes(texts.bytes, texts.startOf(index), texts.endOf(index));
  }

  /** A loop, as `set` costs more than it saves for some bytes. */
  bytes(source: Uint8Array, from: number, end: number): void {
    this.#reserve(end - from);
    const target = this.#bytes;
    let at = this.#length;
    for (let index = from; index < end; index++) target[at++] = uint8At(source, index);
    this.#length = at;
  }

  /** As JSON has it. */
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
    if (this.#length + more > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#length + more);
  }
}

function digitsOf(value: number): number {
  let count = 1;
  for (let limit = 10; value >= limit; limit *= 10) count++;
  return count;
}

function grown(bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(bytes.length * 2, least));
  larger.set(bytes);
  return larger;
}
