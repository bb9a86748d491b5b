import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { noFloat64, noUint32, Table } from '../../columns/table.ts';
import type { TimeRange } from '../../columns/time-range.ts';

/** A time that the agent does not know. */
const UNKNOWN_US = 0xffffffff;
const MOST = UNKNOWN_US - 1;

interface MessageUse extends TimeRange {
  readonly cpuUs: number;
  readonly readyUs: number | undefined;
  readonly majorFaults: number;
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
  readonly queuedUs: number | undefined;
}

/** What finished messages of main used, by main's own counts. Session microseconds. */
export class MessageUseColumns extends Table {
  /** Backward times, moved forward. */
  clamped = 0;
  beginUs: Float64Array = noFloat64;
  endUs: Float64Array = noFloat64;
  /** On CPU, at most the message's length. */
  cpuUs: Uint32Array = noUint32;
  majorFaults: Uint32Array = noUint32;
  voluntarySwitches: Uint32Array = noUint32;
  involuntarySwitches: Uint32Array = noUint32;
  /** Read by `readyUsAt` and `queuedUsAt`. */
  ready: Uint32Array = noUint32;
  queued: Uint32Array = noUint32;

  append(use: MessageUse): void {
    const lastUs = this.length === 0 ? 0 : float64At(this.endUs, this.length - 1);
    const beginUs = Math.max(use.beginUs, lastUs);
    if (beginUs !== use.beginUs) this.clamped++;
    const lastsUs = use.endUs - beginUs;
    if (lastsUs <= 0) return;
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    const cpuUs = Math.min(use.cpuUs, lastsUs);
    this.beginUs[row] = beginUs;
    this.endUs[row] = use.endUs;
    this.cpuUs[row] = Math.min(cpuUs, MOST);
    this.ready[row] = use.readyUs === undefined ? UNKNOWN_US : Math.min(use.readyUs, lastsUs - cpuUs, MOST);
    this.queued[row] = use.queuedUs === undefined ? UNKNOWN_US : Math.min(use.queuedUs, MOST);
    this.majorFaults[row] = Math.min(use.majorFaults, MOST);
    this.voluntarySwitches[row] = Math.min(use.voluntarySwitches, MOST);
    this.involuntarySwitches[row] = Math.min(use.involuntarySwitches, MOST);
  }

  /** Without a core; undefined if unknown. */
  readyUsAt(row: number): number | undefined {
    return knownUs(this.ready, row);
  }

  /** From the time due to the begin; undefined if unknown. */
  queuedUsAt(row: number): number | undefined {
    return knownUs(this.queued, row);
  }

  rowEndUs(row: number): number {
    return float64At(this.endUs, row);
  }

  /** Rows that lie wholly in the range, by time. */
  *within({ beginUs, endUs }: TimeRange): Generator<number> {
    for (let row = firstAfter(this.endUs, beginUs, this.length); row < this.length && float64At(this.endUs, row) <= endUs; row++) {
      if (float64At(this.beginUs, row) >= beginUs) yield row;
    }
  }
}

function knownUs(column: Uint32Array, row: number): number | undefined {
  const us = uint32At(column, row);
  return us === UNKNOWN_US ? undefined : us;
}
