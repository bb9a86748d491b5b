import { float64At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { MessageWaits } from './idle.ts';
import { MessageBorders } from './message-borders.ts';
import { joinRows, type RowBoundary, type Span } from './spans.ts';

/** Bytes that were made in a stretch of time, evenly; where it is no time at all, at its end. */
class Spread {
  bytes = 0;
  beginUs = 0;
  endUs = 0;

  set(bytes: number, beginUs: number, endUs: number): void {
    this.bytes = bytes;
    this.beginUs = beginUs;
    this.endUs = endUs;
  }

  /** What of it falls between two times. */
  within(beginUs: number, endUs: number): number {
    if (this.bytes === 0) return 0;
    const lastsUs = this.endUs - this.beginUs;
    if (lastsUs <= 0) return this.endUs >= beginUs && this.endUs < endUs ? this.bytes : 0;
    const overlapUs = Math.min(this.endUs, endUs) - Math.max(this.beginUs, beginUs);
    return overlapUs > 0 ? (this.bytes * overlapUs) / lastsUs : 0;
  }
}

/**
 * Bytes of objects that a thread made in the spans of its samples (`visitSpans`), in their order, as long as none are added. What was made between two samples
 * is shared out as the time is; a stack in which the thread waited for messages made none of it, if the other one did not wait. Where
 * nobody looked for long, the later stack has it all. No byte is counted twice; what falls between two messages, or was made while the
 * thread waited for one, is in no stack.
 */
export class AllocatedBytes {
  readonly #model: SessionModel;
  readonly #thread: Thread;
  #borders: MessageBorders;
  readonly #waits: MessageWaits;
  readonly #boundary: RowBoundary = { thisUs: 0, nextUs: 0, slackUs: 0 };
  #row = -1;
  /** Of the row: before it was first seen, while it was seen, after it was last seen; and what the next row has of that. */
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

  /** @param span of the same row as the one before, or of a later row */
  of({ row, beginUs, endUs }: Span): number {
    if (row !== this.#row) this.#enter(row);
    return this.#before.within(beginUs, endUs) + this.#own.within(beginUs, endUs) + this.#after.within(beginUs, endUs);
  }

  #enter(row: number): void {
    const { samples } = this.#thread;
    if (row === this.#row + 1 && this.#row >= 0) {
      [this.#before, this.#next] = [this.#next, this.#before];
    } else {
      this.#borders = new MessageBorders(this.#thread.messages, row === 0 ? 0 : float64At(samples.endUs, row - 1));
      this.#share(row, this.#after, this.#before);
    }
    this.#row = row;
    this.#own.set(samples.allocatedBytes[row] ?? 0, float64At(samples.beginUs, row), float64At(samples.endUs, row));
    this.#share(row + 1, this.#after, this.#next);
  }

  /** What was made between a row and the one before it. */
  #share(row: number, former: Spread, later: Spread): void {
    const { samples } = this.#thread;
    const isRow = row < samples.length;
    // Columns of bytes end with the last row for which any were reported.
    const bytes = isRow ? (samples.leadAllocatedBytes[row] ?? 0) : 0;
    const seenUs = row === 0 ? 0 : float64At(samples.endUs, row - 1);
    const beginUs = isRow ? float64At(samples.beginUs, row) : seenUs;
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
    return this.#waits.has(row, this.#model.shownNode(this.#thread.run, uint32At(this.#thread.samples.node, row)));
  }
}
