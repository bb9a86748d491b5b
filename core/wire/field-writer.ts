import { uint8At } from '../columns/at.ts';
import { MAX_STRING_BYTES } from './schema.ts';

const utf8 = new TextEncoder();

/** Numbers that fit a varint after zigzag: 2^53 - 1 stands for -2^52. */
export const MOST_SIGNED = 2 ** 52 - 1;
export const LEAST_SIGNED = -(2 ** 52);

export class FieldWriter {
  #bytes = new Uint8Array(256);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  /** Unsigned LEB128. Throws RangeError outside 0 … 2^53 - 1, a caller's mistake. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number from 0 to 2^53 - 1.`);
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.length++] = rest;
  }

  /** Zigzag. Throws RangeError beyond `LEAST_SIGNED` and `MOST_SIGNED`. */
  signed(value: number): void {
    if (value > MOST_SIGNED || value < LEAST_SIGNED) throw new RangeError(`${value} is beyond the signed numbers of the protocol.`);
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  optional(value: number | undefined): void {
    this.varint(value === undefined ? 0 : value + 1);
  }

  /** Overlong text is cut at a whole character. */
  text(value: string, mostBytes = MAX_STRING_BYTES): void {
    const encoded = utf8.encode(value);
    let length = Math.min(encoded.length, mostBytes);
    if (length < encoded.length) while ((uint8At(encoded, length) & 0xc0) === 0x80) length--;
    this.#span(encoded.subarray(0, length));
  }

  /** Throws RangeError beyond the protocol's bound. */
  bytes(value: Uint8Array): void {
    if (value.length > MAX_STRING_BYTES) throw new RangeError(`${value.length} bytes are more than a field may hold.`);
    this.#span(value);
  }

  #span(value: Uint8Array): void {
    this.varint(value.length);
    this.raw(value);
  }

  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.length);
    this.length += value.length;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
