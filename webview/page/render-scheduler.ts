import { showInFrame } from '../ui/canvas/animation-frame.ts';

/** Time between renderings while a session is read, at first. */
const CATCH_UP_MS = 500;
/** It doubles up to here: each rendering of a long session delays the rest. */
const MOST_CATCH_UP_MS = 2_000;

/** Renders in the next frame, but rarely while a session is read: rendering slows reading. */
export class RenderScheduler {
  readonly #isReading: () => boolean;
  readonly #inFrame: () => void;
  /** Renders without waiting until it is due. */
  #isUrgent = false;
  #renderedMs = 0;
  #waitMs = CATCH_UP_MS / 2;

  /** @param isReading more data is available */
  constructor(isReading: () => boolean, draw: () => void) {
    this.#isReading = isReading;
    this.#inFrame = () => {
      const isDrawn = this.#isUrgent || !this.#isEarly;
      this.#isUrgent = false;
      if (isDrawn) draw();
    };
  }

  /** For user actions. */
  requestNow(): void {
    this.#isUrgent = true;
    showInFrame(this.#inFrame);
  }

  /** For messages of the extension. */
  requestSoon(): void {
    if (!this.#isEarly) showInFrame(this.#inFrame);
  }

  /** Everything or a part was rendered. */
  rendered(): void {
    this.#renderedMs = performance.now();
    this.#waitMs = this.#isReading() ? Math.min(MOST_CATCH_UP_MS, 2 * this.#waitMs) : CATCH_UP_MS / 2;
  }

  /** The last rendering is old enough, even while reading. */
  get isDue(): boolean {
    return performance.now() - this.#renderedMs >= Math.max(CATCH_UP_MS, this.#waitMs);
  }

  get #isEarly(): boolean {
    return this.#isReading() && !this.isDue;
  }
}
