import type { TimeRange } from '../../../columns/time-range.ts';
import { NO_DATA_US } from '../../threads/observed-time.ts';
import type { LagKind } from '../lag.ts';
import type { BusyPeriod } from './busy-period.ts';
import { activityKind, type MainActivity } from './main-activity.ts';

/** Longest time between consecutive messages: the queue, the hook, slow interpreters. */
export const BACK_TO_BACK_US = 1_000;
/** Samples are stamped after their stack walk, possibly after their message's end. */
const SKEW_US = 5_000;
/**
 * Largest share of unsampled pauses in a busy period; beyond it a storm is split. Without a message's due time nothing is better: sleeping
 * and runnable threads both use no CPU, and samples can fall in step with messages.
 */
const UNSEEN_SHARE = 0.05;
const AWAKE_SHARE = 0.5;

const kindOf: readonly (LagKind | undefined)[] = [undefined, undefined, 'nativeWork', 'input', 'idleHandler', 'message'];

/** An activity that samples show between two messages. */
interface Seen extends TimeRange {
  readonly kind: number;
  readonly entry: number;
  readonly endUs: number;
}

/**
 * Reads the samples of a gap between two messages: idle, or an idle handler, input, native work. Lost and unhooked messages are estimated,
 * as precisely as samples are dense.
 */
export class MessageGap {
  /** Next row of the thread's samples. */
  row = 0;
  /** Main's activity is known up to here; -1 if unknown. */
  knownUs = -1;
  /** Last idle sample in this gap, -1 if none. */
  #idleUs = -1;
  #seen: Seen | undefined;
  readonly #activity: MainActivity;

  constructor(activity: MainActivity) {
    this.#activity = activity;
  }

