import { setImmediate } from 'node:timers/promises';
import type { TurnDriver } from '../core/session/file/turns.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Yields to signals, timers, sockets and other extensions. One task continues per round of the event loop, so several
 * do not add up to one long turn.
 */
export const nodeTurns: TurnDriver = {
  nowMs: () => performance.now(),
  turn: async () => {
    last = last.then(() => setImmediate());
    await last;
  },
};
