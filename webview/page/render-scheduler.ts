import { showInFrame } from '../ui/animation-frame.ts';

/** Time between renderings while a session is read. */
const CATCH_UP_MS = 500;

/** Renders in the next frame, but rarely while a session is read: rendering slows reading. */
export class RenderScheduler {
  readonly #isReading: () => boolean;
  readonly #inFrame: () => void;
  /** Renders without waiting until it is due. */
  #isUrgent = false;
  #renderedMs = 0;

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
  }

  /** The last rendering is old enough, even while reading. */
  get isDue(): boolean {
    return performance.now() - this.#renderedMs >= CATCH_UP_MS;
  }

  get #isEarly(): boolean {
    return this.#isReading() && !this.isDue;
  }
}
