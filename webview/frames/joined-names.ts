import { uint32At } from '../../core/columns/at.ts';
import { noUint32, withRow } from '../../core/columns/table.ts';
import { endsAfter } from '../../core/trees/search/name-test.ts';

/** Rows of one text; a step of some milliseconds joins so many. */
export const JOINED_ROWS = 8_192;
/** Letters of all texts; names beyond are tested alone. */
const MOST_LETTERS = 1 << 26;
export const SEPARATOR = '\n';
/** The class of rows whose names stand in the text in full. */
export const NO_CLASS = 0;

interface Joined {
  readonly first: number;
  /** Where each row's names begin in the text, and its end. */
  readonly begins: Uint32Array;
  readonly text: string;
  lower: string | undefined;
}

/** In a text, for a row of this class. */
type PartTest = (text: string, from: number, to: number) => boolean;

/** Names in a few long texts: searching one takes less time than calling a test for each of its names. */
export class JoinedNames {
  readonly #texts: Joined[] = [];
  /** Indexed by row. */
  #classes: Uint32Array = noUint32;
  /** Rows whose names are not in a text. */
  readonly #alone: number[] = [];
  #letters = 0;
  #rows = 0;

  /** Number of joined rows. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * @param names of the next rows, a `SEPARATOR` behind each: those of a class without its prefix, others in full. ASCII without control
   * characters; '' for a row that is tested alone
   * @param classes of these rows
   */
  add(names: readonly string[], classes: readonly number[]): void {
    const begins = new Uint32Array(names.length + 1);
    const isFull = this.#letters > MOST_LETTERS;
    let at = 0;
    for (const [index, name] of names.entries()) {
      const row = this.#rows + index;
      begins[index] = at;
      this.#classes = withRow(this.#classes, row);
      if (isFull || name === '') this.#alone.push(row);
      else this.#classes[row] = classes[index] ?? NO_CLASS;
      if (!isFull) at += name.length;
    }
    begins[names.length] = at;
    this.#texts.push({ first: this.#rows, begins, text: isFull ? '' : names.join(''), lower: undefined });
    this.#letters += at;
    this.#rows += names.length;
  }

  /** Converts all texts, for searches without regard to case. */
  lower(): void {
    for (const each of this.#texts) each.lower ??= each.text.toLowerCase();
  }

  /**
   * 1 for each row with this text.
   * @param wanted in lower case unless `matchCase`
   * @param prefixes by class, in lower case unless `matchCase`
   * @param alone tests a row whose names are in no text
   */
  find(wanted: string, matchCase: boolean, prefixes: readonly string[], alone: (row: number) => boolean): Uint8Array {
    const found = new Uint8Array(this.#rows);
    if (!matchCase) this.lower();
    const ends = prefixes.map((prefix) => endsAfter(wanted, prefix));
    const isInPrefix = ends.some((each) => each === undefined || each.length > 0);
    for (const joined of this.#texts) {
      const text = matchCase ? joined.text : (joined.lower ?? joined.text);
      markMatches(text, wanted, joined, found);
      if (isInPrefix) this.#markPrefixes(text, ends, joined, found);
    }
    return this.#withAlone(found, alone);
  }

  /**
   * 1 for each row with a name that passes. @param tests by class, of names behind its prefix @param alone as for `find`
   */
  test(tests: readonly PartTest[], alone: (row: number) => boolean): Uint8Array {
    const found = new Uint8Array(this.#rows);
    const classes = this.#classes;
    for (const { first, begins, text } of this.#texts) {
      for (let index = 0; index < begins.length - 1; index++) {
        const from = uint32At(begins, index);
        const to = uint32At(begins, index + 1);
        if (from === to) continue;
        const inClass = uint32At(classes, first + index);
        const test = tests[inClass];
        if (test === undefined) continue;
        const passes = inClass === NO_CLASS ? anyPasses(text, from, to, test) : test(text, from, to - 1);
        if (passes) found[first + index] = 1;
      }
    }
    return this.#withAlone(found, alone);
  }

  #markPrefixes(text: string, ends: readonly (readonly string[] | undefined)[], { first, begins }: Joined, found: Uint8Array): void {
    for (let index = 0; index < begins.length - 1; index++) {
      const wanted = ends[uint32At(this.#classes, first + index)];
      if (wanted?.length === 0) continue;
      if (wanted === undefined || wanted.some((end) => text.startsWith(end, uint32At(begins, index)))) found[first + index] = 1;
    }
  }

  #withAlone(found: Uint8Array, alone: (row: number) => boolean): Uint8Array {
    for (const row of this.#alone) found[row] = alone(row) ? 1 : 0;
    return found;
  }
}

function markMatches(text: string, wanted: string, { first, begins }: Joined, found: Uint8Array): void {
  let index = 0;
  for (let at = text.indexOf(wanted); at >= 0; ) {
    while (uint32At(begins, index + 1) <= at) index++;
    found[first + index] = 1;
    at = text.indexOf(wanted, uint32At(begins, index + 1));
  }
}

/** Each name ends with a `SEPARATOR`. */
function anyPasses(text: string, begin: number, to: number, test: PartTest): boolean {
  for (let from = begin; from < to; ) {
    const end = text.indexOf(SEPARATOR, from);
    if (test(text, from, end)) return true;
    from = end + 1;
  }
  return false;
}
