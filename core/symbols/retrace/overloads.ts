import type { MappedRange, MethodCandidate, MethodNaming } from './class-mapping.ts';
import { type MethodText, renamed } from './method-text.ts';

/**
 * Splits the lines of a shrunk name where the outermost method changes.
 * @param namings by the residual signature's method
 */
export function overloadsOf(ranges: readonly MappedRange[], namings: ReadonlyMap<string, MethodNaming>): readonly MethodCandidate[] {
  const candidate = (own: readonly MappedRange[]): MethodCandidate => {
    const outermost = own.at(-1);
    return { naming: outermost && namings.get(residualMethodOf(outermost)), ranges: own };
  };
  const firstEnd = endOfPlace(ranges, 0);
  // R8 decides by the first and the last method only.
  if (ranges[firstEnd - 1]?.method === ranges.at(-1)?.method) return [candidate(ranges)];
  const overloads: MethodCandidate[] = [];
  let begin = 0;
  for (let at = firstEnd; at < ranges.length; ) {
    const end = endOfPlace(ranges, at);
    if (ranges[at - 1]?.method !== ranges[end - 1]?.method) {
      overloads.push(candidate(ranges.slice(begin, at)));
      begin = at;
    }
    at = end;
  }
  overloads.push(candidate(ranges.slice(begin)));
  return overloads;
}

function residualMethodOf({ residual, method, residualName }: MappedRange): MethodText {
  return residual?.method ?? renamed(method, residualName);
}

/** The end of one place: inlined methods and the outermost one share their shrunk lines. */
function endOfPlace(ranges: readonly MappedRange[], begin: number): number {
  let at = begin;
  while (at + 1 < ranges.length && sameLines(ranges[at], ranges[at + 1])) at++;
  return at + 1;
}

export function sameLines(a: MappedRange | undefined, b: MappedRange | undefined): boolean {
  return a?.minified !== undefined && b?.minified !== undefined && a.minified.from === b.minified.from && a.minified.to === b.minified.to;
}
