import { uint8At } from '../columns/at.ts';
import { MAX_MESSAGE_BYTES } from './schema.ts';

/** Longest length prefix: four bytes reach 2^28, far beyond the bound. */
const MAX_PREFIX_BYTES = 4;

type Extent = { readonly kind: 'whole'; readonly body: number; readonly end: number } | 'incomplete' | 'tooLong';

/** `body` is the offset of the number, `end` the first byte after the message. */
export function messageExtent(bytes: Uint8Array, at: number, available: number): Extent {
  let length = 0;
  for (let index = 0; index < MAX_PREFIX_BYTES; index++) {
    if (at + index >= available) return 'incomplete';
    const byte = uint8At(bytes, at + index);
    length |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) {
      const body = at + index + 1;
      return length > MAX_MESSAGE_BYTES ? 'tooLong' : { kind: 'whole', body, end: body + length };
    }
  }
  return 'tooLong';
}

/** An incomplete message. It takes only missing bytes, so that all are copied once. */
export class PartialMessage {
  bytes: Uint8Array = new Uint8Array(256);
  length = 0;
  /** `end` is 0 until known. */
  body = 0;
  end = 0;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  get isWhole(): boolean {
    return this.end !== 0 && this.length === this.end;
  }

  clear(): void {
    this.length = 0;
    this.body = 0;
    this.end = 0;
  }

  /** Returns where it stopped, or `tooLong`. */
  fill(bytes: Uint8Array, from: number): number | 'tooLong' {
    let at = from;
    while (this.end === 0) {
      if (at >= bytes.length) return at;
      this.#append(bytes.subarray(at, at + 1));
      at++;
      const extent = messageExtent(this.bytes, 0, this.length);
      if (extent === 'tooLong') return extent;
      if (extent !== 'incomplete') {
        this.body = extent.body;
        this.end = extent.end;
      }
    }
    const taken = Math.min(this.end - this.length, bytes.length - at);
    this.#append(bytes.subarray(at, at + taken));
    return at + taken;
  }

  #append(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(bytes, this.length);
    this.length = length;
  }
}
