import { numberAt } from '../../columns/at.ts';
import type { MethodCandidate } from './class-mapping.ts';
import { LineKind, LineParts } from './line-parts.ts';
import { MapVersion } from './map-version.ts';
import { SYNTHESIZED } from './mapping-comment.ts';
import type { Block } from './member-blocks.ts';
import { sameBytes, startsWithLetters, textOfBytes } from './name-bytes.ts';
import { firstLetter, trimmedEnd } from './text-lines.ts';

const HASH = 35;
export const NO_PLACE = -1;

/** Numbers of a row, and their places in it. A row is its first number's index. */
const WIDTH = 7;
const [FROM, TO, METHOD, METHOD_END, ORIGINAL_FROM, ORIGINAL_TO, OVERLOAD] = [0, 1, 2, 3, 4, 5, 6];

/** R8's usual comments that decide neither frames nor lines, unless an exception or an outline is below. */
const harmless =
  /^# \{"id":"com\.android\.tools\.r8\.(?:residualsignature","signature":"(?:\((?:\[{0,9}(?:[BCDFIJSZ]|L[\w/$]+;))*\))?\[{0,9}(?:[BCDFIJSVZ]|L[\w/$]+;)"|outlineCallsite","positions":\{(?:"\d{1,9}":[1-9]\d{0,8}(?:,(?=")|(?=\})))*\},"outline":"[^"\\]*")\}$/;

/** In bytes. The expression would run out of stack in a comment of megabytes. */
const MAX_HARMLESS = 4096;

/** Of `harmless`: such a comment can name the method, all others can't. */
const RESIDUAL = '# {"id":"com.android.tools.r8.residual';

/** How the frame that remained appears. */
const Outermost = { shown: 0, hidden: 1, other: 2 } as const;
type Outermost = (typeof Outermost)[keyof typeof Outermost];

/** Lines of one shrunk name as numbers: a stack trace needs one or two of a dozen, and no object. */
export class MethodRows {
  readonly bytes: Uint8Array;
  readonly #numbers: number[] = [];
  readonly #overloads: Outermost[] = [Outermost.shown];
  #isCommented = false;
  #synthesized = 0;
  #residuals = 0;
  /** All comments about the method are below its last line, at most one of them a residual signature. */
  #isPlain = true;

