import type { TimeRange } from '../../../columns/time-range.ts';
import type { LagKind } from '../lag.ts';

export interface FoundLag extends TimeRange {
  readonly kind: LagKind;
  /** Row of the thread's messages, -1 if it is not one message. */
  readonly message: number;
  readonly open: boolean;
  readonly cut: boolean;
}

/** One activity between two returns to the queue. */
interface WorkItem extends TimeRange {
  readonly kind: LagKind;
  readonly message: number;
  readonly cut: boolean;
}

const shortKinds = ['idleHandler', 'input', 'nativeWork'] as const satisfies readonly LagKind[];

/**
 * Work of main without an idle pause. Work over the threshold is a lag of its own. The work before, between and after such lags is one if
 * it exceeds the threshold together: frames queued behind a long message are a second lag only if they take long, too.
 */
export class BusyPeriod {
  isOpen = false;
  beginUs = 0;
  /** Unsampled time that counts as work. */
  unseenUs = 0;
  #shortWorkBeginUs = -1;
  #shortWorkEndUs = -1;
  readonly #shortWorkUs: Record<(typeof shortKinds)[number], number> = { idleHandler: 0, input: 0, nativeWork: 0 };
  readonly #thresholdUs: number;
  readonly #found: FoundLag[];

  constructor(thresholdUs: number, found: FoundLag[]) {
    this.#thresholdUs = thresholdUs;
    this.#found = found;
  }

  copy(found: FoundLag[]): BusyPeriod {
    const copy = new BusyPeriod(this.#thresholdUs, found);
    copy.isOpen = this.isOpen;
    copy.beginUs = this.beginUs;
    copy.unseenUs = this.unseenUs;
    copy.#shortWorkBeginUs = this.#shortWorkBeginUs;
    copy.#shortWorkEndUs = this.#shortWorkEndUs;
    Object.assign(copy.#shortWorkUs, this.#shortWorkUs);
    return copy;
  }

  add(piece: WorkItem): void {
    this.#begin(piece.beginUs);
    if (piece.endUs - piece.beginUs > this.#thresholdUs) {
      this.#closeShortWork(false, false);
      this.#found.push({ ...piece, open: false });
      return;
    }
    if (this.#shortWorkBeginUs < 0) this.#shortWorkBeginUs = piece.beginUs;
    this.#shortWorkEndUs = piece.endUs;
    const short = shortKinds.find((kind) => kind === piece.kind);
    if (short !== undefined) this.#shortWorkUs[short] += piece.endUs - piece.beginUs;
  }

  /** Adds work that still lasts. It counts only as a lag of its own; otherwise listed lags would change their borders. */
  addLast(piece: WorkItem, isOpen: boolean): void {
    this.#begin(piece.beginUs);
    const isLag = piece.endUs - piece.beginUs > this.#thresholdUs;
    this.#closeShortWork(isOpen && !isLag, false);
    if (isLag) this.#found.push({ ...piece, open: isOpen });
  }

  /** Main is idle again, or the data end. */
  end(cut = false): void {
    this.#closeShortWork(false, cut);
    this.isOpen = false;
  }

  /** The data end inside the period. */
  endForNow(): void {
    this.#closeShortWork(true, false);
  }

  #begin(beginUs: number): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.beginUs = beginUs;
    this.unseenUs = 0;
  }

  #closeShortWork(open: boolean, cut: boolean): void {
    const beginUs = this.#shortWorkBeginUs;
    const endUs = this.#shortWorkEndUs;
    if (beginUs >= 0 && endUs - beginUs > this.#thresholdUs) {
      this.#found.push({ kind: this.#shortWorkKind(endUs - beginUs), beginUs, endUs, message: -1, open, cut });
    }
    this.#shortWorkBeginUs = -1;
    for (const kind of shortKinds) this.#shortWorkUs[kind] = 0;
  }

  #shortWorkKind(durationUs: number): LagKind {
    return shortKinds.find((kind) => this.#shortWorkUs[kind] * 2 >= durationUs) ?? 'storm';
  }
}
