import type { DecodeFailureCode } from './failure.ts';
import { MAX_STRING_BYTES } from './schema.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Shorter ASCII is decoded by hand: a call of TextDecoder costs more. */
const SHORT_TEXT_BYTES = 24;

/**
 * A cursor over one message's fields. It never throws: `failure` keeps the first defect, and later fields read as zero, so callers check
 * once per message.
 */
export class FieldReader {
  failure: DecodeFailureCode | undefined;
  position = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;

  open(bytes: Uint8Array, begin: number, end: number): void {
    this.#bytes = bytes;
    this.position = begin;
    this.#end = end;
    this.failure = undefined;
  }

  /** Restarts at `position`, without the failure. */
  rewind(position: number): void {
    this.position = position;
    this.failure = undefined;
  }

  get atEnd(): boolean {
    return this.position >= this.#end;
  }

  /** Unsigned LEB128. */
  varint(): number {
    const bytes = this.#bytes;
    let at = this.position;
    if (at < this.#end) {
      // Raw, as every byte of a stream passes here: `at` is below the message's end.
      const first = bytes[at] ?? 0;
      if (first < 0x80) {
        this.position = at + 1;
        return first;
      }
      const second = bytes[at + 1];
      if (second !== undefined && second < 0x80 && at + 1 < this.#end) {
        this.position = at + 2;
        return (first & 0x7f) | (second << 7);
      }
    }
    // Multiplied, since JavaScript shifts 32 bits and a varint has up to 53.
    let value = 0;
    let scale = 1;
    const limit = Math.min(this.#end, at + 8);
    while (at < limit) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) return this.#fail('numberTooBig');
        this.position = at;
        return value;
      }
      scale *= 128;
    }
    return this.#fail(at < this.#end ? 'numberTooBig' : 'fieldCutOff');
  }

  /** Zigzag: 0, -1, 1, -2 … are sent as 0, 1, 2, 3 … */
  signed(): number {
    const value = this.varint();
    if (value < 0x80000000) return (value >>> 1) ^ -(value & 1);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  optional(): number | undefined {
    const value = this.varint();
    return value === 0 ? undefined : value - 1;
  }

  /** Invalid UTF-8 becomes U+FFFD: a strange class name must not end a capture. */
  text(): string {
    const [begin, end] = this.#span();
    if (end - begin <= SHORT_TEXT_BYTES) {
      let text = '';
      let at = begin;
      for (; at < end; at++) {
        // Raw, as `#span` ends within the message.
        const byte = this.#bytes[at] ?? 0;
        if (byte >= 0x80) break;
        text += String.fromCharCode(byte);
      }
      if (at === end) return text;
    }
    return utf8.decode(this.#bytes.subarray(begin, end));
  }

  /** A copy, since the buffer is reused. Node's `slice` would be a view. */
  bytes(): Uint8Array {
    const [begin, end] = this.#span();
    return new Uint8Array(this.#bytes.subarray(begin, end));
  }

  /** Items take at least one byte each. */
  count(max: number): number {
    const count = this.varint();
    if (count > max) return this.#fail('listTooLong');
    if (count > this.#end - this.position) return this.#fail('fieldCutOff');
    return count;
  }

  #span(): readonly [begin: number, end: number] {
    const length = this.varint();
    const begin = this.position;
    if (length > MAX_STRING_BYTES) this.#fail('textTooLong');
    else if (length > this.#end - begin) this.#fail('fieldCutOff');
    if (this.failure !== undefined) return [0, 0];
    this.position = begin + length;
    return [begin, this.position];
  }

  #fail(code: DecodeFailureCode): 0 {
    this.failure ??= code;
    this.position = this.#end;
    return 0;
  }
}
