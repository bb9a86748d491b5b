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

/** Measures each turn of this thread's event loop, from one check phase to the next; what lies between is one turn or several short ones. */
export class Turns {
  #next: NodeJS.Immediate | undefined;
  #last = { cpuMs: 0, atMs: 0 };
  #figures = { turns: 0, worstCpuMs: 0, worstMs: 0, tooLong: 0, cpuMs: 0 };

  begin(): void {
    this.#figures = { turns: 0, worstCpuMs: 0, worstMs: 0, tooLong: 0, cpuMs: 0 };
    this.#last = { cpuMs: cpuMs(), atMs: performance.now() };
    this.#next = setImmediate(() => this.#turn());
  }

  end(): TurnFigures {
    clearImmediate(this.#next);
    this.#count();
    return this.#figures;
  }

  #turn(): void {
    this.#count();
    this.#next = setImmediate(() => this.#turn());
  }

  #count(): void {
    const now = { cpuMs: cpuMs(), atMs: performance.now() };
    const cpu = now.cpuMs - this.#last.cpuMs;
    this.#figures.turns++;
    this.#figures.cpuMs += cpu;
    this.#figures.worstCpuMs = Math.max(this.#figures.worstCpuMs, cpu);
    this.#figures.worstMs = Math.max(this.#figures.worstMs, now.atMs - this.#last.atMs);
    if (cpu > TOO_LONG_MS) this.#figures.tooLong++;
    this.#last = now;
  }
}

/** Of this thread alone; garbage collectors' own threads aren't the event loop's. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