  private constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Undefined if a line is unusual. */
  static read(bytes: Uint8Array, blocks: readonly Block[]): MethodRows | undefined {
    const rows = new MethodRows(bytes);
    for (const block of blocks) if (!rows.#readBlock(block)) return undefined;
    rows.#splitOverloads();
    if (blocks.length > 1) rows.#isPlain = false;
    return rows;
  }

  /** `takeNamings` has to decide which methods are shown. */
  get isCommented(): boolean {
    return this.#isCommented || this.#synthesized > 0;
  }

  /**
   * Decides as `ClassReader` for the usual synthesized method, without its objects. Needs a method without related blocks.
   * @returns false if only `takeNamings` can decide
   */
  hideSynthesized(version: MapVersion): boolean {
    const last = this.#numbers.length - WIDTH;
    const isUsual = this.#isPlain && !this.#isCommented && this.#residuals < 2 && this.#overloads.length === 1;
    if (!isUsual || last < 0 || numberAt(this.#numbers, last + FROM) < 0 || version < MapVersion['1.0']) return false;
    this.#overloads[0] = Outermost.hidden;
    return true;
  }

  /**
   * @param candidates of the same lines
   * @returns false if they are others
   */
  takeNamings(candidates: readonly MethodCandidate[]): boolean {
    let count = 0;
    for (const { ranges } of candidates) count += ranges.length;
    if (candidates.length !== this.#overloads.length || count * WIDTH !== this.#numbers.length) return false;
    for (const [i, { naming }] of candidates.entries()) {
      const isUsual = naming !== undefined && !naming.outline;
      this.#overloads[i] = isUsual ? (naming.synthesized ? Outermost.hidden : Outermost.shown) : Outermost.other;
    }
    return true;
  }

  /** The first row of the only place that a shrunk line can have; else `NO_PLACE`. */
  placeAt(line: number): number {
    const numbers = this.#numbers;
    let found = NO_PLACE;
    for (let row = 0; row < numbers.length; row += WIDTH) {
      if (numberAt(numbers, row + FROM) > line || numberAt(numbers, row + TO) < line) continue;
      if (found === NO_PLACE) found = row;
      else if (numbers[row + OVERLOAD] !== numbers[found + OVERLOAD]) return NO_PLACE;
    }
    if (found === NO_PLACE || this.#overloads[numberAt(numbers, found + OVERLOAD)] === Outermost.other) return NO_PLACE;
    for (let row = found; row < this.#endOfPlace(found); row += WIDTH) if (this.#isSpread(row)) return NO_PLACE;
    return found;
  }

  /** Behind the place's last row that is shown. */
  shownEnd(place: number): number {
    const isHidden = this.#overloads[numberAt(this.#numbers, place + OVERLOAD)] === Outermost.hidden;
    return this.#endOfPlace(place) - (isHidden ? WIDTH : 0);
  }

  next(row: number): number {
    return row + WIDTH;
  }

  /** Offset of the row's method, as in `MethodText`. */
  method(row: number): number {
    return numberAt(this.#numbers, row + METHOD);
  }

  sourceLine(row: number, line: number): number {
    const from = numberAt(this.#numbers, row + ORIGINAL_FROM);
    if (from < 0) return line;
    return from === numberAt(this.#numbers, row + ORIGINAL_TO) ? from : from + line - numberAt(this.#numbers, row + FROM);
  }

  #readBlock({ begin, end }: Block): boolean {
    const parts = new LineParts(this.bytes, end);
    for (let at = begin; at < end; at = parts.end + 1) {
      const kind = parts.read(at);
      if (kind === LineKind.other) return false;
      if (kind === LineKind.commentOrEmpty) this.#takeComment(at, parts.end);
      else if (this.#synthesized + this.#residuals > 0 || kind === LineKind.field) this.#isPlain = false;
      if (kind !== LineKind.method) continue;
      const { from, to, method, methodEnd, originalFrom, originalTo } = parts;
      this.#numbers.push(from, to, method, methodEnd, originalFrom, originalTo, 0);
    }
    return true;
  }

  #takeComment(begin: number, end: number): void {
    const { bytes } = this;
    const first = firstLetter(bytes, begin, end);
    if (bytes[first] !== HASH || this.#isCommented) return;
    const last = trimmedEnd(bytes, first, end);
    if (last - first === SYNTHESIZED.length && startsWithLetters(bytes, first, SYNTHESIZED)) this.#synthesized++;
    else if (end - first > MAX_HARMLESS || !harmless.test(textOfBytes(bytes, first, last))) this.#isCommented = true;
    else if (startsWithLetters(bytes, first, RESIDUAL)) this.#residuals++;
  }

  /** As `overloadsOf`: where the outermost method changes, unless the first and the last one are the same. */
  #splitOverloads(): void {
    const numbers = this.#numbers;
    let end = this.#endOfPlace(0);
    if (end >= numbers.length || this.#sameMethod(end - WIDTH, numbers.length - WIDTH)) return;
    let overload = 0;
    for (let begin = end; begin < numbers.length; begin = end) {
      end = this.#endOfPlace(begin);
      if (!this.#sameMethod(begin - WIDTH, end - WIDTH)) overload = this.#overloads.push(Outermost.shown) - 1;
      for (let row = begin; row < end; row += WIDTH) numbers[row + OVERLOAD] = overload;
    }
  }

  /** Rows without lines are places of their own. */
  #endOfPlace(begin: number): number {
    const numbers = this.#numbers;
    let end = begin + WIDTH;
    if (end >= numbers.length || numberAt(numbers, begin + FROM) < 0) return end;
    while (end < numbers.length && this.#samePlace(begin, end)) end += WIDTH;
    return end;
  }

  #samePlace(a: number, b: number): boolean {
    const numbers = this.#numbers;
    return (
      numbers[a + FROM] === numbers[b + FROM] && numbers[a + TO] === numbers[b + TO] && numbers[a + OVERLOAD] === numbers[b + OVERLOAD]
    );
  }

  #sameMethod(a: number, b: number): boolean {
    const [begin, other] = [this.method(a), this.method(b)];
    const length = numberAt(this.#numbers, a + METHOD_END) - begin;
    return length === numberAt(this.#numbers, b + METHOD_END) - other && sameBytes(this.bytes, begin, other, length);
  }

  /** The shrunk line doesn't tell the original lines apart. */
  #isSpread(row: number): boolean {
    const numbers = this.#numbers;
    const originalLines = numberAt(numbers, row + ORIGINAL_TO) - numberAt(numbers, row + ORIGINAL_FROM);
    return originalLines > 0 && originalLines !== numberAt(numbers, row + TO) - numberAt(numbers, row + FROM);
  }
}
