/** What the turns of an event loop took. */
export interface TurnFigures {
  readonly turns: number;
  /** The longest: the thread's own CPU time, and by the clock, in which others may have had the CPU. */
  readonly worstCpuMs: number;
  readonly worstMs: number;
  /** Turns of more than 10 ms of CPU. */
  readonly tooLong: number;
  readonly cpuMs: number;
}

const TOO_LONG_MS = 10;

/**
 * Measures the turns of this thread's event loop, from one timer of 1 ms to the next: what lies between is a long turn, or several that are
 * short together. Asking at each turn would keep the loop spinning, and the garbage of that would be most of what is measured.
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
