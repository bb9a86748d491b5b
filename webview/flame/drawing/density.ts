import { uint8At, uint32At } from '../../../core/columns/at.ts';
import { MOMENTS } from '../rows.ts';
import type { RowPixels } from './row-pixels.ts';

/** CSS pixels to both sides whose narrow boxes are one fill; twice as far apart they stay single. */
const REACH_PX = 4;
/** Narrower groups stay as they are: there is nothing to merge. */
const LEAST_PX = 3;
/** Opacity of almost nothing, so that no call is invisible. */
const FAINT = 0.25;

/** Sums of a window of columns: narrow boxes' colours, weighed by the moments they cover. */
class ColumnSums {
  columns = 0;
  covered = 0;
  #red = 0;
  #green = 0;
  #blue = 0;

  clear(): void {
    this.columns = 0;
    this.covered = 0;
    this.#red = 0;
    this.#green = 0;
    this.#blue = 0;
  }

  add(color: number, covered: number): void {
    this.columns++;
    this.covered += covered;
    this.#red += covered * (color & 255);
    this.#green += covered * ((color >>> 8) & 255);
    this.#blue += covered * ((color >>> 16) & 255);
  }

  remove(color: number, covered: number): void {
    this.columns--;
    this.covered -= covered;
    this.#red -= covered * (color & 255);
    this.#green -= covered * ((color >>> 8) & 255);
    this.#blue -= covered * ((color >>> 16) & 255);
  }

  /** The mean colour, the fainter the less time is covered. */
  over(background: number): number {
    const share = FAINT + ((1 - FAINT) * this.covered) / (MOMENTS * this.columns);
    const part = share / this.covered;
    const red = this.#red * part + (background & 255) * (1 - share) + 0.5;
    const green = this.#green * part + ((background >>> 8) & 255) * (1 - share) + 0.5;
    const blue = this.#blue * part + ((background >>> 16) & 255) * (1 - share) + 0.5;
    return 0xff000000 | (blue << 16) | ((green & 255) << 8) | (red & 255);
  }
}

/**
 * Merges boxes too narrow for a name: where they are close, their row has one smooth fill that tells how much of the time they take,
 * instead of a line for each. Only the drawing changes: they keep their places, and are boxes again after a zoom.
 */
export class Density {
  width = 0;
  rows = 0;
  /** Pixels like those of `RowPixels`. */
  pixels = new Uint32Array(0);
  readonly #sums = new ColumnSums();

  /** Moves the rows together with the pixels that they merge. */
  moveLeft(columns: number): void {
    if (columns !== 0) this.pixels.copyWithin(Math.max(0, -columns), Math.max(0, columns));
  }

  /**
   * Merges what changed, and as far around as that is seen.
   * @param fromColumn columns that changed; the end is exclusive @param background packed, as pixels @param ratio screen by CSS pixels
   */
  update(of: RowPixels, fromColumn: number, toColumn: number, background: number, ratio: number): void {
    const { width, rows } = of;
    this.width = width;
    this.rows = rows;
    if (this.pixels.length !== of.pixels.length) this.pixels = new Uint32Array(of.pixels.length);
    const reach = Math.round(REACH_PX * ratio);
    const hole = 2 * reach;
    const from = Math.max(0, fromColumn - reach - hole);
    const to = Math.min(width, toColumn + reach + hole);
    for (let row = 0; row < rows; row++) {
      const begin = row * width;
      const [first, last] = [begin + from, begin + to];
      this.pixels.set(of.pixels.subarray(first, last), first);
      // Groups that begin before are found so far back that their columns are complete.
      let at = begin + Math.max(0, from - reach - hole);
      const end = begin + Math.min(width, to + reach + hole);
      while (at < last) {
        if (of.covered[at] === 0) {
          at++;
          continue;
        }
        const groupEnd = endOfGroup(of, at, end, hole);
        if (groupEnd - at >= LEAST_PX * ratio) this.#merge(of, at, groupEnd, first, last, reach, background);
        at = groupEnd + 1;
      }
    }
  }

  /** Writes the columns of a group from `first` to `last`. */
  #merge({ pixels, covered }: RowPixels, begin: number, end: number, first: number, last: number, reach: number, background: number): void {
    const sums = this.#sums;
    sums.clear();
    const from = Math.max(begin, first);
    for (let at = Math.max(begin, from - reach); at < Math.min(end, from + reach); at++)
      sums.add(uint32At(pixels, at), uint8At(covered, at));
    for (let at = from, to = Math.min(end, last); at < to; at++) {
      const [next, before] = [at + reach, at - reach - 1];
      if (next < end) sums.add(uint32At(pixels, next), uint8At(covered, next));
      if (before >= begin && at > from) sums.remove(uint32At(pixels, before), uint8At(covered, before));
      if (sums.covered > 0) this.pixels[at] = sums.over(background);
    }
  }
}

/** After the last narrow box without a wide one or a large hole before it. */
function endOfGroup({ pixels, covered }: RowPixels, from: number, end: number, hole: number): number {
  let last = from;
  for (let at = from + 1; at < end && at - last <= hole; at++) {
    if (covered[at] !== 0) last = at;
    else if (pixels[at] !== 0) break;
  }
  return last + 1;
}
