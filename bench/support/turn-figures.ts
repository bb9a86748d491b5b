export interface TurnFigures {
  readonly turns: number;
  /** CPU time of the thread; and by the clock, in which others may have had the CPU. */
  readonly worstCpuMs: number;
  readonly worstMs: number;
  /** Turns of more than 10 ms of CPU. */
  readonly tooLong: number;
  readonly cpuMs: number;
}

const TOO_LONG_MS = 10;

/**
 * Measures this thread's event loop by a timer of 1 ms: between two ticks is one long turn, or several short ones. Asking at each turn
 * would keep the loop spinning, and measure mostly garbage.
 */
export class Turns {
  readonly #cpuMs: () => number;
  #timer: NodeJS.Timeout | undefined;
  #last = { cpuMs: 0, atMs: 0 };
  #figures = { turns: 0, worstCpuMs: 0, worstMs: 0, tooLong: 0, cpuMs: 0 };

  /** @param cpuMs from `threadClock` */
  constructor(cpuMs: () => number) {
    this.#cpuMs = cpuMs;
  }

  begin(): void {
    this.#figures = { turns: 0, worstCpuMs: 0, worstMs: 0, tooLong: 0, cpuMs: 0 };
    this.#last = { cpuMs: this.#cpuMs(), atMs: performance.now() };
    this.#timer = setInterval(() => this.#count(), 1);
  }

  end(): TurnFigures {
    clearInterval(this.#timer);
    this.#count();
    return this.#figures;
  }

  #count(): void {
    const now = { cpuMs: this.#cpuMs(), atMs: performance.now() };
    const cpu = now.cpuMs - this.#last.cpuMs;
    this.#figures.turns++;
    this.#figures.cpuMs += cpu;
    this.#figures.worstCpuMs = Math.max(this.#figures.worstCpuMs, cpu);
    this.#figures.worstMs = Math.max(this.#figures.worstMs, now.atMs - this.#last.atMs);
    if (cpu > TOO_LONG_MS) this.#figures.tooLong++;
    this.#last = now;
  }
}
