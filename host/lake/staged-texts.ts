import { uint32At } from '../../core/columns/at.ts';
import type { Cells, LakeColumn } from '../../core/lake/lake-column.ts';

/** Texts of one file, numbered from 1; 0 is null. */
export class StagedTexts {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      this.all.push(text);
      number = this.all.length;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** A text column's codes become these numbers; other columns stay. */
  cellsOf({ texts, cells }: LakeColumn): Cells {
    if (!(cells instanceof Uint32Array)) return cells;
    const numbers = new Uint32Array(texts.length);
    for (const [code, text] of texts.entries()) if (code !== 0) numbers[code] = this.numberOf(text);
    const own = new Uint32Array(cells.length);
    // `Uint32Array.from` with a function is ten times slower.
    for (let row = 0; row < own.length; row++) own[row] = uint32At(numbers, uint32At(cells, row));
    return own;
  }
}
