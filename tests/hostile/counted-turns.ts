import type { TurnDriver } from '../../core/session/file/turns.ts';
import { nodeTurns } from '../../host/turn-driver.ts';

/** Each step takes a millisecond of this clock, so turns are counted in steps. */
export class CountedTurns implements TurnDriver {
  steps = 0;
  turns = 0;

  nowMs(): number {
    return ++this.steps;
  }

  turn(): Promise<void> {
    this.turns++;
    return nodeTurns.turn();
  }
}
