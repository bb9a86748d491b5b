import { SymbolError } from '../bytes/symbol-error.ts';

/** Reads big-endian numbers in a row, never past the end. */
export class BigEndian {
  at = 0;
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #file: string;
  #end: number;

  constructor(bytes: Uint8Array, file: string) {
    this.bytes = bytes;
    this.#end = bytes.length;
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

  /** @returns the begin of the skipped bytes */
  skip(length: number): number {
    return this.#take(length);
  }

  /** Then goes on behind them. */
  within(length: number, read: () => void): void {
    const begin = this.skip(length);
    const { at: end } = this;
    const outer = this.#end;
    this.at = begin;
    this.#end = end;
    read();
    this.at = end;
    this.#end = outer;
  }

  failed(expected: string): SymbolError {
    return new SymbolError({ reason: 'malformed', file: this.#file, offset: this.at, expected });
  }

  #take(length: number): number {
    const { at } = this;
    if (at + length > this.#end) throw this.failed(`${length} more bytes of a class file`);
    this.at += length;
    return at;
  }
}
