import { intervalState } from '../session/interval-columns.ts';
import type { Run } from '../session/run.ts';
import type { Thread } from '../session/thread.ts';
import { BACK_TO_BACK_US, GapWalk } from './gap-walk.ts';
import { breaksWithin } from './link-breaks.ts';
import type { MainSightings, Part } from './sightings.ts';
import { type FoundLag, Stretch } from './stretch.ts';

/** After this much agent time a fact about the past is settled; agents drain their rings every round, stalls included. */
export const SETTLED_US = 2_000_000;

/** Messages that one step passes over: less than a millisecond. */
const STEP_MESSAGES = 512;

/** The interval before the agent said which. */
const DEFAULT_INTERVAL_US = 10_000;
const LONGEST_INTERVAL_US = 50_000;

/**
 * Goes over the facts of one main thread in the order of their times: messages, and the gaps between them. What is settled is
 * passed once (`advance`), the rest anew each time (`tail`), by the same steps: so a lag is the same however the facts came.
 */
export class LooperSweep {
  /** Lags that ended so long ago that all is known about them, their samples, waits and pauses included; by begin. */
  readonly settled: FoundLag[] = [];
  readonly #sightings: MainSightings;
  readonly #thresholdUs: number;
  /** Next row of the thread's messages. */
  #message = 0;
  /** Where the gap before that message begins, -1 before the first message. */
  #gapUs = -1;
  /** Up to here that gap was passed, -1 not yet entered. */
  #passedUs = -1;
  #stretch: Stretch;
  #walk: GapWalk;
  /** What was taken as settled: up to which time, and the samples up to there. */
  #settled = { untilUs: -1, rows: 0, lastKind: 0, lastEndUs: 0 };
  readonly #intervalUs: number;
  readonly #depth: number;
  /** Rows that had been dropped when row numbers were last moved. */
  #dropped: { readonly messages: number; readonly samples: number };

  constructor(sightings: MainSightings, thresholdUs: number) {
    this.#sightings = sightings;
    this.#thresholdUs = thresholdUs;
    this.#stretch = new Stretch(thresholdUs, this.settled);
    this.#walk = new GapWalk(sightings);
    this.#intervalUs = intervalOf(sightings.run);
    this.#depth = sightings.depth;
    this.#dropped = droppedRows(sightings.thread);
  }

