import type { LagKind } from './lag.ts';
import { type MainSightings, sighting } from './sightings.ts';
import type { Stretch } from './stretch.ts';

/** Between two messages that follow each other at once lies less than this: the queue, the hook, slow interpreters included. */
export const BACK_TO_BACK_US = 1_000;
/** How long nobody may have looked for two sightings to be of the same stretch: the agent ticks every 50 ms, stalls included. */
export const NO_DATA_US = 250_000;
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
export class GapWalk {
  /** Next row of the thread's samples. */
  row = 0;
  /** Up to here it is known what main did: end of the last message, of the last sighting. -1: nothing yet. */
  knownUs = -1;
  /** Last time main was seen idle in this gap, -1 not yet. */
  #idleUs = -1;
  #seen: Seen | undefined;
  readonly #sightings: MainSightings;

  constructor(sightings: MainSightings) {
    this.#sightings = sightings;
  }

  copy(): GapWalk {
    const copy = new GapWalk(this.#sightings);
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
  enter(fromUs: number): void {
    const { samples } = this.#sightings.thread;
    this.knownUs = fromUs;
    this.#idleUs = -1;
    this.#seen = undefined;
    while (this.row < samples.length && (samples.endUs[this.row] ?? 0) <= fromUs) this.row++;
  }

  /**
   * Takes the samples from where it stands up to a time. `isLong` says whether the gap is so long that messages seen in it
   * must have been lost: in a short one they are the neighbours'.
   */
  walk(stretch: Stretch, fromUs: number, toUs: number, isLong: boolean): void {
    const { samples } = this.#sightings.thread;
    for (; this.row < samples.length; this.row++) {
      const beginUs = Math.max(samples.beginUs[this.row] ?? 0, fromUs);
      const endUs = Math.min(samples.endUs[this.row] ?? 0, toUs);
      if (beginUs >= toUs) return;
      this.#take(stretch, this.#sightings.kind(this.row), beginUs, endUs, fromUs, isLong);
      if ((samples.endUs[this.row] ?? 0) > toUs) return;
    }
  }

  /** The gap ends with the begin of a message: whether main came there without a pause. */
  leave(stretch: Stretch, fromUs: number, toUs: number, intervalUs: number): void {
    if (this.#seen === undefined && !stretch.isOpen) return;
    const unseenUs = toUs - this.knownUs;
    const mayBeAwake = unseenUs <= intervalUs + 2_000;
    if (this.#seen !== undefined) {
      // Later than one interval nobody looked in between, and it may have ended at any time.
      this.#finish(stretch, mayBeAwake ? toUs : (this.knownUs + Math.min(toUs, this.knownUs + NO_DATA_US)) / 2, false);
      if (!mayBeAwake) stretch.end();
    } else if (unseenUs > BACK_TO_BACK_US) {
      stretch.unseenUs += unseenUs;
      const isRare = stretch.unseenUs <= UNSEEN_SHARE * (toUs - stretch.beginUs);
      if (fromUs !== this.knownUs || !mayBeAwake || !isRare) stretch.end();
    }
    this.#seen = undefined;
  }

  /** All that is known ends inside the gap. */
  stop(stretch: Stretch, isOpen: boolean): void {
    const seen = this.#seen;
    if (seen !== undefined) stretch.addLast({ ...this.#piece(seen, seen.endUs), cut: !isOpen }, isOpen);
    else if (stretch.isOpen && isOpen) stretch.endForNow();
    else stretch.end();
  }

  #take(stretch: Stretch, kind: number, beginUs: number, endUs: number, fromUs: number, isLong: boolean): void {
    if (kind === sighting.none) this.#takeNothing(stretch, endUs);
    else if (kind === sighting.idle) this.#takeIdle(stretch, beginUs, endUs);
    else if (kind !== sighting.message) this.#takeWork(stretch, kind, 0, beginUs, endUs);
    else if (isLong && endUs >= fromUs + SKEW_US) {
      this.#takeWork(stretch, kind, this.#sightings.entry(this.row), Math.max(beginUs, fromUs + SKEW_US), endUs);
    }
  }

  #takeNothing(stretch: Stretch, endUs: number): void {
    this.#finish(stretch, this.knownUs, false);
    stretch.end();
    this.knownUs = endUs;
  }

  #takeIdle(stretch: Stretch, beginUs: number, endUs: number): void {
    if (this.#seen !== undefined) this.#finish(stretch, this.#borderUs(beginUs), false);
    stretch.end();
    this.knownUs = endUs;
    this.#idleUs = endUs;
  }

  #takeWork(stretch: Stretch, kind: number, entry: number, beginUs: number, endUs: number): void {
    const seen = this.#seen;
    if (beginUs - this.knownUs > NO_DATA_US || (seen !== undefined && this.#sleptBefore(seen, kind, entry))) {
      this.#finish(stretch, this.knownUs, false);
      stretch.end();
      this.#seen = { kind, entry, beginUs, endUs };
    } else if (seen?.kind === kind && seen.entry === entry) {
      this.#seen = { ...seen, endUs };
    } else {
      // Without a pause since the last message it began with that message's end, and after a sleep some time since.
      const fromBorder = seen === undefined && this.#idleUs < 0 && stretch.isOpen;
      const borderUs = fromBorder ? this.knownUs : this.#borderUs(beginUs);
      this.#finish(stretch, borderUs, false);
      this.#seen = { kind, entry, beginUs: borderUs, endUs };
    }
    this.knownUs = endUs;
  }

  /** True when messages can only be told apart by their entries, and the CPU says that main slept between two of them. */
  #sleptBefore(seen: Seen, kind: number, entry: number): boolean {
    const isOther = seen.kind === sighting.message && kind === sighting.message && seen.entry !== entry;
    return isOther && (this.#sightings.leadShare(this.row) ?? 1) < AWAKE_SHARE;
  }

  /** When main turned to what was seen at `beginUs`: in the middle since the last sighting, which is off by half of it at most. */
  #borderUs(beginUs: number): number {
    const unseenUs = beginUs - this.knownUs;
    if (this.knownUs < 0 || unseenUs > NO_DATA_US) return beginUs;
    return this.knownUs + unseenUs / 2;
  }

  #finish(stretch: Stretch, endUs: number, cut: boolean): void {
    if (this.#seen !== undefined) stretch.add({ ...this.#piece(this.#seen, endUs), cut });
    this.#seen = undefined;
  }

  #piece(seen: Seen, endUs: number) {
    return { kind: kindOf[seen.kind] ?? 'storm', beginUs: seen.beginUs, endUs: Math.max(endUs, seen.beginUs), message: -1, cut: false };
  }
}
