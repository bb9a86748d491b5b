import { setImmediate } from 'node:timers/promises';
import type { TurnDriver } from '../core/session/turns.ts';

/** Turns under Node: signals, timers, sockets and other extensions come between them. */
export const nodeTurns: TurnDriver = {
  nowMs: () => performance.now(),
  turn: () => setImmediate(),
};
