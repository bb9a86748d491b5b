import { guarded } from '../../core/guarded.ts';
import type { LinkLimits } from './link-limits.ts';

export interface SilenceSteps {
  /** Called once per silence, at `askMs`. */
  ask(): void;
  /** Called at `giveUpMs` after that; the watch is over then. */
  giveUp(silentMs: number): void;
  onThrow(error: unknown): void;
}

/** So often in `askMs` it is checked how long nothing came. */
const CHECKS = 5;

/**
 * Notices that a connection is silent though it stands: a network that drops packets, a laptop's sleep, a stopped server leave it
 * open for hours.
 */
export class SilenceWatch {
  readonly #timer: NodeJS.Timeout;
  #heardMs = performance.now();
  #checkedMs = this.#heardMs;
  #isAsked = false;

  constructor({ askMs, giveUpMs }: Pick<LinkLimits, 'askMs' | 'giveUpMs'>, { ask, giveUp, onThrow }: SilenceSteps) {
    const check = (): void => {
      const nowMs = performance.now();
      // This program was stopped itself. What came meanwhile is read after its timers.
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
    // A connection that nobody reads keeps no program alive.
    this.#timer.unref();
  }

  /** Something came. */
  heard(): void {
    this.#heardMs = performance.now();
    this.#isAsked = false;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
