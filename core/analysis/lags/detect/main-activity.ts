import type { TimeRange } from '../../../columns/time-range.ts';
import { ON_CPU_SHARE, threadState, UNKNOWN_CPU } from '../../../session/columns/sample-columns.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { runningParts } from '../../threads/standing-time.ts';
import { type LooperRoles, looperRole } from './looper-roles.ts';

export const activityKind = {
  /** Before the looper runs, or an empty stack. */
  none: 0,
  /** Asleep in `nativePollOnce`. */
  idle: 1,
  /** On CPU in `nativePollOnce`, without a Java frame above. */
  nativeWork: 2,
  input: 3,
  idleHandler: 4,
  /** In a message, or in the looper's own code. */
  message: 5,
} as const;

/** Shorter rows say less than the time around them. */
const SHORT_ROW_US = 8_000;

export interface MainActivity {
  readonly thread: Thread;
  readonly run: Run;
  /** Frames the agent reads of a stack, 0 if unknown. */
  readonly depth: number;
  /** True while the process is stopped. */
  readonly isStopped: boolean;
  /** One of `activityKind`. The last row's may still change. */
  kind(row: number): number;
  /** Separates messages without hooks: the method called by the handler. */
  entry(row: number): number;
  /** CPU share between the previous row and this one; undefined if unknown. */
  leadShare(row: number): number | undefined;
  /** Estimates a lost end by samples from a row on; `endUs` by default. */
  lostEndUs(beginRow: number, beginUs: number, endUs: number, intervalUs: number): number;
  /** Without the time the process was stopped; at least one part. */
  parts(beginUs: number, endUs: number): readonly TimeRange[];
}

/** Stacks complete the messages of Android's looper. */
export class LooperActivity implements MainActivity {
  readonly thread: Thread;
  readonly run: Run;
  readonly #roles: LooperRoles;

  constructor(run: Run, thread: Thread, roles: LooperRoles) {
    this.run = run;
    this.thread = thread;
    this.#roles = roles;
  }

  get depth(): number {
    return this.run.settings?.depth ?? 0;
  }

  get isStopped(): boolean {
    return this.run.stops.openRow >= 0;
  }

  kind(row: number): number {
    switch (this.#roles.role(this.thread.samples.nodeAt(row))) {
      case looperRole.poll:
        return this.#isOnCpu(row) ? activityKind.nativeWork : activityKind.idle;
      case looperRole.inPoll:
        return activityKind.input;
      case looperRole.idleHandler:
        return activityKind.idleHandler;
      case looperRole.looper:
      case looperRole.dispatch:
        return activityKind.message;
      default:
        return this.#isCutOff(row) ? activityKind.message : activityKind.none;
    }
  }

  entry(row: number): number {
    return this.#roles.entry(this.thread.samples.nodeAt(row));
  }

  leadShare(row: number): number | undefined {
    const { samples } = this.thread;
    if (row < 1 || row >= samples.length) return undefined;
    const lead = samples.leadCpuUsAt(row);
    if (lead === UNKNOWN_CPU) return undefined;
    return lead / Math.max(1, samples.beginUsAt(row) - samples.endUsAt(row - 1));
  }

  /** Main was idle, or in the next message. */
  lostEndUs(beginRow: number, beginUs: number, endUs: number, intervalUs: number): number {
    const { samples } = this.thread;
    // Times are whole microseconds: the first row seen for two intervals.
    const surelyUs = beginUs + 2 * intervalUs;
    let at = Math.max(beginRow, samples.firstEndingAfter(surelyUs - 1));
    for (; at < samples.length && samples.beginUsAt(at) < endUs; at++) {
      if (this.kind(at) !== activityKind.idle) continue;
      const idleUs = samples.beginUsAt(at);
      const beforeUs = at === 0 ? 0 : samples.endUsAt(at - 1);
      return Math.min(endUs, Math.max(beginUs, (idleUs + beforeUs) / 2));
    }
    return endUs;
  }

  parts(beginUs: number, endUs: number): readonly TimeRange[] {
    return runningParts(this.run, beginUs, endUs);
  }

  /** Stacks deeper than the agent reads lack their outermost frames. */
  #isCutOff(row: number): boolean {
    const depth = this.depth;
    const node = this.thread.samples.nodeAt(row);
    return depth > 0 && node !== 0 && this.#roles.depth(node) >= depth;
  }

  #isOnCpu(row: number): boolean {
    const { samples } = this.thread;
    const cpuUs = samples.cpuUsAt(row);
    const spanUs = samples.endUsAt(row) - samples.beginUsAt(row);
    if (cpuUs === UNKNOWN_CPU) return samples.stateAt(row) === threadState.running;
    if (spanUs >= SHORT_ROW_US) return cpuUs >= ON_CPU_SHARE * spanUs;
    // Only a thread without sleep before and after was on CPU in a single sample.
    return (this.leadShare(row) ?? 0) >= ON_CPU_SHARE && (this.leadShare(row + 1) ?? 0) >= ON_CPU_SHARE;
  }
}
