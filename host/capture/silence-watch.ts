import { guarded } from '../../core/guarded.ts';
import type { LinkLimits } from './capture-options.ts';

interface SilenceSteps {
  /** At `askMs`, once per silence. */
  ask(): void;
  /** At `giveUpMs` after that, as the last call. */
  giveUp(silentMs: number): void;
  onThrow(error: unknown): void;
}

/** Checks per `askMs`. */
const CHECKS = 5;

/** Detects silent connections: lost packets, sleep or a stopped server leave them open for hours. */
export class SilenceWatch {
  readonly #timer: NodeJS.Timeout;
  #heardMs = performance.now();
  #checkedMs = this.#heardMs;
  #isAsked = false;

  constructor({ askMs, giveUpMs }: Pick<LinkLimits, 'askMs' | 'giveUpMs'>, { ask, giveUp, onThrow }: SilenceSteps) {
    const check = (): void => {
      const nowMs = performance.now();
      // This program was stopped; its data are read after its timers.
      if (nowMs - this.#checkedMs > askMs) this.heard();
      this.#checkedMs = nowMs;
      const silentMs = nowMs - this.#heardMs;
      if (silentMs >= askMs && !this.#isAsked) {
        this.#isAsked = true;
        ask();
      } else if (silentMs >= askMs + giveUpMs) {
        this.stop();
        giveUp(silentMs);
      }
    };
    this.#timer = setInterval(guarded(check, onThrow), Math.max(1, askMs / CHECKS));
    this.#timer.unref();
  }

  heard(): void {
    this.#heardMs = performance.now();
    this.#isAsked = false;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