  copy(): MessageGap {
    const copy = new MessageGap(this.#activity);
    copy.row = this.row;
    copy.knownUs = this.knownUs;
    copy.#idleUs = this.#idleUs;
    copy.#seen = this.#seen;
    return copy;
  }

  dropRows(rows: number): void {
    this.row = Math.max(0, this.row - rows);
  }

  /** The message's samples before the gap are skipped. */
  enter(gapBeginUs: number): void {
    const { samples } = this.#activity.thread;
    this.knownUs = gapBeginUs;
    this.#idleUs = -1;
    this.#seen = undefined;
    // Raw, as every row of main passes here and below: the length bounds `row`.
    while (this.row < samples.length && samples.endUsAt(this.row) <= gapBeginUs) this.row++;
  }

  /** `isLong`: the gap is too long for neighbouring messages' samples, so messages were lost. `isDue`: main had a message all the while. */
  walk(busyPeriod: BusyPeriod, gapBeginUs: number, gapEndUs: number, isLong: boolean, isDue = false): void {
    const { samples } = this.#activity.thread;
    for (; this.row < samples.length; this.row++) {
      const beginUs = Math.max(samples.beginUsAt(this.row), gapBeginUs);
      const endUs = Math.min(samples.endUsAt(this.row), gapEndUs);
      if (beginUs >= gapEndUs) return;
      const kind = this.#activity.kind(this.row);
      // It was kept from running on its way to the message.
      if (!isDue || kind !== activityKind.idle) this.#take(busyPeriod, kind, beginUs, endUs, gapBeginUs, isLong);
      if (samples.endUsAt(this.row) > gapEndUs) return;
    }
  }

  /** A message ends the gap; decides whether main paused before it. */
  leave(busyPeriod: BusyPeriod, gapBeginUs: number, gapEndUs: number, intervalUs: number, isDue: boolean): void {
    if (this.#seen === undefined && !busyPeriod.isOpen) return;
    const unseenUs = gapEndUs - this.knownUs;
    const mayBeAwake = unseenUs <= intervalUs + 2_000;
    if (this.#seen !== undefined) {
      // Beyond one interval there was no sample, so the end is anywhere in between.
      this.#finish(busyPeriod, mayBeAwake ? gapEndUs : (this.knownUs + Math.min(gapEndUs, this.knownUs + NO_DATA_US)) / 2, false);
      if (!mayBeAwake) busyPeriod.end();
    } else if (unseenUs > BACK_TO_BACK_US && !isDue) {
      busyPeriod.unseenUs += unseenUs;
      const isRare = busyPeriod.unseenUs <= UNSEEN_SHARE * (gapEndUs - busyPeriod.beginUs);
      if (gapBeginUs !== this.knownUs || !mayBeAwake || !isRare) busyPeriod.end();
    }
    this.#seen = undefined;
  }

  stop(busyPeriod: BusyPeriod, isOpen: boolean): void {
    const seen = this.#seen;
    if (seen !== undefined) busyPeriod.addLast({ ...this.#workItem(seen, seen.endUs), cut: !isOpen }, isOpen);
    else if (busyPeriod.isOpen && isOpen) busyPeriod.endForNow();
    else busyPeriod.end();
  }

  #take(busyPeriod: BusyPeriod, kind: number, beginUs: number, endUs: number, gapBeginUs: number, isLong: boolean): void {
    if (kind === activityKind.none) this.#takeNothing(busyPeriod, endUs);
    else if (kind === activityKind.idle) this.#takeIdle(busyPeriod, beginUs, endUs);
    else if (kind !== activityKind.message) this.#takeWork(busyPeriod, kind, 0, beginUs, endUs);
    else if (isLong && endUs >= gapBeginUs + SKEW_US) {
      this.#takeWork(busyPeriod, kind, this.#activity.entry(this.row), Math.max(beginUs, gapBeginUs + SKEW_US), endUs);
    }
  }

  #takeNothing(busyPeriod: BusyPeriod, endUs: number): void {
    this.#finish(busyPeriod, this.knownUs, false);
    busyPeriod.end();
    this.knownUs = endUs;
  }

  #takeIdle(busyPeriod: BusyPeriod, beginUs: number, endUs: number): void {
    if (this.#seen !== undefined) this.#finish(busyPeriod, this.#borderUs(beginUs), false);
    busyPeriod.end();
    this.knownUs = endUs;
    this.#idleUs = endUs;
  }

  #takeWork(busyPeriod: BusyPeriod, kind: number, entry: number, beginUs: number, endUs: number): void {
    const seen = this.#seen;
    if (beginUs - this.knownUs > NO_DATA_US || (seen !== undefined && this.#sleptBefore(seen, kind, entry))) {
      this.#finish(busyPeriod, this.knownUs, false);
      busyPeriod.end();
      this.#seen = { kind, entry, beginUs, endUs };
    } else if (seen?.kind === kind && seen.entry === entry) {
      this.#seen = { ...seen, endUs };
    } else {
      // Without a pause, activity began with the last message's end.
      const fromBorder = seen === undefined && this.#idleUs < 0 && busyPeriod.isOpen;
      const borderUs = fromBorder ? this.knownUs : this.#borderUs(beginUs);
      this.#finish(busyPeriod, borderUs, false);
      this.#seen = { kind, entry, beginUs: borderUs, endUs };
    }
    this.knownUs = endUs;
  }

  /** True when only entries separate messages, and CPU use shows a sleep between them. */
  #sleptBefore(seen: Seen, kind: number, entry: number): boolean {
    const isOther = seen.kind === activityKind.message && kind === activityKind.message && seen.entry !== entry;
    return isOther && (this.#activity.leadShare(this.row) ?? 1) < AWAKE_SHARE;
  }

  /** Begin of an activity first sampled at `beginUs`: halfway since the previous one. */
  #borderUs(beginUs: number): number {
    const unseenUs = beginUs - this.knownUs;
    if (this.knownUs < 0 || unseenUs > NO_DATA_US) return beginUs;
    return this.knownUs + unseenUs / 2;
  }

  #finish(busyPeriod: BusyPeriod, endUs: number, cut: boolean): void {
    if (this.#seen !== undefined) busyPeriod.add({ ...this.#workItem(this.#seen, endUs), cut });
    this.#seen = undefined;
  }

  #workItem(seen: Seen, endUs: number) {
    return { kind: kindOf[seen.kind] ?? 'storm', beginUs: seen.beginUs, endUs: Math.max(endUs, seen.beginUs), message: -1, cut: false };
  }
}
