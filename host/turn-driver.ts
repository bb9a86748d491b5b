import { setImmediate } from 'node:timers/promises';
import type { TurnDriver } from '../core/session/file/turns.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Turns under Node: signals, timers, sockets and other extensions come between them. Of several works that wait, one goes on in each
 * round of the event loop: all in one round would be one long turn for others.
 */
export const nodeTurns: TurnDriver = {
  nowMs: () => performance.now(),
  turn: async () => {
    last = last.then(() => setImmediate());
    await last;
  },
};
