import { float64At } from '../../../columns/at.ts';
import { NO_DATA_US } from '../../threads/observed-time.ts';
import type { LagKind } from '../lag.ts';
import type { BusyPeriod } from './busy-period.ts';
import { activityKind, type MainActivity } from './main-activity.ts';

/** Between two messages that follow each other at once lies less than this: the queue, the hook, slow interpreters included. */
export const BACK_TO_BACK_US = 1_000;
/** A sample bears the time after its stack was walked, so it may fall behind the end of its message. */
const SKEW_US = 5_000;
/**
 * Pauses in which nobody looked may make up this share of a stretch, and main may just have been kept from running. Where others
 * take the CPU more often than that, a storm is split, and no better rule follows from what agents tell: neither a thread that
 * sleeps nor one that is ready uses its clock; that no look fell into many pauses proves nothing, as looks may be in step with
 * the messages; and a sample that shows the queue may bear a later time than its stack. A message's due time (`Message.when`) or
 * the thread's wait for the CPU (schedstat) would tell.
 */
const UNSEEN_SHARE = 0.05;
/** Two samples of different messages with less CPU than this share between them: main slept in between. */
const AWAKE_SHARE = 0.5;

const kindOf: readonly (LagKind | undefined)[] = [undefined, undefined, 'nativeWork', 'input', 'idleHandler', 'message'];

/** Something that samples show going on between two messages. */
interface Seen {
  readonly kind: number;
  readonly entry: number;
  readonly beginUs: number;
  /** Last time it was seen. */
  readonly endUs: number;
}

/**
 * Reads a gap between two messages from the samples in it: idle, or an idle handler, input, native work; where messages were
 * lost or no hook tells them, the messages themselves. Borders are known as well as samples lie close.
 */
export class MessageGap {
  /** Next row of the thread's samples. */
  row = 0;
  /** Up to here it is known what main did: end of the last message, of the last sighting. -1: nothing yet. */
  knownUs = -1;
  /** Last time main was seen idle in this gap, -1 not yet. */
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

  /** The first samples went: all others have other row numbers. */
  dropRows(rows: number): void {
    this.row = Math.max(0, this.row - rows);
  }

  /** A gap begins with the end of a message; samples of that message are passed over. */
  enter(gapBeginUs: number): void {
    const { samples } = this.#activity.thread;
    this.knownUs = gapBeginUs;
    this.#idleUs = -1;
    this.#seen = undefined;
    while (this.row < samples.length && float64At(samples.endUs, this.row) <= gapBeginUs) this.row++;
  }

  /**
   * Takes the samples from where it stands up to a time. `isLong` says whether the gap is so long that messages seen in it
   * must have been lost: in a short one they are the neighbours'.
   */
  walk(busyPeriod: BusyPeriod, gapBeginUs: number, gapEndUs: number, isLong: boolean): void {
    const { samples } = this.#activity.thread;
    for (; this.row < samples.length; this.row++) {
      const beginUs = Math.max(float64At(samples.beginUs, this.row), gapBeginUs);
      const endUs = Math.min(float64At(samples.endUs, this.row), gapEndUs);
      if (beginUs >= gapEndUs) return;
      this.#take(busyPeriod, this.#activity.kind(this.row), beginUs, endUs, gapBeginUs, isLong);
      if (float64At(samples.endUs, this.row) > gapEndUs) return;
    }
  }

  /** The gap ends with the begin of a message: whether main came there without a pause. */
  leave(busyPeriod: BusyPeriod, gapBeginUs: number, gapEndUs: number, intervalUs: number): void {
    if (this.#seen === undefined && !busyPeriod.isOpen) return;
    const unseenUs = gapEndUs - this.knownUs;
    const mayBeAwake = unseenUs <= intervalUs + 2_000;
    if (this.#seen !== undefined) {
      // Later than one interval nobody looked in between, and it may have ended at any time.
      this.#finish(busyPeriod, mayBeAwake ? gapEndUs : (this.knownUs + Math.min(gapEndUs, this.knownUs + NO_DATA_US)) / 2, false);
      if (!mayBeAwake) busyPeriod.end();
    } else if (unseenUs > BACK_TO_BACK_US) {
      busyPeriod.unseenUs += unseenUs;
      const isRare = busyPeriod.unseenUs <= UNSEEN_SHARE * (gapEndUs - busyPeriod.beginUs);
      if (gapBeginUs !== this.knownUs || !mayBeAwake || !isRare) busyPeriod.end();
    }
    this.#seen = undefined;
  }

  /** All that is known ends inside the gap. */
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
      // Without a pause since the last message it began with that message's end, and after a sleep some time since.
      const fromBorder = seen === undefined && this.#idleUs < 0 && busyPeriod.isOpen;
      const borderUs = fromBorder ? this.knownUs : this.#borderUs(beginUs);
      this.#finish(busyPeriod, borderUs, false);
      this.#seen = { kind, entry, beginUs: borderUs, endUs };
    }
    this.knownUs = endUs;
  }

  /** True when messages can only be told apart by their entries, and the CPU says that main slept between two of them. */
  #sleptBefore(seen: Seen, kind: number, entry: number): boolean {
    const isOther = seen.kind === activityKind.message && kind === activityKind.message && seen.entry !== entry;
    return isOther && (this.#activity.leadShare(this.row) ?? 1) < AWAKE_SHARE;
  }

  /** When main turned to what was seen at `beginUs`: in the middle since the last sighting, which is off by half of it at most. */
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
