import type { ImportReport } from '../import/import-report.ts';

export interface OpenSlice {
  readonly row: number;
  readonly frame: number;
  isOpen: boolean;
}

/**
 * Slices that began and did not end, each found by its frame in constant time: a file may open a million and end them in any order.
 * Events come in the order of time.
 */
export class OpenSlices {
  /** Innermost last; ended ones stay until they are innermost. */
  readonly #stack: OpenSlice[];
  readonly #byFrame = new Map<number, OpenSlice[]>();
  readonly #report: ImportReport;
  #length = 0;
  /** Ends that fit no open slice, by frame: their begins may follow at the same time, for slices without a length. */
  readonly #early = new Map<number, number>();
  #earlyUs = Number.NaN;

  /** @param stack empty; for tests, which count what is read of it */
  constructor(report: ImportReport, stack: OpenSlice[] = []) {
    this.#report = report;
    this.#stack = stack;
  }

  /** @returns true if the slice has ended already */
  begin(row: number, frame: number, atUs: number): boolean {
    this.#pass(atUs);
    const early = this.#early.get(frame) ?? 0;
    if (early > 0) {
      this.#early.set(frame, early - 1);
      return true;
    }
    const made = { row, frame, isOpen: true };
    this.#stack.push(made);
    const same = this.#byFrame.get(frame);
    if (same === undefined) this.#byFrame.set(frame, [made]);
    else same.push(made);
    this.#length++;
    return false;
  }

  /**
   * The row of the slice that ends: the innermost one with the frame. Others keep their own ends.
   * @param frame undefined: the innermost of all
   */
  end(frame: number | undefined, atUs: number): number | undefined {
    this.#pass(atUs);
    const wanted = frame ?? this.#stack.at(-1)?.frame;
    const found = wanted === undefined ? undefined : this.#byFrame.get(wanted)?.pop();
    if (found !== undefined) {
      found.isOpen = false;
      this.#length--;
      while (this.#stack.at(-1)?.isOpen === false) this.#stack.pop();
      return found.row;
    }
    if (frame === undefined || this.#length === 0) this.#report.skipped('ends of slices without a begin');
    else this.#early.set(frame, (this.#early.get(frame) ?? 0) + 1);
    return undefined;
  }

  /** Rows of slices whose ends are missing. */
  finish(): readonly number[] {
    this.#pass(Number.NaN);
    this.#report.skipped('ends of slices that are missing', this.#length);
    return this.#stack.filter(({ isOpen }) => isOpen).map(({ row }) => row);
  }

  #pass(atUs: number): void {
    if (atUs === this.#earlyUs) return;
    this.#earlyUs = atUs;
    if (this.#early.size === 0) return;
    let count = 0;
    for (const each of this.#early.values()) count += each;
    this.#report.skipped('ends of slices with another name than open slices', count);
    this.#early.clear();
  }
}
