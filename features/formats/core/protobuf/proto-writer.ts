import { uint8At } from '../../../../core/columns/at.ts';

const LOW_BITS = 2 ** 28;
/** `set` costs more than it saves for some bytes. */
const FEW_BYTES = 96;

/** Writes one message of protocol buffers. Numbers are whole; as `number` from -2^53 to 2^53. */
export class ProtoWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A copy of the bytes written. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** As proto3: 0 is not written. @param isProto2 0 differs from no value */
  number(field: number, value: number | bigint, isProto2 = false): void {
    if ((value === 0 || value === 0n) && !isProto2) return;
    this.#varint(field * 8);
    this.#varint(value);
  }

  text(field: number, value: string): void {
    this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, content: ProtoWriter): void {
    const length = content.#length;
    if (length > FEW_BYTES) {
      this.bytes(field, content.#bytes.subarray(0, length));
      return;
    }
    this.#varint(field * 8 + 2);
    this.#varint(length);
    this.#grow(length);
    const [from, to] = [content.#bytes, this.#bytes];
    let at = this.#length;
    for (let index = 0; index < length; index++) to[at++] = uint8At(from, index);
    this.#length = at;
  }

  /** Begins a message within this one, written in place. @returns for `close` */
  open(field: number): number {
    this.#varint(field * 8 + 2);
    this.#grow(1);
    return ++this.#length;
  }

  /** @param from of `open`; messages end in the reverse order */
  close(from: number): void {
    const length = this.#length - from;
    if (length < 0x80) {
      this.#bytes[from - 1] = length;
      return;
    }
    // One byte was left for the length.
    const more = Math.ceil(Math.log2(length + 1) / 7) - 1;
    this.#grow(more);
    this.#bytes.copyWithin(from + more, from, this.#length);
    this.#length = from - 1;
    this.#small(length);
    this.#length += length;
  }

  /** Fields that were written elsewhere. */
  again(fields: Uint8Array): void {
    const { length } = fields;
    this.#grow(length);
    const to = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < length; index++) to[at++] = uint8At(fields, index);
    this.#length = at;
  }

  bytes(field: number, value: Uint8Array): void {
    this.#varint(field * 8 + 2);
    this.#varint(value.length);
    this.#grow(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** A repeated number, packed. */
  numbers(field: number, values: readonly number[]): void {
    if (values.length === 0) return;
    const packed = new ProtoWriter();
    for (const value of values) packed.#varint(value);
    this.message(field, packed);
  }

  #varint(value: number | bigint): void {
    this.#grow(10);
    if (typeof value === 'bigint' || value < 0) {
      this.#long(value);
      return;
    }
    if ((value | 0) === value) {
      this.#small(value);
      return;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`);
    let rest = value;
    while (rest >= LOW_BITS) {
      const high = Math.floor(rest / LOW_BITS);
      let low = (rest - high * LOW_BITS) | 0;
      for (let count = 0; count < 4; count++) {
        this.#bytes[this.#length++] = (low & 0x7f) | 0x80;
        low >>>= 7;
      }
      rest = high;
    }
    this.#small(rest);
  }

  /** @param value of 31 bits: such are fast */
  #small(value: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    let rest = value | 0;
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.#length = at;
  }

  /** Negative ones are two's complements of 64 bits. */
  #long(value: number | bigint): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest >= 0x80n) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  #grow(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
