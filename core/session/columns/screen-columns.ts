import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { noFloat64, noUint32, Table } from '../../columns/table.ts';

/** Shown at once; of more, the earliest are forgotten. */
const MOST_SHOWN = 64;

/** Kind of the message `screen`. */
export const screenKind = { activity: 1, fragment: 2, viewController: 3 } as const;

/** The screen in front, by time: the latest that is still shown. Session microseconds. */
export class ScreenColumns extends Table {
  /** Since then. */
  atUs: Float64Array = noFloat64;
  /** Class of the screen: row of `model.strings`, 0 if none is shown. */
  name: Uint32Array = noUint32;
  /** Keyed by id, in order. */
  readonly #shown = new Map<number, number>();

  /** Backward times are moved to the last one. @param name row of `model.strings` */
  show(atUs: number, id: number, name: number): void {
    this.#shown.delete(id);
    const [earliest] = this.#shown.keys();
    if (earliest !== undefined && this.#shown.size === MOST_SHOWN) this.#shown.delete(earliest);
    this.#shown.set(id, name);
    this.#append(atUs);
  }

  hide(atUs: number, id: number): void {
    if (this.#shown.delete(id)) this.#append(atUs);
  }

  /** Row of `model.strings`, 0 if none or unknown. */
  nameAt(timeUs: number): number {
    const row = firstAfter(this.atUs, timeUs, this.length) - 1;
    return row < 0 ? 0 : uint32At(this.name, row);
  }

  rowEndUs(row: number): number {
    return float64At(this.atUs, row);
  }

  #append(atUs: number): void {
    const name = [...this.#shown.values()].at(-1) ?? 0;
    const last = this.length - 1;
    if (last >= 0 ? this.name[last] === name : name === 0) return;
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = last < 0 ? atUs : Math.max(atUs, float64At(this.atUs, last));
    this.name[row] = name;
  }
}
