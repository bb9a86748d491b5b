import { float64At, numberAt, uint8At, uint32At } from '../../../../core/columns/at.ts';
import { noFloat64, noUint8, noUint32, Table } from '../../../../core/columns/table.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import { OpenSlices } from './open-slices.ts';

const COMPLETE = 0;
const BEGIN = 1;
const END = 2;
const TAKEN = 3;
/** Complete, but its end is missing: it ends with its caller at the latest. */
const ENDLESS = 4;
/** In place of an end's frame: none was named. */
const ANY = 0xffff_ffff;
/** A rest is parted at most once more, by rests that begin with it. */
const MOST_ROUNDS = 4;

export interface StackTime {
  readonly beginUs: number;
  readonly endUs: number;
  readonly stack: number;
}

export interface SliceTime {
  readonly beginUs: number;
  readonly endUs: number;
  readonly frame: number;
}

/** One thread's slices, in any order: begins and ends (`B`, `E`), and whole ones (`X`). */
export class Slices extends Table {
  atUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  frame: Uint32Array = noUint32;
  kind: Uint8Array = noUint8;

  begin(atUs: number, frame: number): void {
    this.#add(atUs, Number.POSITIVE_INFINITY, frame, BEGIN);
  }

  /** @param frame of the slice that ends; undefined for ends without a name, which end the innermost slice */
  end(atUs: number, frame = ANY): void {
    this.#add(atUs, atUs, frame, END);
  }

  complete(atUs: number, endUs: number, frame: number): void {
    this.#add(atUs, endUs, frame, COMPLETE);
  }