  /** False when a fact came that should have been looked at before, or the agent's settings changed: then all must be looked at anew. */
  get isSound(): boolean {
    const { messages, samples } = this.#sightings.thread;
    const { untilUs, rows, lastKind, lastEndUs } = this.#settled;
    if (this.#intervalUs !== intervalOf(this.#sightings.run) || this.#depth !== this.#sightings.depth) return false;
    if (rows > 0 && (samples.beginUs[rows - 1] ?? 0) < untilUs && this.#sightings.kind(rows - 1) !== lastKind) return false;
    if (rows > 0 && lastEndUs < untilUs && samples.endUs[rows - 1] !== lastEndUs) return false;
    if (rows < samples.length && (samples.beginUs[rows] ?? 0) < untilUs) return false;
    return this.#message >= messages.length || (messages.beginUs[this.#message] ?? 0) >= this.#passedUs;
  }

  /**
   * Moves all row numbers by the rows that the thread's columns dropped, and lets go the settled lags among those.
   * @returns how many lags went; undefined when rows went that were not passed yet, so that another sweep has to pass what is left
   */
  takeDrops(keptFromUs: number): number | undefined {
    const before = this.#dropped;
    this.#dropped = droppedRows(this.#sightings.thread);
    const messages = this.#dropped.messages - before.messages;
    const samples = this.#dropped.samples - before.samples;
    if (messages > 0 || samples > 0) {
      const isPassed = keptFromUs <= Math.max(this.#gapUs, this.#passedUs);
      const isCounted = samples === 0 || samples < this.#settled.rows;
      if (!isPassed || !isCounted || messages > this.#message) return undefined;
      this.#message -= messages;
      this.#settled = { ...this.#settled, rows: this.#settled.rows - samples };
      this.#walk.dropRows(samples);
    }
    return this.#dropLags(keptFromUs, messages);
  }

  #dropLags(keptFromUs: number, messages: number): number {
    const first = this.settled.findIndex(({ endUs }) => endUs > keptFromUs);
    const lags = first < 0 ? this.settled.length : first;
    this.settled.splice(0, lags);
    if (messages === 0) return lags;
    for (const [index, found] of this.settled.entries()) {
      if (found.message >= 0) this.settled[index] = { ...found, message: Math.max(-1, found.message - messages) };
    }
    return lags;
  }

  /** Passes over what is settled, in steps. */
  *advance(): Generator<void, void> {
    const { messages } = this.#sightings.thread;
    const settledUs = this.#settledUs();
    while (this.#message < messages.length && (messages.beginUs[this.#message] ?? 0) <= settledUs) {
      const isLast = this.#message === messages.length - 1;
      if (isLast && messages.state[this.#message] !== intervalState.ended) break;
      if ((messages.endUs[this.#message] ?? 0) > settledUs) break;
      this.#step();
      if (this.#message % STEP_MESSAGES === 0) yield;
    }
    if (this.#message === messages.length) this.#passTo(settledUs);
    const { samples } = this.#sightings.thread;
    const rows = samples.length;
    this.#settled = { untilUs: settledUs, rows, lastKind: rows === 0 ? 0 : this.#sightings.kind(rows - 1), lastEndUs: samples.lastUs };
  }

  /** Lags in what is not settled, the last ones perhaps still open; in steps. */
  *tail(): Generator<void, readonly FoundLag[]> {
    const found: FoundLag[] = [];
    const rest = new LooperSweep(this.#sightings, this.#thresholdUs);
    rest.#message = this.#message;
    rest.#gapUs = this.#gapUs;
    rest.#passedUs = this.#passedUs;
    rest.#walk = this.#walk.copy();
    rest.#stretch = this.#stretch.copy(found);
    yield* rest.#finish();
    return found;
  }

  *#finish(): Generator<void, void> {
    const { messages } = this.#sightings.thread;
    const { run } = this.#sightings;
    while (this.#message < messages.length - 1) {
      this.#step();
      if (this.#message % STEP_MESSAGES === 0) yield;
    }
    const isLive = run.endUs < 0 && !run.isBroken && this.#sightings.thread.endUs < 0;
    if (this.#message < messages.length && messages.state[this.#message] !== intervalState.ended) {
      yield* this.#finishInMessage(isLive);
      return;
    }
    if (this.#message < messages.length) this.#step();
    this.#enterGap();
    this.#walk.walk(this.#stretch, this.#gapUs, Number.POSITIVE_INFINITY, run.nowUs - this.#gapUs > this.#shortGapUs);
    this.#walk.stop(this.#stretch, isLive && run.nowUs - this.#walk.knownUs <= this.#shortGapUs + 50_000);
  }

  /** The last message has no end yet, or it was cut. */
  *#finishInMessage(isLive: boolean): Generator<void, void> {
    const { messages } = this.#sightings.thread;
    const row = this.#message;
    const beginUs = messages.beginUs[row] ?? 0;
    this.#passGap(beginUs);
    const endUs = this.#messageEndUs(row);
    if (endUs < (messages.endUs[row] ?? 0)) {
      this.#takeMessage(row, endUs);
      yield* this.#finish();
      return;
    }
    const isOpen = isLive && messages.state[row] === intervalState.open;
    const parts = this.#sightings.parts(beginUs, endUs);
    for (const part of parts.slice(0, -1)) this.#takePart(part, row);
    const [last = { beginUs, endUs }] = parts.slice(-1);
    if (isOpen && (this.#sightings.isStopped || last.endUs < endUs)) this.#takePart(last, row);
    else this.#stretch.addLast({ kind: 'message', ...last, message: row, cut: !isOpen }, isOpen);
  }

  /** A part of a message up to where the process stood still. */
  #takePart({ beginUs, endUs }: Part, row: number): void {
    this.#stretch.add({ kind: 'message', beginUs, endUs, message: row, cut: true });
    this.#stretch.end();
  }

  /** Takes the gap before the next message, and that message. */
  #step(): void {
    const { messages } = this.#sightings.thread;
    const row = this.#message;
    this.#passGap(messages.beginUs[row] ?? 0);
    this.#takeMessage(row, this.#messageEndUs(row));
  }

  #takeMessage(row: number, endUs: number): void {
    const { messages } = this.#sightings.thread;
    const cut = messages.state[row] === intervalState.cut && endUs === messages.endUs[row];
    const parts = this.#sightings.parts(messages.beginUs[row] ?? 0, endUs);
    for (const part of parts.slice(0, -1)) this.#takePart(part, row);
    for (const part of parts.slice(-1)) this.#stretch.add({ kind: 'message', ...part, message: row, cut });
    if (cut && this.#isBeforeGap(endUs)) this.#stretch.end();
    this.#message = row + 1;
    this.#gapUs = endUs;
    this.#passedUs = -1;
  }

  #passGap(toUs: number): void {
    const isEntered = this.#passedUs >= 0;
    if (!isEntered && this.#gapUs >= 0 && toUs - this.#gapUs <= BACK_TO_BACK_US) return;
    this.#enterGap();
    this.#walk.walk(this.#stretch, this.#gapUs, toUs, this.#gapUs < 0 || toUs - this.#gapUs > this.#shortGapUs);
    this.#walk.leave(this.#stretch, this.#gapUs, toUs, this.#intervalUs);
  }

  /** Passes the part of the open gap that is settled. */
  #passTo(settledUs: number): void {
    if (settledUs - this.#gapUs <= this.#shortGapUs) return;
    this.#enterGap();
    this.#walk.walk(this.#stretch, this.#gapUs, settledUs, true);
    this.#passedUs = settledUs;
  }

  #enterGap(): void {
    if (this.#passedUs >= 0) return;
    this.#walk.enter(this.#gapUs);
    this.#passedUs = Math.max(0, this.#gapUs);
  }

  /** When a message ended. An end that was lost is found by the samples. */
  #messageEndUs(row: number): number {
    const { messages } = this.#sightings.thread;
    const endUs = messages.endUs[row] ?? 0;
    if (messages.state[row] === intervalState.ended) return endUs;
    return this.#sightings.lostEndUs(this.#walk.row, messages.beginUs[row] ?? 0, endUs, this.#intervalUs);
  }

  /** Whether the link broke at this time. */
  #isBeforeGap(endUs: number): boolean {
    return breaksWithin(this.#sightings.run, endUs, SETTLED_US);
  }

  /** Facts up to here are all known, and a message that comes later begins later. */
  #settledUs(): number {
    return this.#sightings.run.nowUs - SETTLED_US;
  }

  /** In a gap below this a sample may be the neighbouring messages', and nobody may have looked. */
  get #shortGapUs(): number {
    return 2 * this.#intervalUs + 2_000;
  }
}

function droppedRows({ messages, samples }: Thread): { readonly messages: number; readonly samples: number } {
  return { messages: messages.droppedRows, samples: samples.droppedRows };
}

/** The sampling interval in force; more than an agent can be told, and none, are not believed. */
function intervalOf({ settings, hello }: Run): number {
  return Math.min(settings?.intervalUs || hello?.intervalUs || DEFAULT_INTERVAL_US, LONGEST_INTERVAL_US);
}
