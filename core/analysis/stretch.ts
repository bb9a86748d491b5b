import type { LagKind } from './lag.ts';

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
export interface Piece {
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
export class Stretch {
  isOpen = false;
  beginUs = 0;
  /** Time in which nobody looked, and which was taken as work. */
  unseenUs = 0;
  #restBeginUs = -1;
  #restEndUs = -1;
  readonly #restUs: Record<(typeof shortKinds)[number], number> = { idleHandler: 0, input: 0, nativeWork: 0 };
  readonly #thresholdUs: number;
  readonly #found: FoundLag[];

  /** Lags are added to `found` as they end. */
  constructor(thresholdUs: number, found: FoundLag[]) {
    this.#thresholdUs = thresholdUs;
    this.#found = found;
  }

  copy(found: FoundLag[]): Stretch {
    const copy = new Stretch(this.#thresholdUs, found);
    copy.isOpen = this.isOpen;
    copy.beginUs = this.beginUs;
    copy.unseenUs = this.unseenUs;
    copy.#restBeginUs = this.#restBeginUs;
    copy.#restEndUs = this.#restEndUs;
    Object.assign(copy.#restUs, this.#restUs);
    return copy;
  }

  /** The next piece, which has ended. */
  add(piece: Piece): void {
    this.#begin(piece.beginUs);
    if (piece.endUs - piece.beginUs > this.#thresholdUs) {
      this.#closeRest(false, false);
      this.#found.push({ ...piece, open: false });
      return;
    }
    if (this.#restBeginUs < 0) this.#restBeginUs = piece.beginUs;
    this.#restEndUs = piece.endUs;
    const short = shortKinds.find((kind) => kind === piece.kind);
    if (short !== undefined) this.#restUs[short] += piece.endUs - piece.beginUs;
  }

  /**
   * The piece that lasts at the end of what is known; nothing comes after it. Until it is a lag of its own it does not count
   * for the stretch, or a lag would change its borders while people look at it.
   */
  addLast(piece: Piece, isOpen: boolean): void {
    this.#begin(piece.beginUs);
    const isLag = piece.endUs - piece.beginUs > this.#thresholdUs;
    this.#closeRest(isOpen && !isLag, false);
    if (isLag) this.#found.push({ ...piece, open: isOpen });
  }

  /** Main came back to idle, or nothing more is known. */
  end(cut = false): void {
    this.#closeRest(false, cut);
    this.isOpen = false;
  }

  /** All that is known ends here, inside the stretch. */
  endForNow(): void {
    this.#closeRest(true, false);
  }

  #begin(beginUs: number): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.beginUs = beginUs;
    this.unseenUs = 0;
  }

  #closeRest(open: boolean, cut: boolean): void {
    const beginUs = this.#restBeginUs;
    const endUs = this.#restEndUs;
    if (beginUs >= 0 && endUs - beginUs > this.#thresholdUs) {
      this.#found.push({ kind: this.#restKind(endUs - beginUs), beginUs, endUs, message: -1, open, cut });
    }
    this.#restBeginUs = -1;
    for (const kind of shortKinds) this.#restUs[kind] = 0;
  }

  /** What took at least half of it; many small messages otherwise. */
  #restKind(durationUs: number): LagKind {
    return shortKinds.find((kind) => this.#restUs[kind] * 2 >= durationUs) ?? 'storm';
  }
}
