import { int32At } from '../../../../core/columns/at.ts';
import { VlqReader } from './vlq.ts';

/** Most segments of one file: 24 bytes each. */
export const MOST_SEGMENTS = 1 << 23;
const NONE = -1;

/** A place in a source. */
export interface Original {
  /** Index in the map's sources. */
  readonly source: number;
  /** From 0. */
  readonly line: number;
  /** From 0. */
  readonly column: number;
  /** Index in the map's names; -1: none. */
  readonly name: number;
}

/** The mappings of one map, in columns. Lines and columns count from 0. */
export class Segments {
  readonly #lines: Int32Array;
  readonly #columns: Int32Array;
  readonly #sources: Int32Array;
  readonly #sourceLines: Int32Array;
  readonly #sourceColumns: Int32Array;
  readonly #names: Int32Array;
  #length = 0;
  /** Not read to the end: places behind the damage, or the bound, would have other segments' sources. */
  isWhole = true;
  /** Segments in order; undefined if the map has them so. */
  readonly #order: Uint32Array | undefined;

  /** @param room for so many; others make it less than whole */
  constructor(mappings: string, room: number) {
    const most = Math.min(room, segmentsIn(mappings));
    const column = (): Int32Array => new Int32Array(most);
    [this.#lines, this.#columns, this.#sources] = [column(), column(), column()];
    [this.#sourceLines, this.#sourceColumns, this.#names] = [column(), column(), column()];
    this.#order = this.#read(new VlqReader(mappings), most) ? undefined : this.#sorted();
  }

  get length(): number {
    return this.#length;
  }

  /** The source of a place: that of the last segment of its line that does not begin behind it. */
  at(line: number, column: number): Original | undefined {
    const after = this.#before(line, column + 1);
    const last = after === 0 ? NONE : this.#row(after - 1);
    if (last === NONE || int32At(this.#lines, last) !== line) return undefined;
    // Of segments at one place the first counts, as other readers have it.
    const row = this.#row(this.#before(line, int32At(this.#columns, last)));
    const source = int32At(this.#sources, row);
    if (source === NONE) return undefined;
    return { source, line: int32At(this.#sourceLines, row), column: int32At(this.#sourceColumns, row), name: int32At(this.#names, row) };
  }

  /** Number of segments before a place. */
  #before(line: number, column: number): number {
    let [from, to] = [0, this.#length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#compare(this.#row(middle), line, column) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #row(at: number): number {
    return this.#order === undefined ? at : (this.#order[at] ?? 0);
  }

  #compare(row: number, line: number, column: number): number {
    return int32At(this.#lines, row) - line || int32At(this.#columns, row) - column;
  }

  /** @returns false if they are out of order */
  #read(reader: VlqReader, most: number): boolean {
    let isOrdered = true;
    let [line, column, source, sourceLine, sourceColumn, name] = [0, 0, 0, 0, 0, 0];
    while (!reader.isDone && !reader.isDamaged && this.#length < most) {
      if (reader.skip(';')) {
        line++;
        column = 0;
        continue;
      }
      if (reader.skip(',')) continue;
      const [columnDelta, sourceDelta, lineDelta, sourceColumnDelta, nameDelta] = numbersOf(reader);
      if (columnDelta === undefined) continue;
      if (columnDelta < 0) isOrdered = false;
      column += columnDelta;
      source += sourceDelta ?? 0;
      sourceLine += lineDelta ?? 0;
      sourceColumn += sourceColumnDelta ?? 0;
      name += nameDelta ?? 0;
      const row = this.#length++;
      const hasSource = sourceColumnDelta !== undefined;
      this.#lines[row] = line;
      this.#columns[row] = column;
      this.#sources[row] = hasSource ? source : NONE;
      this.#sourceLines[row] = sourceLine;
      this.#sourceColumns[row] = sourceColumn;
      this.#names[row] = nameDelta === undefined ? NONE : name;
    }
    this.isWhole = reader.isDone && !reader.isDamaged;
    return isOrdered;
  }

  #sorted(): Uint32Array {
    return Uint32Array.from({ length: this.#length }, (_, row) => row).sort(
      (one, other) => this.#compare(one, int32At(this.#lines, other), int32At(this.#columns, other)) || one - other,
    );
  }
}

/** Most numbers of one segment; one with more is damaged. */
const MOST_NUMBERS = 5;

function numbersOf(reader: VlqReader): readonly (number | undefined)[] {
  const numbers: number[] = [];
  for (let number = reader.next(); number !== undefined; number = reader.next()) if (numbers.length < MOST_NUMBERS) numbers.push(number);
  return numbers;
}

function segmentsIn(mappings: string): number {
  let count = 1;
  for (let at = mappings.indexOf(','); at >= 0; at = mappings.indexOf(',', at + 1)) count++;
  for (let at = mappings.indexOf(';'); at >= 0; at = mappings.indexOf(';', at + 1)) count++;
  return count;
}
