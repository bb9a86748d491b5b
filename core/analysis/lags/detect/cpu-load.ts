import { float64At } from '../../../columns/at.ts';
import type { Run } from '../../../session/model/run.ts';
import { type AppLimits, DEFAULT_LIMITS } from '../app-limits.ts';
import { type Load, type LoadWatch, MOST_LOADS } from './load.ts';

const WINDOW_US = 60_000_000;
/** Pause between reports. */
const COOL_DOWN_US = 60_000_000;
/** Longer periods between counters are too imprecise. */
const LONGEST_PERIOD_US = 5_000_000;
/** Below this, a background app is not at work, averaged over seconds. */
const BACKGROUND_CORES = 0.06;
const BACKGROUND_WINDOW_US = 4_900_000;

/**
 * Finds apps that keep a core busy for a minute, by Matrix' rule. A window opens above the limit and closes when the average falls below
 * half of that. A window of a minute is reported; a minute's pause follows.
 */
export class PowerWatch {
  readonly #limitCores: number;
  #watchedUs = 0;
  #costUs = 0;
  #isWatching = false;
  #restUs = 0;
  #backgroundUs = 0;
  #backgroundCostUs = 0;
  #isIdle = false;

  constructor(limitCores = DEFAULT_LIMITS.batteryCores) {
    this.#limitCores = limitCores;
  }

  /** Returns the length of a reported window, otherwise 0. */
  take(periodUs: number, cores: number, isBackground: boolean): number {
    if (this.#limitCores <= 0 || periodUs <= 0 || periodUs > LONGEST_PERIOD_US || this.#isIdleInBackground(periodUs, cores, isBackground))
      return 0;
    if (this.#restUs > 0) {
      this.#restUs = Math.max(0, this.#restUs - periodUs);
      return 0;
    }
    if (!this.#isWatching) {
      if (cores <= this.#limitCores) return 0;
      this.#isWatching = true;
      this.#watchedUs = 0;
      this.#costUs = 0;
    }
    this.#watchedUs += periodUs;
    this.#costUs += periodUs * cores;
    const allowedUs = this.#limitCores * this.#watchedUs;
    if (this.#costUs < allowedUs / 2) {
      this.#isWatching = false;
      return 0;
    }
    if (this.#watchedUs < WINDOW_US || this.#costUs <= allowedUs) return 0;
    this.#isWatching = false;
    this.#restUs = COOL_DOWN_US;
    return this.#watchedUs;
  }

  #isIdleInBackground(periodUs: number, cores: number, isBackground: boolean): boolean {
    this.#backgroundUs = isBackground ? this.#backgroundUs + periodUs : 0;
    this.#backgroundCostUs = isBackground ? this.#backgroundCostUs + periodUs * cores : 0;
    if (!isBackground) this.#isIdle = false;
    if (this.#backgroundUs > BACKGROUND_WINDOW_US) {
      this.#isIdle = this.#backgroundCostUs < BACKGROUND_CORES * this.#backgroundUs;
      this.#backgroundUs = 0;
      this.#backgroundCostUs = 0;
    }
    return this.#isIdle;
  }
}

export class CpuLoad implements LoadWatch {
  readonly found: Load[] = [];
  readonly #run: Run;
  readonly #power: PowerWatch;
  readonly #highShare: number;
  #row = 1;
  #highBeginUs = -1;
  #highEndUs = -1;
  /** As of the last update of `#row`. */
  #dropped: number;

  constructor(run: Run, limits: AppLimits) {
    this.#run = run;
    this.#power = new PowerWatch(limits.batteryCores);
    this.#highShare = limits.cpuShare > 0 ? limits.cpuShare : Number.POSITIVE_INFINITY;
    this.#dropped = run.counters.droppedRows;
  }

  takeDrops(): void {
    const { droppedRows } = this.#run.counters;
    this.#row = Math.max(1, this.#row - (droppedRows - this.#dropped));
    this.#dropped = droppedRows;
  }

  advance(): void {
    const { counters, phases } = this.#run;
    for (; this.#row < counters.length; this.#row++) {
      const beginUs = float64At(counters.atUs, this.#row - 1);
      const atUs = float64At(counters.atUs, this.#row);
      const periodUs = atUs - beginUs;
      const cores = float64At(counters.cpuUs, this.#row) / Math.max(1, periodUs);
      const isHigh = periodUs > 0 && periodUs <= LONGEST_PERIOD_US && cores > this.#highShare * Math.max(1, counters.cores[this.#row] ?? 1);
      if (isHigh && this.#highBeginUs < 0) this.#highBeginUs = beginUs;
      if (isHigh) this.#highEndUs = atUs;
      else this.#endHigh();
      const windowUs = this.#power.take(periodUs, cores, phases.isBackgroundAt(atUs));
      if (windowUs > 0 && this.found.length < MOST_LOADS)
        this.found.push({ kind: 'power', beginUs: Math.max(0, atUs - windowUs), endUs: atUs, open: false });
    }
    if (this.#run.endUs >= 0) this.#endHigh();
  }

  get open(): readonly Load[] {
    if (this.#highBeginUs < 0) return [];
    return [{ kind: 'cpu', beginUs: this.#highBeginUs, endUs: this.#highEndUs, open: true }];
  }

  #endHigh(): void {
    if (this.#highBeginUs >= 0 && this.found.length < MOST_LOADS)
      this.found.push({ kind: 'cpu', beginUs: this.#highBeginUs, endUs: this.#highEndUs, open: false });
    this.#highBeginUs = -1;
  }
}
