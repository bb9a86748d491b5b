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
    this.bytes(field, content.#bytes.subarray(0, content.#length));
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
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
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
