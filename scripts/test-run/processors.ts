import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

interface Times {
  readonly all: number;
  readonly nice: number;
  readonly idle: number;
}

/** Of all processors' time. */
export interface Shares {
  /** Idle, or of programs of low priority. */
  readonly spare: number;
  readonly idle: number;
}

/** Shares of the time between two readings. */
export class SpareProcessors {
  #last: Times;
  readonly #read: () => Times;

  constructor(read: () => Times = readTimes) {
    this.#read = read;
    this.#last = read();
  }

  read(): Shares {
    const times = this.#read();
    const all = times.all - this.#last.all;
    const share = (name: 'nice' | 'idle'): number => (all > 0 ? (times[name] - this.#last[name]) / all : 0);
    const shares = { spare: share('idle') + share('nice'), idle: share('idle') };
    this.#last = times;
    return shares;
  }
}

function readTimes(): Times {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (...names: readonly (keyof (typeof times)[number])[]): number =>
    times.reduce((all, time) => all + names.reduce((own, name) => own + time[name], 0), 0);
  return { idle: sum('idle'), nice: sum('nice'), all: sum('idle', 'nice', 'user', 'sys', 'irq') };
}

/** The suite itself makes a load of twice the processors. */
const OWN_LOAD = 2;
const LONGEST = 4;

/** How much longer limits of time are while other programs want the processors, too. @param load average number of programs that want one */
export function busyFactor(load: number, processors: number): number {
  return Math.min(LONGEST, Math.max(1, load / (OWN_LOAD * processors)));
}

/** The kernel's unit in /proc on every Linux that Node runs on. */
const TICK_MS = 10;

/** Processor time of ended programs that this one started, and of those that they awaited; 0 where the system doesn't tell. */
export function endedProgramsMs(): number {
  if (process.platform !== 'linux') return 0;
  // proc(5): the program's name, in brackets, may have spaces; cutime is the 16th field, cstime the 17th.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return TICK_MS * (Number(fields[13]) + Number(fields[14]));
}

/** Divides the processor time of programs among their parts. */
export class EndedPrograms {
  readonly #read: () => number;
  #endedMs: number;
  /** Of parts of programs that go on: it comes again as they end. */
  #aheadMs = 0;

  constructor(read: () => number = endedProgramsMs) {
    this.#read = read;
    this.#endedMs = read();
  }

  /** Of the part that ends now. @param ownMs if its program goes on; otherwise the rest of all that have ended is its */
  takeMs(ownMs?: number): number {
    if (ownMs !== undefined) {
      this.#aheadMs += ownMs;
      return ownMs;
    }
    const nowMs = this.#read();
    const ms = nowMs - this.#endedMs - this.#aheadMs;
    this.#endedMs = nowMs;
    this.#aheadMs = Math.max(0, -ms);
    return Math.max(0, ms);
  }
}
