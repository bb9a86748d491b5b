import type { Message } from '../../core/wire/schema.ts';

/** A display of 50 Hz, whose frames take exactly 20 ms. */
export const PERIOD_US = 20_000;

/** Frames reported by an agent whose clock says `startUs` at the session's begin; times in milliseconds of the session. */
export class FrameReports {
  readonly messages: Message[] = [];
  readonly #startUs: number;

  constructor(startUs: number) {
    this.#startUs = startUs;
  }

  /** Frames in time since the report before. */
  inTime(atMs: number, frames: number, periodUs = PERIOD_US): this {
    return this.#add(atMs, 0, frames, 0, periodUs);
  }

  /** A frame that came so much late. */
  late(atMs: number, lateMs: number, { inTime = 0, first = 0, periodUs = PERIOD_US } = {}): this {
    return this.#add(atMs, lateMs, inTime, first, periodUs);
  }

  /** Late frames one right after another. */
  lateOnes(beginMs: number, count: number, frameMs: number): this {
    // Each is due a period after the one before came.
    for (let index = 1; index <= count; index++) this.late(beginMs + index * frameMs, frameMs - PERIOD_US / 1_000);
    return this;
  }

  #add(atMs: number, lateMs: number, inTime: number, first: number, periodUs: number): this {
    this.messages.push({ type: 'frame', atUs: this.#startUs + atMs * 1_000, lateUs: lateMs * 1_000, periodUs, inTime, first });
    return this;
  }
}
