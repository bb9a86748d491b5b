import { uint8At } from '../../../../core/columns/at.ts';

/** Bytes that are no message of protocol buffers. */
export class ProtoError extends Error {
  override readonly name = 'ProtoError';
}

/** https://protobuf.dev/programming-guides/encoding: tag's low three bits. Groups (3, 4) are not read. */
const wireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/**
 * Fields of one message, in their order; nothing is copied.
 * `next` moves to a field whose bytes are all there; the methods after it read its value, at most once.
 */
export class ProtoReader {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #begin: number;
  readonly #end: number;
  #fieldAt = 0;
  #fieldEnd = 0;
  #wire = 0;
  #low = 0;
  #high = 0;
  /** Number of the field. */
  field = 0;
  /** The bytes end within a field. */
  isCut = false;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.#bytes = bytes;
    this.#begin = from;
    this.#at = from;
    this.#end = to;
  }

  /** Bytes before the field that could not be read, or all. */
  get position(): number {
    return this.#at;
  }

  /** The value is a number in its variable form. */
  get isVarint(): boolean {
    return this.#wire === wireType.varint;
  }

  /** A reader of the same fields from their begin. */
  again(): ProtoReader {
    return new ProtoReader(this.#bytes, this.#begin, this.#end);
  }

  /** Bytes of the field's value. */
  get valueBytes(): number {
    return this.#fieldEnd - this.#fieldAt;
  }

  /** @returns false at the end, also before a field that is cut */
  next(): boolean {
    const start = this.#at;
    if (start >= this.#end || !this.#varint()) return false;
    const tag = this.#high * 2 ** 32 + this.#low;
    this.field = Math.floor(tag / 8);
    this.#wire = this.#low & 7;
    if (this.field === 0 || this.field >= 1 << 29) throw new ProtoError(`a field has the number ${this.field}`);
    if (!this.#findValue()) {
      this.#at = start;
      this.isCut = true;
      return false;
    }
    this.#at = this.#fieldEnd;
    return true;
  }

  #findValue(): boolean {
    this.#fieldAt = this.#at;
    if (this.#wire === wireType.varint) {
      if (!this.#varint()) return false;
      this.#fieldEnd = this.#at;
      return true;
    }
    if (this.#wire === wireType.bytes) {
      if (!this.#varint()) return false;
      this.#fieldAt = this.#at;
      this.#fieldEnd = this.#at + this.#high * 2 ** 32 + this.#low;
    } else if (this.#wire === wireType.fixed64 || this.#wire === wireType.fixed32) {
      this.#fieldEnd = this.#at + (this.#wire === wireType.fixed64 ? 8 : 4);
    } else {
      throw new ProtoError(`a field has the wire type ${this.#wire}`);
    }
    return this.#fieldEnd <= this.#end;
  }

  /** Reads into #low and #high. False at the end of the bytes. */
  #varint(): boolean {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#at >= this.#end) {
        this.isCut = true;
        return false;
      }
      const byte = uint8At(this.#bytes, this.#at++);
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) {
        this.#low = low >>> 0;
        this.#high = high >>> 0;
        return true;
      }
    }
    throw new ProtoError('a number has more than ten bytes');
  }

  /** @throws ProtoError if the bytes end within a field */
  expectWhole(): void {
    if (this.isCut) throw new ProtoError('a part ends within a field');
  }

  /** An unsigned number; beyond 2^53 the nearest one. */
  unsigned(): number {
    this.#expect(wireType.varint);
    return this.#high * 2 ** 32 + this.#low;
  }

  /** An int64; beyond 2^53 the nearest number. */
  signed(): number {
    this.#expect(wireType.varint);
    return (this.#high | 0) * 2 ** 32 + this.#low;
  }

  /** A uint64 that is only compared: exact also beyond 2^53. */
  id(): number | bigint {
    this.#expect(wireType.varint);
    return exact(this.#high, this.#low);
  }

  double(): number {
    this.#expect(wireType.fixed64);
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#fieldAt, 8).getFloat64(0, true);
  }

  /** The field as a message of its own. */
  message(): ProtoReader {
    this.#expect(wireType.bytes);
    return new ProtoReader(this.#bytes, this.#fieldAt, this.#fieldEnd);
  }

  bytes(): Uint8Array {
    this.#expect(wireType.bytes);
    return this.#bytes.subarray(this.#fieldAt, this.#fieldEnd);
  }

  /** Calls back per element of a repeated number, packed or alone; `read` gets its value by `signed`, `unsigned` or `id`. */
  eachNumber(read: () => void): void {
    if (this.#wire === wireType.varint) {
      read();
      return;
    }
    this.#expect(wireType.bytes);
    const after = this.#at;
    const wire = this.#wire;
    this.#at = this.#fieldAt;
    const end = this.#fieldEnd;
    this.#wire = wireType.varint;
    while (this.#at < end) {
      if (!this.#varint() || this.#at > end) throw new ProtoError('a list of numbers ends within a number');
      read();
    }
    this.#wire = wire;
    this.#at = after;
  }

  #expect(wire: number): void {
    if (this.#wire !== wire) throw new ProtoError(`field ${this.field} has the wire type ${this.#wire}, not ${wire}`);
  }
}

function exact(high: number, low: number): number | bigint {
  return high < 1 << 21 ? high * 2 ** 32 + low : (BigInt(high) << 32n) | BigInt(low);
}
