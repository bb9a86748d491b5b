import type { TimeRange } from '../../../columns/time-range.ts';
import type { LagKind } from '../lag.ts';
import { Burst } from './burst.ts';

export interface FoundLag extends TimeRange {
  readonly kind: LagKind;
  /** Row of the thread's messages, -1 if it is not one message. */
  readonly message: number;
  readonly open: boolean;
  readonly cut: boolean;
}

/** One activity between two returns to the queue. */
export type WorkItem = Omit<FoundLag, 'open'>;

/**
 * Work of main without an idle pause. Work over the threshold is a lag of its own, unless it is a burst's message that only lacked a core (`burst.ts`). The work
 * before, between and after such lags is one if it exceeds the threshold together: frames queued behind a long message are a second lag only
 * if they take long, too.
 */
export class BusyPeriod {
  isOpen = false;
  beginUs = 0;
  /** Unsampled time that counts as work. */
  unseenUs = 0;
  #burst: Burst;
  readonly #thresholdUs: number;
  readonly #found: FoundLag[];

  constructor(thresholdUs: number, found: FoundLag[]) {
    this.#thresholdUs = thresholdUs;
    this.#burst = new Burst(thresholdUs);
    this.#found = found;
  }

  copy(found: FoundLag[]): BusyPeriod {
    const copy = new BusyPeriod(this.#thresholdUs, found);
    copy.isOpen = this.isOpen;
    copy.beginUs = this.beginUs;
    copy.unseenUs = this.unseenUs;
    copy.#burst = this.#burst.copy();
    return copy;
  }

  /** The oldest messages of the thread were dropped. */
  dropMessages(messages: number): void {
    this.#burst.dropMessages(messages);
  }

  /** @param isStalled long only as no core was free for a burst's message */
  add(piece: WorkItem, isStalled = false): void {
    this.#begin(piece.beginUs);
    if (piece.endUs - piece.beginUs <= this.#thresholdUs) this.#burst.add(piece);
    else if (isStalled) this.#addStalled({ ...piece, open: false });
    else {
      this.#closeBurst(false);
      this.#found.push({ ...piece, open: false });
    }
  }

  /** Adds work that still lasts. It counts only if it is long; otherwise listed lags would change their borders. */
  addLast(piece: WorkItem, isOpen: boolean, isStalled = false): void {
    this.#begin(piece.beginUs);
    const isLag = !isStalled && piece.endUs - piece.beginUs > this.#thresholdUs;
    if (isStalled) this.#addStalled({ ...piece, open: isOpen });
    this.#closeBurst(isOpen && !isLag);
    if (isLag) this.#found.push({ ...piece, open: isOpen });
  }

  /** Main is idle again, or the data end. */
  end(): void {
    this.#closeBurst(false);
    this.isOpen = false;
  }

  /** The data end inside the period. */
  endForNow(): void {
    this.#closeBurst(true);
  }

  #begin(beginUs: number): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.beginUs = beginUs;
    this.unseenUs = 0;
  }

  #addStalled(lag: FoundLag): void {
    if (this.#burst.isFull) this.#closeBurst(false);
    this.#burst.addStalled(lag);
  }

  #closeBurst(open: boolean): void {
    for (const lag of this.#burst.lags(open)) this.#found.push(lag);
    this.#burst = new Burst(this.#thresholdUs);
  }
}
