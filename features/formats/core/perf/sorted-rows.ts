import { uint32At } from '../../../../core/columns/at.ts';
import type { Turns } from '../../../../core/session/file/turns.ts';

/** Sorted at once; then merged. */
const PIECE = 1 << 16;

/** Row numbers in order; a signal ends the work on millions of rows. @param compare never 0 for two rows */
export async function sortedRows(length: number, compare: (one: number, other: number) => number, turns: Turns): Promise<Uint32Array> {
  let from = Uint32Array.from({ length }, (_, row) => row);
  let isOrdered = true;
  for (let row = 1; row < length && isOrdered; row++) isOrdered = compare(row - 1, row) < 0;
  if (isOrdered) return from;
  for (let at = 0; at < length; at += PIECE) {
    from.subarray(at, at + PIECE).sort(compare);
    await turns.pause();
  }
  let to = new Uint32Array(length);
  for (let width = PIECE; width < length; width *= 2) {
    for (let at = 0; at < length; at += 2 * width) await merge(from, to, { at, width }, compare, turns);
    [from, to] = [to, from];
  }
  return from;
}

/** Joins two neighbouring ranges, each in order. */
async function merge(
  from: Uint32Array,
  to: Uint32Array,
  { at, width }: { readonly at: number; readonly width: number },
  compare: (one: number, other: number) => number,
  turns: Turns,
): Promise<void> {
  const middle = Math.min(at + width, from.length);
  const end = Math.min(middle + width, from.length);
  let [left, right] = [at, middle];
  for (let out = at; out < end; out++) {
    const takesLeft = right === end || (left < middle && compare(uint32At(from, left), uint32At(from, right)) < 0);
    to[out] = uint32At(from, takesLeft ? left++ : right++);
    if (out % PIECE === 0) await turns.pause();
  }
}
