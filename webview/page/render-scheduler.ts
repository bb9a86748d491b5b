import { showInFrame } from '../ui/animation-frame.ts';

/** While a session is being read, the picture is brought up to date this often. */
const CATCH_UP_MS = 500;

/** When the page draws: with the next frame, but seldom while a session is being read, as pictures in between would keep it from that. */
export class RenderScheduler {
  readonly #isReading: () => boolean;
  readonly #inFrame: () => void;
  /** The reader asked for the next picture: it does not wait until one is due. */
  #isUrgent = false;
  #renderedMs = 0;

  /** @param isReading tells whether more of the session is there already */
  constructor(isReading: () => boolean, draw: () => void) {
    this.#isReading = isReading;
    this.#inFrame = () => {
      const isDrawn = this.#isUrgent || !this.#isEarly;
      this.#isUrgent = false;
      if (isDrawn) draw();
    };
  }

  /** The reader changed something. */
  requestNow(): void {
    this.#isUrgent = true;
    showInFrame(this.#inFrame);
  }

  /** The extension told something. */
  requestSoon(): void {
    if (!this.#isEarly) showInFrame(this.#inFrame);
  }

  /** A picture was drawn, or a part of it. */
  rendered(): void {
    this.#renderedMs = performance.now();
  }

  /** So long ago that what came since may be shown, however much more there is to read. */
  get isDue(): boolean {
    return performance.now() - this.#renderedMs >= CATCH_UP_MS;
  }

  get #isEarly(): boolean {
    return this.#isReading() && !this.isDue;
  }
}
