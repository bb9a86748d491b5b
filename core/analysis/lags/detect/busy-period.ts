import type { LagKind } from '../lag.ts';

/** A lag's borders, before it is known what happened in it. */
export interface FoundLag {
  readonly kind: LagKind;
  readonly beginUs: number;
  readonly endUs: number;
  /** Row of the thread's messages, -1 when it is not one message. */
  readonly message: number;
  readonly open: boolean;
  readonly cut: boolean;
}

/** One thing that main did between two returns to the queue. */
export interface WorkItem {
  readonly kind: LagKind;
  readonly beginUs: number;
  readonly endUs: number;
  readonly message: number;
  readonly cut: boolean;
}

/** Kinds that a stretch of short pieces may be called by. */
const shortKinds = ['idleHandler', 'input', 'nativeWork'] as const satisfies readonly LagKind[];

/**
 * A stretch in which main did not come back to idle, as pieces one after the other. A piece beyond the threshold is a lag of its
 * own, with its own exact borders; what lies before, between and after such pieces is a lag when it is beyond the threshold
 * together. So the frames that queued up behind a long message are no second lag unless they, too, take long.
 */
export class BusyPeriod {
  isOpen = false;
  beginUs = 0;
  /** Time in which nobody looked, and which was taken as work. */
  unseenUs = 0;
  #shortWorkBeginUs = -1;
  #shortWorkEndUs = -1;
  readonly #shortWorkUs: Record<(typeof shortKinds)[number], number> = { idleHandler: 0, input: 0, nativeWork: 0 };
  readonly #thresholdUs: number;
  readonly #found: FoundLag[];

  /** Lags are added to `found` as they end. */
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

  /** The next piece, which has ended. */
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

  /**
   * The piece that lasts at the end of what is known; nothing comes after it. Until it is a lag of its own it does not count
   * for the stretch, or a lag would change its borders while people look at it.
   */
  addLast(piece: WorkItem, isOpen: boolean): void {
    this.#begin(piece.beginUs);
    const isLag = piece.endUs - piece.beginUs > this.#thresholdUs;
    this.#closeShortWork(isOpen && !isLag, false);
    if (isLag) this.#found.push({ ...piece, open: isOpen });
  }

  /** Main came back to idle, or nothing more is known. */
  end(cut = false): void {
    this.#closeShortWork(false, cut);
    this.isOpen = false;
  }

  /** All that is known ends here, inside the stretch. */
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

  /** What took at least half of it; many small messages otherwise. */
  #shortWorkKind(durationUs: number): LagKind {
    return shortKinds.find((kind) => this.#shortWorkUs[kind] * 2 >= durationUs) ?? 'storm';
  }
}
