import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { MessageWaits } from './idle.ts';
import { MessageBorders } from './message-borders.ts';
import { joinRows, type RowBoundary, type Span } from './spans.ts';

/** Bytes allocated evenly over a range; at its end if it is empty. */
class Spread {
  bytes = 0;
  beginUs = 0;
  endUs = 0;

  set(bytes: number, beginUs: number, endUs: number): void {
    this.bytes = bytes;
    this.beginUs = beginUs;
    this.endUs = endUs;
  }

  within(beginUs: number, endUs: number): number {
    if (this.bytes === 0) return 0;
    const lastsUs = this.endUs - this.beginUs;
    if (lastsUs <= 0) return this.endUs >= beginUs && this.endUs < endUs ? this.bytes : 0;
    const overlapUs = Math.min(this.endUs, endUs) - Math.max(this.beginUs, beginUs);
    return overlapUs > 0 ? (this.bytes * overlapUs) / lastsUs : 0;
  }
}

/**
 * Bytes a thread allocated in the spans of its samples (`visitSpans`), in order. Bytes between two samples are shared as time is. A stack
 * that waits for messages gets none if the other works. After a long gap the later stack gets all. Allocations between messages, or while
 * waiting for one, are in no stack.
 */
export class AllocatedBytes {
  readonly #model: SessionModel;
  readonly #thread: Thread;
  #borders: MessageBorders;
  readonly #waits: MessageWaits;
  readonly #boundary: RowBoundary = { thisUs: 0, nextUs: 0, slackUs: 0 };
  #row = -1;
  /** Of the row: before its first sample, during it, after its last one; and the next row's share of the last. */
  #before = new Spread();
  readonly #own = new Spread();
  readonly #after = new Spread();
  #next = new Spread();

  constructor(model: SessionModel, thread: Thread) {
    this.#model = model;
    this.#thread = thread;
    this.#borders = new MessageBorders(thread.messages, 0);
    this.#waits = new MessageWaits(model, thread);
  }

  /** @param span of the last row, or a later one */
  of({ row, beginUs, endUs }: Span): number {
    if (row !== this.#row) this.#enter(row);
    return this.#before.within(beginUs, endUs) + this.#own.within(beginUs, endUs) + this.#after.within(beginUs, endUs);
  }

  #enter(row: number): void {
    const { samples } = this.#thread;
    if (row === this.#row + 1 && this.#row >= 0) {
      [this.#before, this.#next] = [this.#next, this.#before];
    } else {
      this.#borders = new MessageBorders(this.#thread.messages, row === 0 ? 0 : samples.endUsAt(row - 1));
      this.#share(row, this.#after, this.#before);
    }
    this.#row = row;
    this.#own.set(samples.allocatedBytesAt(row), samples.beginUsAt(row), samples.endUsAt(row));
    this.#share(row + 1, this.#after, this.#next);
  }

  /** Bytes between a row and the one before. */
  #share(row: number, former: Spread, later: Spread): void {
    const { samples } = this.#thread;
    const isRow = row < samples.length;
    const bytes = isRow ? samples.leadAllocatedBytesAt(row) : 0;
    const seenUs = row === 0 ? 0 : samples.endUsAt(row - 1);
    const beginUs = isRow ? samples.beginUsAt(row) : seenUs;
    former.set(0, seenUs, seenUs);
    later.set(bytes, beginUs, beginUs);
    if (row === 0 || bytes === 0) return;
    joinRows(this.#thread, row - 1, this.#borders, this.#boundary);
    const { thisUs, nextUs } = this.#boundary;
    const waited = [this.#waitsIn(row - 1), this.#waitsIn(row)] as const;
    const formerUs = waited[0] && !waited[1] ? 0 : thisUs - seenUs;
    const laterUs = waited[1] && !waited[0] ? 0 : beginUs - nextUs;
    if (formerUs + laterUs <= 0) return;
    const share = formerUs / (formerUs + laterUs);
    former.set(bytes * share, seenUs, thisUs);
    later.set(bytes * (1 - share), nextUs, beginUs);
  }

  #waitsIn(row: number): boolean {
    return this.#waits.has(row, this.#model.shownNode(this.#thread.run, this.#thread.samples.nodeAt(row)));
  }
}
