import { carriedUs } from '../../core/session/file/stream-position.ts';

/**
 * Tells the agent's time between its messages. A message can only arrive late, so the smallest difference of both clocks that
 * was ever seen is the one with the least delay in it.
 */
export class AgentClock {
  #leastDifferenceUs = Number.POSITIVE_INFINITY;
  #lastUs = 0;

  /** Last time that the agent itself named. */
  get lastUs(): number {
    return this.#lastUs;
  }

  /** A message with this agent time arrived; `hostMs` is the host's monotonic clock. */
  heard(agentUs: number, hostMs: number): void {
    this.#leastDifferenceUs = Math.min(this.#leastDifferenceUs, hostMs * 1000 - agentUs);
    this.#lastUs = Math.max(this.#lastUs, agentUs);
  }

  /** The agent's time now, as the protocol can carry it; 0 before anything was heard. */
  nowUs(hostMs: number): number {
    if (!Number.isFinite(this.#leastDifferenceUs)) return 0;
    return carriedUs(Math.round(hostMs * 1000 - this.#leastDifferenceUs));
  }

  /** Another process, possibly on another clock. */
  restart(): void {
    this.#leastDifferenceUs = Number.POSITIVE_INFINITY;
    this.#lastUs = 0;
  }
}
