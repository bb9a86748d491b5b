import type { TimeRange } from '../../../columns/time-range.ts';
import { breaksWithin } from '../../../session/model/link-gaps.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { rowBusyShare } from '../../threads/busy-time.ts';
import { runningParts } from '../../threads/standing-time.ts';
import { activityKind, type MainActivity } from './main-activity.ts';

/** A turn cut by a broken link ends this close before the gap; agents tick every 50 ms. */
const NEAR_GAP_US = 2_000_000;

/** Main of an app with a run loop. The agent reports its turns; stacks add nothing, as system frames have no names on a device. */
export class RunLoopActivity implements MainActivity {
  readonly thread: Thread;
  readonly run: Run;

  constructor(run: Run, thread: Thread) {
    this.thread = thread;
    this.run = run;
  }

  get depth(): number {
    return this.run.settings?.depth ?? 0;
  }

  kind(): number {
    return activityKind.none;
  }

  entry(): number {
    return 0;
  }

  leadShare(): number | undefined {
    return undefined;
  }

  /** A turn lasted while main was on CPU; a sleep may be the wait for the next turn. */
  lostEndUs(_beginRow: number, beginUs: number, endUs: number): number {
    const { samples, messages } = this.thread;
    const isLast = messages.beginUs[messages.length - 1] === beginUs;
    if (isLast || breaksWithin(this.run.gaps, endUs, NEAR_GAP_US)) return endUs;
    let lastUs = beginUs;
    for (let row = samples.firstEndingAfter(beginUs); row < samples.length; row++) {
      if (samples.beginUsAt(row) >= endUs) break;
      if ((rowBusyShare(this.thread, row) ?? 0) >= 0.5) lastUs = Math.min(endUs, samples.endUsAt(row));
    }
    return lastUs;
  }

  /** No one waited while the process was stopped. */
  parts(beginUs: number, endUs: number): readonly TimeRange[] {
    return runningParts(this.run, beginUs, endUs);
  }

  get isStopped(): boolean {
    return this.run.stops.openRow >= 0;
  }
}
