import { IntervalColumns } from '../columns/interval-columns.ts';
import { lifePhase, PhaseColumns } from '../columns/run-columns.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';

/** An iOS agent silent for longer was suspended with its app (Matrix: 10 s without one of its rounds). */
const SILENCE_US = 10_000_000;
/** Silence that counts where systems suspend apps or debuggers hold them; agents tick at least every 250 ms. */
export const HELD_SILENCE_US = 500_000;

/** Phases of a process, and the times at which nothing of it ran. */
export class ProcessLife {
  readonly phases = new PhaseColumns();
  readonly stops = new IntervalColumns();
  readonly #budgets: SessionBudgets;
  readonly #stopped: () => void;

  /** @param stopped called before each stop, to settle the time before */
  constructor(budgets: SessionBudgets, stopped: () => void) {
    this.#budgets = budgets;
    this.#stopped = stopped;
  }

  /** Repeated by reconnecting agents. @param atUs may be before session time 0 */
  addPhase(atUs: number, phase: number): boolean {
    if (this.phases.isKnown(phase)) return true;
    if (!this.#budgets.phases.takes()) return false;
    if (!this.phases.add(atUs, phase)) {
      this.#budgets.phases.gives(1);
      return false;
    }
    if (phase === lifePhase.stopped) this.#stop(Math.max(0, atUs));
    if (phase === lifePhase.goesOn && this.stops.openRow >= 0) this.stops.end(Math.max(0, atUs));
    return true;
  }

  addSilence(beginUs: number, endUs: number): void {
    const mayBeHeld = this.phases.firstUs(lifePhase.debugger) !== undefined || this.phases.isBackgroundAt(beginUs);
    if (endUs - beginUs <= (mayBeHeld ? HELD_SILENCE_US : SILENCE_US) || !this.#budgets.stops.takes()) return;
    this.stops.begin(beginUs);
    this.stops.end(endUs);
  }

  /** Repeated by reconnecting agents. */
  #stop(atUs: number): void {
    this.#stopped();
    if (atUs >= this.stops.lastUs && this.#budgets.stops.takes()) this.stops.begin(atUs);
  }
}
