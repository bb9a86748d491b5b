import { NULL_TEXT } from '../core/lake-column.ts';

/** An ENUM's texts end at NUL, and UTF-8 has no lone surrogates. */
const UNWRITABLE = /[\0\p{Surrogate}]/gu;
const SUBSTITUTE = '\uFFFD';

/** Different texts of one column of a file, numbered from 0. */
export class EnumTexts {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const written = text.replace(UNWRITABLE, SUBSTITUTE);
    let number = this.#numbers.get(written);
    if (number === undefined) {
      number = this.all.length;
      this.all.push(written);
      this.#numbers.set(written, number);
    }
    return number;
  }

  /** Numbers by the codes of a session's column; null has none. */
  numbersOf(texts: readonly string[]): Uint32Array {
    const numbers = new Uint32Array(texts.length);
    for (const [code, text] of texts.entries()) if (code !== NULL_TEXT) numbers[code] = this.numberOf(text);
    return numbers;
  }

  /** Numbers of at most `most` rows in the width that the engine gives an ENUM of so many texts. */
  cells(most: number): EnumNumbers {
    if (this.all.length <= 0xff) return new Uint8Array(most);
    return this.all.length <= 0xff_ff ? new Uint16Array(most) : new Uint32Array(most);
  }
}

export type EnumNumbers = Uint8Array | Uint16Array | Uint32Array;
