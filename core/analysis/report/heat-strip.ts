import { float32At, uint8At } from '../../columns/at.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { LagBand } from '../lags/lag.ts';
import { SETTLED_US } from '../threads/observed-time.ts';
import { ACTIVITIES, type ThreadStates, threadActivity } from '../threads/thread-states.ts';

export const HEAT_ROWS = 20;

/** Possible column lengths in seconds. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_200, 3_600];

/** By number in `HeatStrip.band`, the worst last, without loads. */
export const heatBands: readonly LagBand[] = ['hitch', 'hang', 'longHang', 'anr'];

interface HeatLag extends TimeRange {
  readonly band: LagBand;
}

/** The shortest column length with at most this many columns, or the longest one. */
export function heatColumnUs(lengthUs: number, mostColumns: number): number {
  const seconds = steps.find((step) => lengthUs / 1e6 / step <= mostColumns) ?? steps.at(-1) ?? 1;
  return seconds * 1e6;
}

/**
 * A session as columns of equal time with `HEAT_ROWS` cells each, as in FlameScope. A cell has the shares of lag time and of time in which
 * main was not free. Only new time is computed; the few lags are laid out each time, as the threshold may change.
 */
export class HeatStrip {
  readonly columnUs: number;
  length = 0;
  /** Share of a cell lost to lags, 0 to 1. */
  lost = new Float32Array(0);
  /** Its worst lag's number in `heatBands`. */
  band = new Uint8Array(0);
  /** Share of a cell in which main worked or had to wait. */
  busy = new Float32Array(0);
  /** Earlier cells change only by lags. */
  #settled = 0;

  constructor(columnUs: number) {
    this.columnUs = columnUs;
  }

  get cellUs(): number {
    return this.columnUs / HEAT_ROWS;
  }

  cellAt(timeUs: number): number {
    return Math.floor(timeUs / this.cellUs);
  }

  /** @param mains the main threads of all runs */
  update(endUs: number, mains: readonly ThreadStates[], lags: readonly HeatLag[]): void {
    this.#resize(Math.ceil(Math.max(0, endUs) / this.cellUs));
    const { cellUs } = this;
    const fresh = this.length - this.#settled;
    this.busy.fill(0, this.#settled, this.length);
    for (const main of fresh > 0 ? mains : []) {
      const shares = main.shares(this.#settled * cellUs, this.length * cellUs, fresh);
      for (let cell = 0; cell < fresh; cell++) {
        const share = (activity: number): number => float32At(shares, cell * ACTIVITIES + activity);
        const { running, blocked, waiting, pause, unknown } = threadActivity;
        const taken = share(running) + share(blocked) + share(waiting) + share(pause) + share(unknown);
        this.busy[this.#settled + cell] = Math.min(1, float32At(this.busy, this.#settled + cell) + taken);
      }
    }
    this.#settled = Math.max(0, Math.min(this.length, this.cellAt(endUs - SETTLED_US)));
    this.#layOutLags(lags);
  }

  #layOutLags(lags: readonly HeatLag[]): void {
    const { cellUs } = this;
    this.lost.fill(0);
    this.band.fill(0);
    for (const { beginUs, endUs, band } of lags) {
      const number = heatBands.indexOf(band);
      if (number < 0) continue;
      const end = Math.min(this.length, Math.ceil(endUs / cellUs));
      for (let cell = Math.max(0, this.cellAt(beginUs)); cell < end; cell++) {
        const lostUs = Math.min(endUs, (cell + 1) * cellUs) - Math.max(beginUs, cell * cellUs);
        if (lostUs <= 0) continue;
        this.lost[cell] = Math.min(1, float32At(this.lost, cell) + lostUs / cellUs);
        this.band[cell] = Math.max(uint8At(this.band, cell), number);
      }
    }
  }

  #resize(length: number): void {
    // A session read again may be shorter.
    if (length < this.length) this.#settled = 0;
    this.length = length;
    if (length <= this.busy.length) return;
    const room = Math.max(2 * this.busy.length, length, 64);
    const busy = new Float32Array(room);
    busy.set(this.busy);
    this.busy = busy;
    this.lost = new Float32Array(room);
    this.band = new Uint8Array(room);
  }
}
