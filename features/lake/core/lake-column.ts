import type { ColumnType } from './tables.ts';

export type LakeValue = string | number | boolean | null;

export type Cells = Uint32Array | Float64Array | Uint8Array;

const FIRST_CELLS = 16;
export const NULL_TEXT = 0;
export const NULL_FLAG = 2;

/** Values of one column of one session, without an object per value. */
export class LakeColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Different texts by their code, from 1. */
  readonly texts: string[] = [''];
  readonly #codes = new Map<string, number>();
  #cells: Cells;
  #length = 0;

  constructor(name: string, type: ColumnType) {
    this.name = name;
    this.type = type;
    this.#cells = newCells(type, FIRST_CELLS);
  }

  /** Texts are codes, with 0 for null; numbers have NaN for null; flags are 0, 1 and 2 for null. */
  get cells(): Cells {
    return this.#cells.subarray(0, this.#length);
  }

  push(value: LakeValue): void {
    if (this.#length === this.#cells.length) this.#grow();
    this.#cells[this.#length++] = this.#cellOf(value);
  }

  #cellOf(value: LakeValue): number {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return this.#codeOf(value);
    if (value !== null) return Number(value);
    if (this.type === 'text') return NULL_TEXT;
    return this.type === 'flag' ? NULL_FLAG : Number.NaN;
  }

  #codeOf(text: string): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.texts.length;
      this.texts.push(text);
      this.#codes.set(text, code);
    }
    return code;
  }

  #grow(): void {
    const larger = newCells(this.type, 2 * this.#length);
    larger.set(this.#cells);
    this.#cells = larger;
  }
}

function newCells(type: ColumnType, count: number): Cells {
  if (type === 'text') return new Uint32Array(count);
  return type === 'flag' ? new Uint8Array(count) : new Float64Array(count);
}
