import type { LineRange, MappedRange, MethodCandidate, MethodNaming } from './class-mapping.ts';
import { sameLines } from './overloads.ts';

/** Carried from one frame to the next one outwards. */
export interface StackContext {
  /** The exception's class in the line above, as the device names it. */
  readonly thrown?: string;
  /** The frame before was an outline at this line. */
  readonly outlineLine?: number;
}

export interface NarrowedMethod {
  readonly candidates: readonly MethodCandidate[];
  /** The frame's line, or the line of the outline's call. */
  readonly line: number | undefined;
}

/** `line` is shown if the map alone decides. */
interface PlacedRange {
  readonly range: MappedRange;
  readonly line: number | undefined;
}

/** Inlined methods, innermost first, then the method that remained. Never empty. */
export interface InlineStack {
  readonly naming: MethodNaming | undefined;
  readonly ranges: readonly PlacedRange[];
}

/** Many original lines on one shrunk line are as many places; a hostile map claims billions. */
const MAX_ALTERNATIVES = 1000;

/** R8's rules, from a known line to an unknown one. */
export function narrowToLine(
  candidates: readonly MethodCandidate[],
  line: number | undefined,
  context: StackContext,
): NarrowedMethod | undefined {
  const known = line !== undefined && line > 0;
  const fitting = known
    ? (narrowBy(candidates, line, context, (ranges) => rangesAt(ranges, line)) ??
      narrowBy(candidates, line, context, (ranges) => ranges.filter(({ minified }) => minified === undefined)))
    : narrowBy(candidates, line, context, (ranges) => rangesAt(ranges, 0) ?? firstWithoutLines(ranges));
  if (fitting !== undefined) return fitting;
  // Only the method is known then. A range over all lines still tells the line.
  if (known) return undefined;
  return { candidates: candidates.map((one) => (isCatchAll(one.ranges) ? one : { naming: one.naming, ranges: [] })), line };
}

type Select = (ranges: readonly MappedRange[]) => readonly MappedRange[] | undefined;

function narrowBy(
  candidates: readonly MethodCandidate[],
  line: number | undefined,
  context: StackContext,
  select: Select,
): NarrowedMethod | undefined {
  let fitting: MethodCandidate[] | undefined;
  for (const { naming, ranges } of candidates) {
    const selected = select(ranges);
    if (selected === undefined || selected.length === 0) continue;
    const calledAt = context.outlineLine === undefined ? undefined : callsiteLine(selected, context.outlineLine);
    if (calledAt !== undefined) return narrowBy(candidates, calledAt, {}, (own) => rangesAt(own, calledAt));
    const candidate = { naming, ranges: selected };
    // A list that grows from nothing has room for many.
    if (fitting === undefined) fitting = [candidate];
    else fitting.push(candidate);
  }
  return fitting && { candidates: fitting, line };
}

function rangesAt(ranges: readonly MappedRange[], line: number): readonly MappedRange[] | undefined {
  const first = ranges.findIndex(({ minified }) => minified !== undefined && minified.from <= line && line <= minified.to);
  if (first < 0) return undefined;
  let end = first + 1;
  while (end < ranges.length && sameLines(ranges[first], ranges[end])) end++;
  return ranges.slice(first, end);
}

function firstWithoutLines(ranges: readonly MappedRange[]): readonly MappedRange[] | undefined {
  const found = ranges.find(({ minified }) => minified === undefined);
  return found === undefined ? undefined : [found];
}

function callsiteLine(ranges: readonly MappedRange[], outlineLine: number): number | undefined {
  const found = ranges.at(-1)?.information.find((information) => information.kind === 'outlineCallsite');
  return found?.kind === 'outlineCallsite' ? (found.positions.get(outlineLine) ?? outlineLine) : undefined;
}

/** R8 writes a method with one place as `0:65535:`. */
function isCatchAll(ranges: readonly MappedRange[]): boolean {
  const [only, ...more] = ranges;
  return more.length === 0 && only?.minified?.from === 0 && only.minified.to === 65_535;
}

export function isAmbiguous({ candidates }: NarrowedMethod): boolean {
  if (candidates.length > 1) return true;
  const ranges = candidates[0]?.ranges ?? [];
  return ranges.some((range) => isSpread(range) || (range !== ranges[0] && !sameLines(range, ranges[0])));
}

/**
 * Each possible place, with the methods inlined there.
 * @param ambiguous the answer of `isAmbiguous`
 */
export function inlineStacksOf({ candidates }: NarrowedMethod, ambiguous: boolean): readonly InlineStack[] {
  const [only] = candidates;
  if (!ambiguous && only !== undefined && only.ranges.length > 0) return [{ naming: only.naming, ranges: only.ranges.map(placed) }];
  const places: InlineStack[] = [];
  for (const { naming, ranges } of candidates) {
    if (ranges.length === 0 && naming !== undefined) places.push({ naming, ranges: [{ range: wholeMethod(naming), line: undefined }] });
    for (let begin = 0; begin < ranges.length && places.length < MAX_ALTERNATIVES; ) {
      let end = begin + 1;
      while (end < ranges.length && sameLines(ranges[begin], ranges[end])) end++;
      addPlaces(ranges.slice(begin, end), naming, ambiguous, places);
      begin = end;
    }
  }
  return places;
}

function addPlaces(ranges: readonly MappedRange[], naming: MethodNaming | undefined, ambiguous: boolean, places: InlineStack[]): void {
  const [innermost] = ranges;
  if (innermost === undefined) return;
  if (!ambiguous || !isSpread(innermost) || innermost.original === undefined) {
    places.push({ naming, ranges: ranges.map(placed) });
    return;
  }
  const { from, to } = innermost.original;
  const outer = ranges.slice(1).map(placed);
  for (let line = from; line <= to && places.length < MAX_ALTERNATIVES; line++) {
    places.push({ naming, ranges: [{ range: innermost, line }, ...outer] });
  }
}

function placed(range: MappedRange): PlacedRange {
  const { original } = range;
  return { range, line: original !== undefined && original.from === original.to ? original.from : undefined };
}

function wholeMethod({ method, residualName, residual }: MethodNaming): MappedRange {
  return { minified: undefined, original: undefined, method, residualName, residual, information: [] };
}

/** The shrunk line doesn't tell the original lines apart. */
function isSpread({ minified, original }: MappedRange): boolean {
  if (original === undefined || original.from === original.to) return false;
  return minified === undefined || lengthOf(minified) !== lengthOf(original);
}

function lengthOf({ from, to }: LineRange): number {
  return to - from + 1;
}

export function originalLine({ range, line }: PlacedRange, shrunkLine: number | undefined, ambiguous: boolean): number | undefined {
  if (line !== undefined) return line;
  const { minified, original } = range;
  if (!ambiguous && (minified === undefined || shrunkLine === undefined || shrunkLine === -1)) {
    const first = original?.from ?? minified?.from ?? 0;
    return first > 0 ? first : undefined;
  }
  if (minified === undefined || shrunkLine === undefined || shrunkLine < minified.from || shrunkLine > minified.to) return undefined;
  return original === undefined ? shrunkLine : original.from + shrunkLine - minified.from;
}
