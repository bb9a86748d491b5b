import { float64At, int32At, uint32At } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';

/** Rows for some addresses, as columns. `file` is -1 where there is none. */
export class LineRows {
  readonly file: Int32Array;
  readonly line: Uint32Array;
  readonly column: Uint32Array;
  readonly discriminator: Uint32Array;
  /** End of the row's sequence. Of overlapping ones the first to end counts, as with llvm. */
  readonly sequenceEnd: Float64Array;

  constructor(count: number) {
    this.file = new Int32Array(count).fill(-1);
    this.line = new Uint32Array(count);
    this.column = new Uint32Array(count);
    this.discriminator = new Uint32Array(count);
    this.sequenceEnd = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  }
}

/** Takes the rows of a line program in order. An address has the last row that isn't behind it. */
export class RowFinder {
  readonly rows: LineRows;
  readonly #addresses: Float64Array;
  readonly #isDead: (address: number) => boolean;
  /** Rows of the open sequence. */
  readonly #pending: LineRows;
  #isFirst = true;
  /** First address of this sequence, and the next one without a row. */
  #from = 0;
  #next = 0;
  #wanted = Number.POSITIVE_INFINITY;
  /** The row before. */
  #file = 0;
  #line = 0;
  #column = 0;
  #discriminator = 0;

  /**
   * @param addresses ascending
   * @param isDead true for the first address of sequences whose code the linker left out
   */
  constructor(addresses: Float64Array, isDead: (address: number) => boolean) {
    this.#addresses = addresses;
    this.#isDead = isDead;
    this.rows = new LineRows(addresses.length);
    this.#pending = new LineRows(addresses.length);
  }

  add(address: number, file: number, line: number, column: number, discriminator: number): void {
    if (this.#isFirst) this.#begin(address);
    else if (address > this.#wanted) this.#giveRowBefore(address);
    this.#file = file;
    this.#line = line;
    this.#column = column;
    this.#discriminator = discriminator;
  }

  /** @param address the first one behind the sequence */
  endSequence(address: number): void {
    if (this.#isFirst) this.#begin(address);
    else if (address > this.#wanted) this.#giveRowBefore(address);
    const { rows } = this;
    const pending = this.#pending;
    for (let found = this.#from; found < this.#next; found++) {
      if (address >= float64At(rows.sequenceEnd, found) || address <= float64At(this.#addresses, found)) continue;
      rows.sequenceEnd[found] = address;
      rows.file[found] = int32At(pending.file, found);
      rows.line[found] = uint32At(pending.line, found);
      rows.column[found] = uint32At(pending.column, found);
      rows.discriminator[found] = uint32At(pending.discriminator, found);
    }
    this.#isFirst = true;
    this.#wanted = Number.POSITIVE_INFINITY;
  }

  #begin(address: number): void {
    this.#isFirst = false;
    this.#from = this.#isDead(address) ? this.#addresses.length : firstAtLeast(this.#addresses, address);
    this.#want(this.#from);
  }

  #giveRowBefore(address: number): void {
    const pending = this.#pending;
    while (address > this.#wanted) {
      pending.file[this.#next] = this.#file;
      pending.line[this.#next] = this.#line;
      pending.column[this.#next] = this.#column;
      pending.discriminator[this.#next] = this.#discriminator;
      this.#want(this.#next + 1);
    }
  }

  #want(next: number): void {
    this.#next = next;
    this.#wanted = next < this.#addresses.length ? float64At(this.#addresses, next) : Number.POSITIVE_INFINITY;
  }
}
