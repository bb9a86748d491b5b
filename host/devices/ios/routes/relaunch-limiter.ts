import { LaglensError } from '../../../../core/errors.ts';
import type { RouteRequest } from './route.ts';

const MOST = 3;
const WITHIN_MS = 60_000;

/** Stops two editors from restarting the same app in turns, as each start ends the other's process. */
export class RelaunchLimiter {
  readonly #timesMs = new Map<string, readonly number[]>();
  readonly #givenUp = new Set<string>();

  /** @throws LaglensError beyond the limit; a new capture resets it */
  check({ target, options }: Pick<RouteRequest, 'target' | 'options'>, nowMs: number = performance.now()): void {
    const { app, pid } = target;
    if (options.launch || pid === undefined) {
      this.#timesMs.delete(app);
      this.#givenUp.delete(app);
      return;
    }
    const timesMs = [...(this.#timesMs.get(app) ?? []), nowMs].filter((timeMs) => nowMs - timeMs < WITHIN_MS);
    this.#timesMs.set(app, timesMs);
    if (timesMs.length > MOST) this.#givenUp.add(app);
    if (!this.#givenUp.has(app)) return;
    throw new LaglensError({
      code: 'agent-busy',
      message: `${app} was started ${MOST} times within ${WITHIN_MS / 1000} s without the agent in it, each time that Laglens had started it with: another editor captures it, or it ends right away.`,
      next: 'Stop the capture in the other window, then start this one again.',
      action: 'retry',
    });
  }
}
