import { showInFrame } from './frame.ts';

/** While a session is being read, the picture is brought up to date this often. */
const CATCH_UP_MS = 500;

/** When the page draws: with the next frame, but seldom while a session is being read, as pictures in between would keep it from that. */
export class PictureSchedule {
  readonly #isReading: () => boolean;
  readonly #inFrame: () => void;
  /** The reader asked for the next picture: it does not wait until one is due. */
  #isAsked = false;
  #drawnMs = 0;

  /** @param isReading tells whether more of the session is there already */
  constructor(isReading: () => boolean, draw: () => void) {
    this.#isReading = isReading;
    this.#inFrame = () => {
      const isDrawn = this.#isAsked || !this.#isEarly;
      this.#isAsked = false;
      if (isDrawn) draw();
    };
  }

  /** The reader changed something. */
  ask(): void {
    this.#isAsked = true;
    showInFrame(this.#inFrame);
  }

  /** The extension told something. */
  tell(): void {
    if (!this.#isEarly) showInFrame(this.#inFrame);
  }

  /** A picture was drawn, or a part of it. */
  drawn(): void {
    this.#drawnMs = performance.now();
  }

  /** So long ago that what came since may be shown, however much more there is to read. */
  get isDue(): boolean {
    return performance.now() - this.#drawnMs >= CATCH_UP_MS;
  }

  get #isEarly(): boolean {
    return this.#isReading() && !this.isDue;
  }
}
