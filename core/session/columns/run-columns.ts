import { float64At, uint8At } from '../../columns/at.ts';
import { firstMatching } from '../../columns/sorted.ts';
import { noFloat64, noUint8, noUint32, Table } from '../../columns/table.ts';

/** A counter that the agent lacks. */
export const UNKNOWN_COUNT = -1;

export class CounterColumns extends Table {
  atUs: Float64Array = noFloat64;
  /** Since the report before, or the agent's begin. */
  cpuUs: Float64Array = noFloat64;
  cores: Uint32Array = noUint32;
  /** Memory charged to the process, or `UNKNOWN_COUNT`; so are the next three. */
  footprintBytes: Float64Array = noFloat64;
  /** One of `thermalState`. */
  thermal: Float64Array = noFloat64;
  /** Heap blocks in use. */
  allocations: Float64Array = noFloat64;
  allocatedBytes: Float64Array = noFloat64;
  threads: Uint32Array = noUint32;

  /** Backward times are moved to the last one. */
  append(report: Readonly<Record<(typeof counted)[number], number>>): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    for (const name of counted) this[name][row] = report[name];
    this.atUs[row] = Math.max(report.atUs, row === 0 ? 0 : float64At(this.atUs, row - 1));
  }

  rowEndUs(row: number): number {
    return float64At(this.atUs, row);
  }
}

const counted = ['atUs', 'cpuUs', 'cores', 'footprintBytes', 'thermal', 'allocations', 'allocatedBytes', 'threads'] as const;

/** Heat of the device (`counters.thermal` of the protocol). */
export const thermalState = { nominal: 0, fair: 1, serious: 2, critical: 3 } as const;

export class FrameColumns extends Table {
  /** Session time of arrival. */
  atUs: Float64Array = noFloat64;
  /** Delay, 0 when in time. */
  lateUs: Float64Array = noFloat64;
  periodUs: Float64Array = noFloat64;
  /** Frames in time since the row before. */
  inTime: Uint32Array = noUint32;
  /** 1 marks a window's first frame. */
  first: Uint8Array = noUint8;

  /** Backward times are moved to the last one. */
  append(atUs: number, lateUs: number, periodUs: number, inTime: number, first: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = Math.max(atUs, row === 0 ? 0 : float64At(this.atUs, row - 1));
    this.lateUs[row] = lateUs;
    this.periodUs[row] = periodUs;
    this.inTime[row] = inTime;
    this.first[row] = first === 1 ? 1 : 0;
  }

  rowEndUs(row: number): number {
    return float64At(this.atUs, row);
  }
}

/** Phases of an app's life (`lifecycle.phase` of the protocol). */
export const lifePhase = {
  started: 1,
  loaded: 2,
  launched: 3,
  firstIdle: 4,
  active: 5,
  inactive: 6,
  background: 7,
  terminating: 8,
  stopped: 9,
  goesOn: 10,
  debugger: 11,
  prewarmed: 12,
  memoryWarning: 13,
  /** End of the agent's attach on main, since `loaded`. */
  attached: 14,
  /** Another tool took the place of the hook that reports main's messages. */
  hookReplaced: 15,
  /** Low Power Mode of iOS. */
  lowPower: 16,
} as const;

/** Unique per process; an agent repeats them after a broken link. */
const onlyOnce: ReadonlySet<number> = new Set([
  lifePhase.started,
  lifePhase.loaded,
  lifePhase.launched,
  lifePhase.firstIdle,
  lifePhase.prewarmed,
  lifePhase.attached,
]);

/** Phases by time. Times may be negative: a process starts before its agent. */
export class PhaseColumns extends Table {
  /** Session time of its begin, negative before the first hello. */
  atUs: Float64Array = noFloat64;
  /** One of `lifePhase`. */
  phase: Uint8Array = noUint8;
  readonly #seen = new Set<number>();
  /** Active, inactive, background; by time. */
  readonly #states: { readonly atUs: number; readonly phase: number }[] = [];

  /** True for a unique phase that was reported. */
  isKnown(phase: number): boolean {
    return onlyOnce.has(phase) && this.#seen.has(phase);
  }

  /** False for an unknown phase. */
  add(atUs: number, phase: number): boolean {
    if (phase < lifePhase.started || phase > lifePhase.lowPower) return false;
    if (this.length === this.capacity) this.grow();
    this.#seen.add(phase);
    let row = this.length++;
    const lastUs = this.atUs[row - 1] ?? atUs;
    const orderedUs = onlyOnce.has(phase) ? atUs : Math.max(atUs, lastUs);
    if (phase === lifePhase.active || phase === lifePhase.inactive || phase === lifePhase.background)
      this.#states.push({ atUs: orderedUs, phase });
    for (; row > 0 && float64At(this.atUs, row - 1) > orderedUs; row--) {
      this.atUs[row] = float64At(this.atUs, row - 1);
      this.phase[row] = uint8At(this.phase, row - 1);
    }
    this.atUs[row] = orderedUs;
    this.phase[row] = phase;
    return true;
  }

  firstUs(phase: number): number | undefined {
    const row = this.#seen.has(phase) ? this.phase.indexOf(phase) : -1;
    return row < 0 ? undefined : this.atUs[row];
  }

  isBackgroundAt(atUs: number): boolean {
    return this.#states[firstMatching(this.#states, (state) => state.atUs > atUs) - 1]?.phase === lifePhase.background;
  }
}
