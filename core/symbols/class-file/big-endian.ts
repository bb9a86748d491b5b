import { SymbolError } from '../symbol-error.ts';

/** Reads big-endian numbers one after the other, never past the end. */
export class BigEndian {
  at: number;
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #file: string;

  constructor(bytes: Uint8Array, file: string, at = 0) {
    this.bytes = bytes;
    this.at = at;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#file = file;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  /** Goes on behind so many bytes, and gives where they began. */
  skip(length: number): number {
    return this.#take(length);
  }

  failed(expected: string): SymbolError {
    return new SymbolError({ reason: 'malformed', file: this.#file, offset: this.at, expected });
  }

  #take(length: number): number {
    const { at } = this;
    if (at + length > this.bytes.length) throw this.failed(`${length} more bytes of a class file`);
    this.at += length;
    return at;
  }
}
