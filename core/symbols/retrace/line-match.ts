import { int32At } from '../../columns/at.ts';
import type { MappedRange, MethodCandidate } from './class-mapping.ts';
import { LineKind, LineParts } from './line-parts.ts';
import type { Block } from './member-blocks.ts';
import { methodLine } from './member-line.ts';
import { sameBytes } from './name-bytes.ts';
import { TextLines } from './text-lines.ts';

/** What `overloadsOf` and `narrowToLine` find for a line that the map has, where comments say nothing but types. */
export interface LineMatch {
  readonly overloads: number;
  /** Of each overload that has the line: the lines of one place. Nothing is said of these methods as a whole. */
  readonly candidates: readonly MethodCandidate[];
}

/** Columns of a row: a place's first line, behind its last one, its outermost method's text, and whether it has the line. */
const [BEGIN, END, METHOD, LENGTH, FITS, ROW] = [0, 1, 2, 3, 4, 5];
/** Rows of the lines that are looked at: a list for each frame would cost more than reading them. */
let places = new Int32Array(ROW << 8);

/**
 * Finds a line among those of one name, of which only the ones that fit are made into objects: a name has ten lines on average, and
 * a frame needs one or two.
 * @param line above 0
 * @returns undefined when the slower way has to find it: unusual lines, or none that fits
 */
export function matchLine(bytes: Uint8Array, blocks: readonly Block[], name: string, line: number): LineMatch | undefined {
  const end = findPlaces(bytes, blocks, line);
  if (end === 0) return undefined;
  let candidates: MethodCandidate[] | undefined;
  let overloads = 1;
  let found = -1;
  // R8 decides by the first and the last method; what lies between is one of theirs.
  const isOne = sameMethod(bytes, 0, end - ROW);
  for (let place = 0; place < end; place += ROW) {
    if (!isOne && place > 0 && !sameMethod(bytes, place - ROW, place)) {
      overloads++;
      found = -1;
    }
    if (found >= 0 || places[place + FITS] !== 1) continue;
    found = place;
    const candidate = { naming: undefined, ranges: rangesIn(bytes, int32At(places, place + BEGIN), int32At(places, place + END), name) };
    if (candidates === undefined) candidates = [candidate];
    else candidates.push(candidate);
  }
  return candidates && { overloads, candidates };
}

/**
 * A row for each place: lines behind each other with the same lines of the shrunk program, which are methods inlined there.
 * @returns behind the last row; 0 when the slower way has to find them
 */
function findPlaces(bytes: Uint8Array, blocks: readonly Block[], line: number): number {
  let row = -ROW;
  let from = -1;
  let to = -1;
  for (const { begin, end } of blocks) {
    const parts = new LineParts(bytes, end);
    let isFirst = true;
    for (let at = begin; at < end; at = parts.end + 1) {
      const kind = parts.read(at);
      if (kind === LineKind.other) return 0;
      if (kind !== LineKind.method) continue;
      if (parts.from < 0 || parts.from !== from || parts.to !== to) {
        from = parts.from;
        to = parts.to;
        row += ROW;
        if (row === places.length) places = larger(places);
        places[row + BEGIN] = at;
        places[row + FITS] = from >= 0 && from <= line && line <= to ? 1 : 0;
      } else if (isFirst) {
        // A place that goes on behind lines of other names.
        return 0;
      }
      places[row + END] = parts.end;
      places[row + METHOD] = parts.method;
      places[row + LENGTH] = parts.methodEnd - parts.method;
      isFirst = false;
    }
  }
  return row + ROW;
}

function larger(rows: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(rows.length * 2);
  twice.set(rows);
  return twice;
}

function sameMethod(bytes: Uint8Array, a: number, b: number): boolean {
  const length = int32At(places, a + LENGTH);
  return length === places[b + LENGTH] && sameBytes(bytes, int32At(places, a + METHOD), int32At(places, b + METHOD), length);
}

function rangesIn(bytes: Uint8Array, begin: number, end: number, name: string): readonly MappedRange[] {
  const parts = new LineParts(bytes, end);
  const lines = new TextLines(bytes, begin, end);
  let ranges: MappedRange[] | undefined;
  for (let at = begin; at < end; at = parts.end + 1) {
    if (parts.read(at) !== LineKind.method) continue;
    const range = methodLine(parts, lines.slice(parts.method, parts.methodEnd), name);
    if (ranges === undefined) ranges = [range];
    else ranges.push(range);
  }
  return ranges ?? [];
}
