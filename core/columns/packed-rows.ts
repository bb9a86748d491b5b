import { float64At, uint32At } from './at.ts';
import { BlockWriter, type Column } from './block-writer.ts';
import { BLOCK_BITS, BLOCK_ROWS, unpack, valueAt } from './packed-block.ts';

const ROW_MASK = BLOCK_ROWS - 1;
/** Reads of a block's column in a row from which all of it is unpacked, which takes as long as so many reads. */
const READS_TO_OPEN = 64;
/** Tables with open columns at a time: two megabytes with eight columns each. */
const MOST_OPEN = 32;
/** No block, where a block's number is kept. */
const NONE = -1;

/** A column that is stored as its difference to another one, as an end to its begin. Exact for whole numbers. */
interface Later {
  readonly column: number;
  readonly to: number;
}

const none = new Float64Array(0);

/**
 * Finished rows of numbers in blocks. Each column of a block has a base and a width in bits for the differences to it, so that any row is read
 * at once. Few far values do not widen the others: the largest code says that the difference is in a list of exceptions.
 */
export class PackedRows {
  /** Rows without the dropped ones. */
  length = 0;
  readonly #columns: number;
  readonly #later: Later | undefined;
  readonly #blocks: Uint32Array[] = [];
  /** Bases: one per column and block, those of a block together. */
  #bases = new Float64Array(0);
  /** Dropped rows of the first block. */
  #dropped = 0;
  /** Open columns of the blocks that readers go through, by column and row. */
  #open: Float64Array = none;
  /** Block of each open column, or `NONE`. */
  readonly #openBlocks: Int32Array;
  /** Block of each column's last read that was not open, and the reads in a row. */
  readonly #lastBlocks: Int32Array;
  readonly #reads: Uint32Array;

  constructor(columns: number, later?: Later) {
    this.#columns = columns;
    this.#later = later;
    this.#openBlocks = new Int32Array(columns).fill(NONE);
    this.#lastBlocks = new Int32Array(columns).fill(NONE);
    this.#reads = new Uint32Array(columns);
  }

  /** Adds `BLOCK_ROWS` values of each column; of a column that is left out, zeros. @param from the first row */
  add(columns: readonly Column[], from = 0): void {
    const block = this.#blocks.length;
    if ((block + 1) * this.#columns > this.#bases.length) {
      const longer = new Float64Array(Math.max(8, 2 * block) * this.#columns);
      longer.set(this.#bases);
      this.#bases = longer;
    }
    const writer = new BlockWriter(this.#columns);
    for (const [column, all] of columns.entries()) {
      const less = this.#later?.column === column ? columns[this.#later.to] : undefined;
      this.#bases[block * this.#columns + column] = writer.write(column, all, from, less);
    }
    this.#blocks.push(writer.words);
    this.length += BLOCK_ROWS;
  }

  /** @throws RangeError for a row that is not held */
  read(column: number, row: number): number {
    const at = row + this.#dropped;
    if (at >>> BLOCK_BITS === this.#openBlocks[column] && row >= 0) return float64At(this.#open, (column << BLOCK_BITS) | (at & ROW_MASK));
    return this.#readPacked(column, row, at);
  }

  #readPacked(column: number, row: number, at: number): number {
    const block = at >>> BLOCK_BITS;
    const words = this.#blocks[block];
    if (words === undefined || row < 0) throw new RangeError(`Row ${row} of ${this.length} packed rows.`);
    if (block !== this.#lastBlocks[column]) {
      this.#lastBlocks[column] = block;
      this.#reads[column] = 0;
    }
    const reads = uint32At(this.#reads, column) + 1;
    this.#reads[column] = reads;
    if (reads === READS_TO_OPEN) this.#openColumn(block, words, column);
    const value = this.#valueAt(words, block, column, at & ROW_MASK);
    return this.#later?.column === column ? value + this.#valueAt(words, block, this.#later.to, at & ROW_MASK) : value;
  }

  #valueAt(words: Uint32Array, block: number, column: number, row: number): number {
    return valueAt(words, column, row, float64At(this.#bases, block * this.#columns + column));
  }

  #openColumn(block: number, words: Uint32Array, column: number): void {
    if (this.#openBlocks[column] === block) return;
    this.#open = openBlocks.lendTo(this, BLOCK_ROWS * this.#columns);
    unpack(words, column, float64At(this.#bases, block * this.#columns + column), this.#open);
    if (this.#later?.column === column) {
      this.#openColumn(block, words, this.#later.to);
      addColumn(this.#open, this.#later);
    }
    this.#openBlocks[column] = block;
  }

  /** Its array is another's now. */
  close(): void {
    this.#open = none;
    this.#openBlocks.fill(NONE);
  }

  /** First row of the last block of an ascending column that begins at or below a value; 0 without any. */
  blockRow(column: number, value: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (float64At(this.#bases, middle * this.#columns + column) > value) high = middle;
      else low = middle + 1;
    }
    return Math.max(0, (Math.max(0, low - 1) << BLOCK_BITS) - this.#dropped);
  }

  get bytes(): number {
    return this.#blocks.reduce((sum, words) => sum + words.byteLength, 0);
  }

  /** Drops the oldest rows. */
  dropFirst(rows: number): void {
    const gone = this.#dropped + rows;
    const blocks = gone >>> BLOCK_BITS;
    this.#blocks.splice(0, blocks);
    this.#bases.copyWithin(0, blocks * this.#columns);
    this.#dropped = gone & ROW_MASK;
    this.length -= rows;
    this.#openBlocks.fill(NONE);
    this.#lastBlocks.fill(NONE);
  }
}

/** Arrays for open blocks, which come around: readers go on from row to row, in few tables at a time. */
class OpenBlocks {
  readonly #arrays: { values: Float64Array; owner: WeakRef<PackedRows> | undefined }[] = [];
  #next = 0;

  lendTo(owner: PackedRows, length: number): Float64Array {
    const known = this.#arrays.find((each) => each.owner?.deref() === owner);
    if (known !== undefined) return known.values;
    const array = this.#arrays[this.#next] ?? { values: none, owner: undefined };
    this.#arrays[this.#next] = array;
    this.#next = (this.#next + 1) % MOST_OPEN;
    array.owner?.deref()?.close();
    array.owner = new WeakRef(owner);
    if (array.values.length < length) array.values = new Float64Array(length);
    return array.values;
  }
}

const openBlocks = new OpenBlocks();

function addColumn(open: Float64Array, { column, to }: Later): void {
  const [first, other] = [column << BLOCK_BITS, to << BLOCK_BITS];
  for (let row = 0; row < BLOCK_ROWS; row++) open[first | row] = float64At(open, first | row) + float64At(open, other | row);
}
