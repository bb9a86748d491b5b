import { float64At, numberAt } from '../../columns/at.ts';
import { lastUpTo } from '../../columns/sorted.ts';

export class UnitRanges {
  readonly #begins: number[] = [];
  readonly #ends: number[] = [];
  readonly #units: number[] = [];
  #settled: { readonly begins: Float64Array; readonly ends: Float64Array; readonly units: Uint32Array } | undefined;

  add(pairs: readonly number[], unit: number): void {
    for (let at = 0; at < pairs.length; at += 2) {
      this.#begins.push(numberAt(pairs, at));
      this.#ends.push(numberAt(pairs, at + 1));
      this.#units.push(unit);
    }
    this.#settled = undefined;
  }

  /** -1 if there is none. */
  unitAt(address: number): number {
    this.#settled ??= this.#settle();
    const { begins, ends, units } = this.#settled;
    const at = lastUpTo(begins, address);
    return at >= 0 && address < float64At(ends, at) ? (units[at] ?? -1) : -1;
  }

  /** Makes disjoint ranges, as llvm does: of several units the previous one goes on, if among them, else the first counts. */
  #settle(): { begins: Float64Array; ends: Float64Array; units: Uint32Array } {
    const order = Uint32Array.from(this.#begins, (_, at) => at).sort(
      (a, b) => numberAt(this.#begins, a) - numberAt(this.#begins, b) || numberAt(this.#units, a) - numberAt(this.#units, b),
    );
    const begins: number[] = [];
    const ends: number[] = [];
    const units: number[] = [];
    /** Begun and not ended: few in sane files. */
    let open: number[] = [];
    const append = (begin: number, end: number): void => {
      if (begin >= end || open.length === 0) return;
      const last = ends.length - 1;
      if (last >= 0 && ends[last] === begin && open.some((range) => this.#units[range] === units[last])) {
        ends[last] = end;
        return;
      }
      begins.push(begin);
      ends.push(end);
      units.push(open.reduce((least, range) => Math.min(least, numberAt(this.#units, range)), Number.POSITIVE_INFINITY));
    };
    let position = 0;
    const closeUntil = (limit: number): void => {
      while (open.length > 0) {
        const nearest = open.reduce((least, range) => Math.min(least, numberAt(this.#ends, range)), Number.POSITIVE_INFINITY);
        if (nearest > limit) break;
        append(position, nearest);
        position = nearest;
        open = open.filter((range) => numberAt(this.#ends, range) > nearest);
      }
      append(position, limit);
      position = limit;
    };
    for (const range of order) {
      const begin = numberAt(this.#begins, range);
      if (begin > position) closeUntil(begin);
      position = begin;
      if (open.length < MOST_OVERLAPS) open.push(range);
    }
    closeUntil(Number.MAX_VALUE);
    return { begins: Float64Array.from(begins), ends: Float64Array.from(ends), units: Uint32Array.from(units) };
  }
}

/** Ranges kept around one address, for speed. */
const MOST_OVERLAPS = 256;