  #add(atUs: number, endUs: number, frame: number, kind: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = atUs;
    this.endUs[row] = endUs;
    this.frame[row] = frame;
    this.kind[row] = kind;
  }

  /**
   * Wanted slices without a caller, in order.
   * @param lastUs as in `stacks`
   * @param stays they remain in the stacks: without them their own time had none, which is a rest
   */
  *outermost(
    report: ImportReport,
    lastUs: number,
    isWanted: (frame: number) => boolean,
    stays: (frame: number) => boolean,
  ): Generator<SliceTime> {
    let doneUs = Number.NEGATIVE_INFINITY;
    for (const row of this.#nested(report, lastUs)) {
      const [beginUs, endUs, frame] = [float64At(this.atUs, row), float64At(this.endUs, row), uint32At(this.frame, row)];
      if (beginUs < doneUs) continue;
      doneUs = endUs;
      if (!isWanted(frame)) continue;
      if (!stays(frame)) this.kind[row] = TAKEN;
      yield { beginUs, endUs, frame };
    }
  }

  /** Times in one stack each, in order, without overlaps. @param lastUs the end of slices without one */
  *stacks(builder: SessionBuilder, report: ImportReport, lastUs: number): Generator<StackTime> {
    const rows = this.#parted(report, lastUs);
    const open: { readonly endUs: number; readonly stack: number }[] = [];
    let atUs = Number.NEGATIVE_INFINITY;
    for (const row of rows) {
      const beginUs = float64At(this.atUs, row);
      for (let top = open.at(-1); top !== undefined && top.endUs <= beginUs; top = open.at(-1)) {
        if (top.endUs > atUs) yield { beginUs: atUs, endUs: top.endUs, stack: top.stack };
        atUs = Math.max(atUs, top.endUs);
        open.pop();
      }
      const caller = open.at(-1);
      if (caller !== undefined && beginUs > atUs) yield { beginUs: atUs, endUs: beginUs, stack: caller.stack };
      atUs = Math.max(atUs, beginUs);
      const endUs = float64At(this.endUs, row);
      open.push({
        endUs: Math.min(endUs, caller?.endUs ?? endUs),
        stack: builder.stack(caller?.stack ?? 0, uint32At(this.frame, row)),
      });
    }
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      if (top.endUs > atUs) yield { beginUs: atUs, endUs: top.endUs, stack: top.stack };
      atUs = Math.max(atUs, top.endUs);
    }
  }

  /** Slices of one frame whose begins have ends, as after `stacks`. */
  *whole(frame: number): Generator<SliceTime> {
    for (let row = 0; row < this.length; row++) {
      if (!this.#isWhole(row) || uint32At(this.frame, row) !== frame) continue;
      yield { beginUs: float64At(this.atUs, row), endUs: float64At(this.endUs, row), frame };
    }
  }

  /**
   * As `#nested`. A slice that ends after its caller, which no thread can do, is parted: its rest follows the outermost caller that ends
   * before it, so that its time is kept.
   */
  #parted(report: ImportReport, lastUs: number): Uint32Array {
    let rows = this.#nested(report, lastUs);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = this.length;
      this.#part(rows);
      if (this.length === before) return rows;
      report.skipped('ends of slices after the end of their caller', this.length - before);
      rows = this.#nested(report, lastUs);
    }
    return rows;
  }

  #part(rows: Uint32Array): void {
    /** Ends of open slices, the outermost first: none is later than its caller's. */
    const ends: number[] = [];
    for (const row of rows) {
      const beginUs = float64At(this.atUs, row);
      while (ends.length > 0 && numberAt(ends, ends.length - 1) <= beginUs) ends.pop();
      const endUs = float64At(this.endUs, row);
      const callerUs = ends.at(-1);
      if (callerUs === undefined || endUs <= callerUs) {
        ends.push(endUs);
        continue;
      }
      let [low, high] = [0, ends.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (numberAt(ends, middle) < endUs) high = middle;
        else low = middle + 1;
      }
      this.endUs[row] = callerUs;
      if (uint8At(this.kind, row) !== ENDLESS) this.complete(numberAt(ends, low), endUs, uint32At(this.frame, row));
      ends.push(callerUs);
    }
  }

  /** Whole slices, callers first. */
  #nested(report: ImportReport, lastUs: number): Uint32Array {
    this.#join(report, lastUs);
    return this.#rows((row) => this.#isWhole(row)).sort(
      (one, other) =>
        float64At(this.atUs, one) - float64At(this.atUs, other) || float64At(this.endUs, other) - float64At(this.endUs, one) || one - other,
    );
  }

  /** Begins get the ends that belong to them, in the order of time. */
  #join(report: ImportReport, lastUs: number): void {
    const open = new OpenSlices(report);
    const rows = this.#rows((row) => uint8At(this.kind, row) === BEGIN || uint8At(this.kind, row) === END).sort(
      (one, other) => float64At(this.atUs, one) - float64At(this.atUs, other) || one - other,
    );
    for (const row of rows) {
      const frame = uint32At(this.frame, row);
      const atUs = float64At(this.atUs, row);
      if (uint8At(this.kind, row) === BEGIN) {
        if (open.begin(row, frame, atUs)) this.#complete(row, atUs);
        continue;
      }
      this.kind[row] = TAKEN;
      const begun = open.end(frame === ANY ? undefined : frame, atUs);
      if (begun !== undefined) this.#complete(begun, atUs);
    }
    for (const row of open.finish()) {
      this.#complete(row, Math.max(lastUs, float64At(this.atUs, row)));
      this.kind[row] = ENDLESS;
    }
  }

  #isWhole(row: number): boolean {
    const kind = uint8At(this.kind, row);
    return kind === COMPLETE || kind === ENDLESS;
  }

  #complete(row: number, endUs: number): void {
    this.endUs[row] = endUs;
    this.kind[row] = COMPLETE;
  }

  #rows(wanted: (row: number) => boolean): Uint32Array {
    const rows = new Uint32Array(this.length);
    let count = 0;
    for (let row = 0; row < this.length; row++) if (wanted(row)) rows[count++] = row;
    return rows.subarray(0, count);
  }
}
