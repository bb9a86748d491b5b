import { float64At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import { intervalState } from '../../../session/columns/interval-columns.ts';
import { breaksWithin } from '../../../session/model/link-gaps.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { SETTLED_US } from '../../threads/observed-time.ts';
import { BusyPeriod, type FoundLag } from './busy-period.ts';
import { hadDueMessage } from './due-message.ts';
import type { MainActivity } from './main-activity.ts';
import { BACK_TO_BACK_US, MessageGap } from './message-gap.ts';
import { isStalled } from './stalled-message.ts';

/** Messages per step, less than a millisecond. */
const STEP_MESSAGES = 512;

/** Used before the agent reports its interval. */
const DEFAULT_INTERVAL_US = 10_000;
const LONGEST_INTERVAL_US = 50_000;

/**
 * Walks the facts of one main thread by time: messages and gaps. Settled facts are passed once (`advance`), the rest each time (`tail`), so
 * order of arrival does not matter.
 */
export class MainThreadScan {
  /** In order of begin; their samples, waits and pauses are complete. */
  readonly settled: FoundLag[] = [];
  readonly #activity: MainActivity;
  readonly #thresholdUs: number;
  /** Next row of the thread's messages. */
  #message = 0;
  /** Begin of the gap before that message, -1 before the first message. */
  #gapUs = -1;
  /** Passed part of that gap, -1 if none. */
  #passedUs = -1;
  #busyPeriod: BusyPeriod;
  #gap: MessageGap;
  /** Settled time, and the samples up to it. */
  #settled = { endUs: -1, rows: 0, lastKind: 0, lastEndUs: 0 };
  readonly #intervalUs: number;
  readonly #depth: number;
  /** As of the last update of row numbers. */
  #dropped: { readonly messages: number; readonly samples: number };

  constructor(activity: MainActivity, thresholdUs: number) {
    this.#activity = activity;
    this.#thresholdUs = thresholdUs;
    this.#busyPeriod = new BusyPeriod(thresholdUs, this.settled);
    this.#gap = new MessageGap(activity);
    this.#intervalUs = intervalOf(activity.run);
    this.#depth = activity.depth;
    this.#dropped = droppedRows(activity.thread);
  }

  /** False after a late fact or new agent settings. */
  get isStillValid(): boolean {
    const { messages, samples } = this.#activity.thread;
    const { endUs, rows, lastKind, lastEndUs } = this.#settled;
    if (this.#intervalUs !== intervalOf(this.#activity.run) || this.#depth !== this.#activity.depth) return false;
    if (rows > 0 && samples.beginUsAt(rows - 1) < endUs && this.#activity.kind(rows - 1) !== lastKind) return false;
    if (rows > 0 && lastEndUs < endUs && samples.endUsAt(rows - 1) !== lastEndUs) return false;
    if (rows < samples.length && samples.beginUsAt(rows) < endUs) return false;
    return this.#message >= messages.length || float64At(messages.beginUs, this.#message) >= this.#passedUs;
  }

  /**
   * Updates row numbers after drops.
   * @returns number of dropped lags; undefined if unscanned rows were dropped, so that a new scan is needed
   */
  takeDrops(keptBeginUs: number): number | undefined {
    const before = this.#dropped;
    this.#dropped = droppedRows(this.#activity.thread);
    const messages = this.#dropped.messages - before.messages;
    const samples = this.#dropped.samples - before.samples;
    if (messages > 0 || samples > 0) {
      const isPassed = keptBeginUs <= Math.max(this.#gapUs, this.#passedUs);
      const isCounted = samples === 0 || samples < this.#settled.rows;
      if (!isPassed || !isCounted || messages > this.#message) return undefined;
      this.#message -= messages;
      this.#settled = { ...this.#settled, rows: this.#settled.rows - samples };
      this.#gap.dropRows(samples);
      this.#busyPeriod.dropMessages(messages);
    }
    return this.#dropLags(keptBeginUs, messages);
  }

  #dropLags(keptBeginUs: number, messages: number): number {
    const first = this.settled.findIndex(({ endUs }) => endUs > keptBeginUs);
    const lags = first < 0 ? this.settled.length : first;
    this.settled.splice(0, lags);
    if (messages === 0) return lags;
    for (const [index, found] of this.settled.entries()) {
      if (found.message >= 0) this.settled[index] = { ...found, message: Math.max(-1, found.message - messages) };
    }
    return lags;
  }

  *advance(): Generator<void, void> {
    const { messages } = this.#activity.thread;
    const settledUs = this.#settledUs();
    while (this.#message < messages.length && float64At(messages.beginUs, this.#message) <= settledUs) {
      const isLast = this.#message === messages.length - 1;
      if (isLast && messages.state[this.#message] !== intervalState.ended) break;
      if (float64At(messages.endUs, this.#message) > settledUs) break;
      this.#step();
      if (this.#message % STEP_MESSAGES === 0) yield;
    }
    if (this.#message === messages.length) this.#passTo(settledUs);
    const { samples } = this.#activity.thread;
    const rows = samples.length;
    this.#settled = { endUs: settledUs, rows, lastKind: rows === 0 ? 0 : this.#activity.kind(rows - 1), lastEndUs: samples.lastUs };
  }

  *tail(): Generator<void, readonly FoundLag[]> {
    const found: FoundLag[] = [];
    const rest = new MainThreadScan(this.#activity, this.#thresholdUs);
    rest.#message = this.#message;
    rest.#gapUs = this.#gapUs;
    rest.#passedUs = this.#passedUs;
    rest.#gap = this.#gap.copy();
    rest.#busyPeriod = this.#busyPeriod.copy(found);
    yield* rest.#finish();
    return found;
  }

  *#finish(): Generator<void, void> {
    const { messages } = this.#activity.thread;
    const { run } = this.#activity;
    while (this.#message < messages.length - 1) {
      this.#step();
      if (this.#message % STEP_MESSAGES === 0) yield;
    }
    const isLive = run.endUs < 0 && !run.isBroken && this.#activity.thread.endUs < 0;
    if (this.#message < messages.length && messages.state[this.#message] !== intervalState.ended) {
      yield* this.#finishInMessage(isLive);
      return;
    }
    if (this.#message < messages.length) this.#step();
    this.#enterGap();
    this.#gap.walk(this.#busyPeriod, this.#gapUs, Number.POSITIVE_INFINITY, run.nowUs - this.#gapUs > this.#shortGapUs);
    this.#gap.stop(this.#busyPeriod, isLive && run.nowUs - this.#gap.knownUs <= this.#shortGapUs + 50_000);
  }

  /** The last message lasts, or was cut. */
  *#finishInMessage(isLive: boolean): Generator<void, void> {
    const { messages } = this.#activity.thread;
    const row = this.#message;
    const beginUs = float64At(messages.beginUs, row);
    this.#passGap(beginUs);
    const endUs = this.#messageEndUs(row);
    if (endUs < float64At(messages.endUs, row)) {
      this.#takeMessage(row, endUs);
      yield* this.#finish();
      return;
    }
    if (messages.isOwn[row] === 1) {
      this.#busyPeriod.end();
      return;
    }
    const isOpen = isLive && messages.state[row] === intervalState.open;
    const parts = this.#activity.parts(beginUs, endUs);
    for (const part of parts.slice(0, -1)) this.#takePart(part, row);
    const [last = { beginUs, endUs }] = parts.slice(-1);
    if (isOpen && (this.#activity.isStopped || last.endUs < endUs)) this.#takePart(last, row);
    else this.#busyPeriod.addLast({ kind: 'message', ...last, message: row, cut: !isOpen }, isOpen, isOpen && this.#isStalled(row, last));
  }

  /** Up to where the process was stopped. */
  #takePart({ beginUs, endUs }: TimeRange, row: number): void {
    this.#busyPeriod.add({ kind: 'message', beginUs, endUs, message: row, cut: true });
    this.#busyPeriod.end();
  }

  #step(): void {
    const { messages } = this.#activity.thread;
    const row = this.#message;
    this.#passGap(float64At(messages.beginUs, row));
    this.#takeMessage(row, this.#messageEndUs(row));
  }

  #takeMessage(row: number, endUs: number): void {
    const { messages } = this.#activity.thread;
    const cut = messages.state[row] === intervalState.cut && endUs === messages.endUs[row];
    const parts = this.#activity.parts(float64At(messages.beginUs, row), endUs);
    if (messages.isOwn[row] === 1) this.#busyPeriod.end();
    else {
      for (const part of parts.slice(0, -1)) this.#takePart(part, row);
      for (const part of parts.slice(-1)) {
        this.#busyPeriod.add({ kind: 'message', ...part, message: row, cut }, !cut && this.#isStalled(row, part));
      }
    }
    if (cut && this.#isBeforeGap(endUs)) this.#busyPeriod.end();
    this.#message = row + 1;
    this.#gapUs = endUs;
    this.#passedUs = -1;
  }

  #isStalled(row: number, part: TimeRange): boolean {
    const { isOpen, beginUs } = this.#busyPeriod;
    return isOpen && isStalled(this.#activity.thread, row, part, beginUs, this.#thresholdUs);
  }

  #passGap(endUs: number): void {
    const isEntered = this.#passedUs >= 0;
    if (!isEntered && this.#gapUs >= 0 && endUs - this.#gapUs <= BACK_TO_BACK_US) return;
    const isDue = this.#gapUs >= 0 && hadDueMessage(this.#activity.thread, this.#gapUs, endUs);
    this.#enterGap();
    this.#gap.walk(this.#busyPeriod, this.#gapUs, endUs, this.#gapUs < 0 || endUs - this.#gapUs > this.#shortGapUs, isDue);
    this.#gap.leave(this.#busyPeriod, this.#gapUs, endUs, this.#intervalUs, isDue);
  }

  #passTo(settledUs: number): void {
    if (settledUs - this.#gapUs <= this.#shortGapUs) return;
    this.#enterGap();
    this.#gap.walk(this.#busyPeriod, this.#gapUs, settledUs, true);
    this.#passedUs = settledUs;
  }

  #enterGap(): void {
    if (this.#passedUs >= 0) return;
    this.#gap.enter(this.#gapUs);
    this.#passedUs = Math.max(0, this.#gapUs);
  }

  /** A lost end is estimated by samples. */
  #messageEndUs(row: number): number {
    const { messages } = this.#activity.thread;
    const endUs = float64At(messages.endUs, row);
    if (messages.state[row] === intervalState.ended) return endUs;
    return this.#activity.lostEndUs(this.#gap.row, float64At(messages.beginUs, row), endUs, this.#intervalUs);
  }

  /** True when the link broke at this time. */
  #isBeforeGap(endUs: number): boolean {
    return breaksWithin(this.#activity.run.gaps, endUs, SETTLED_US);
  }

  /** Facts up to here are complete. */
  #settledUs(): number {
    return this.#activity.run.nowUs - SETTLED_US;
  }

  /** In shorter gaps, samples may belong to neighbouring messages, or be missing. */
  get #shortGapUs(): number {
    return 2 * this.#intervalUs + 2_000;
  }
}

function droppedRows({ messages, samples }: Thread): { readonly messages: number; readonly samples: number } {
  return { messages: messages.droppedRows, samples: samples.droppedRows };
}

/** In force; zero and absurd values are ignored. */
function intervalOf({ settings, hello }: Run): number {
  return Math.min(settings?.intervalUs || hello?.intervalUs || DEFAULT_INTERVAL_US, LONGEST_INTERVAL_US);
}
