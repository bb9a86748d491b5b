import type { Readable } from 'node:stream';
import { guarded } from '../../core/guarded.ts';

/** Agents' tables after a reconnection, with those of the largest apps. */
const BURST_BYTES = 32 << 20;

/** Bounds what a link gives us to decode: the rest waits in the agent, which counts what it drops. */
export class FlowBudget {
  readonly #bytesPerSecond: number;
  #room = BURST_BYTES;
  #atMs: number;

  /** @param nowMs monotonic */
  constructor(nowMs: number, bytesPerSecond: number) {
    this.#atMs = nowMs;
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Milliseconds until more is read; 0 for any honest agent. */
  take(bytes: number, nowMs: number): number {
    const refill = (Math.max(0, nowMs - this.#atMs) / 1_000) * this.#bytesPerSecond;
    this.#room = Math.min(BURST_BYTES, this.#room + refill) - bytes;
    this.#atMs = nowMs;
    return this.#room >= 0 ? 0 : Math.ceil((-this.#room / this.#bytesPerSecond) * 1_000);
  }
}

/** Reads a source no faster than its budget. */
export class Flow {
  readonly #source: Readable;
  readonly #budget: FlowBudget;
  readonly #onThrow: (error: unknown) => void;
  #isStopped = false;

  constructor(source: Readable, bytesPerSecond: number, onThrow: (error: unknown) => void) {
    this.#source = source;
    this.#budget = new FlowBudget(performance.now(), bytesPerSecond);
    this.#onThrow = onThrow;
  }

  took(bytes: number): void {
    const restMs = this.#budget.take(bytes, performance.now());
    if (restMs === 0 || this.#isStopped) return;
    this.#source.pause();
    const goOn = (): void => {
      if (!this.#isStopped) this.#source.resume();
    };
    setTimeout(guarded(goOn, this.#onThrow), restMs);
  }

  /** Reads no more. */
  stop(): void {
    this.#isStopped = true;
    this.#source.pause();
  }
}
