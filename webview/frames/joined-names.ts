import { uint32At } from '../../core/columns/at.ts';

/** Rows of one text; a step of some milliseconds joins so many. */
export const JOINED_ROWS = 8_192;
/** Letters of all texts; names beyond are tested alone. */
const MOST_LETTERS = 1 << 26;
export const SEPARATOR = '\n';
/** Other letters may change their number in lower case. */
const notPlain = /[^ -~\n]/;

interface Joined {
  readonly first: number;
  /** Where each row's names begin in the text, and its end. */
  readonly begins: Uint32Array;
  readonly text: string;
  lower: string | undefined;
}

/** Names in a few long texts: searching one takes less time than calling a test for each of its names. */
export class JoinedNames {
  readonly #texts: Joined[] = [];
  /** Rows whose names are not in a text. */
  readonly #alone: number[] = [];
  #letters = 0;
  #rows = 0;

  /** Number of joined rows. */
  get rows(): number {
    return this.#rows;
  }

  /** @param names of the next rows: what a search may match of each, a `SEPARATOR` behind each name */
  add(names: readonly string[]): void {
    const begins = new Uint32Array(names.length + 1);
    const isFull = this.#letters > MOST_LETTERS;
    let text = isFull ? '' : names.join('');
    // Nearly all texts are plain.
    const alone = isFull || notPlain.test(text) ? names.map((name) => isFull || notPlain.test(name)) : undefined;
    if (alone !== undefined) text = names.filter((_, index) => alone[index] === false).join('');
    let at = 0;
    for (const [index, name] of names.entries()) {
      begins[index] = at;
      if (alone?.[index] === true) this.#alone.push(this.#rows + index);
      else at += name.length;
    }
    begins[names.length] = at;
    this.#texts.push({ first: this.#rows, begins, text, lower: undefined });
    this.#letters += at;
    this.#rows += names.length;
  }

  /** Converts all texts, for searches without regard to case. */
  lower(): void {
    for (const each of this.#texts) each.lower ??= each.text.toLowerCase();
  }

  /**
   * 1 for each row with a match.
   * @param wanted in lower case unless `matchCase`
   * @param alone tests a row whose names are in no text
   */
  find(wanted: string, matchCase: boolean, alone: (row: number) => boolean): Uint8Array {
    const found = new Uint8Array(this.#rows);
    if (!matchCase) this.lower();
    for (const { first, begins, text, lower } of this.#texts) markMatches(matchCase ? text : (lower ?? text), wanted, begins, first, found);
    for (const row of this.#alone) if (alone(row)) found[row] = 1;
    return found;
  }
}

function markMatches(text: string, wanted: string, begins: Uint32Array, first: number, found: Uint8Array): void {
  let index = 0;
  for (let at = text.indexOf(wanted); at >= 0; ) {
    while (uint32At(begins, index + 1) <= at) index++;
    found[first + index] = 1;
    at = text.indexOf(wanted, uint32At(begins, index + 1));
  }
}
