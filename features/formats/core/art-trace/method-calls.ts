import { CallEvents } from '../import/call-events.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { SampleGaps } from '../import/sample-ends.ts';
import { LoopMessages } from './loop-messages.ts';
import { Grain, ShortTimes } from './short-times.ts';
import type { TraceOptions } from './text-head.ts';

/** `art/runtime/trace.h`, TraceAction; unrolled calls ended by an exception. */
export const action = { enter: 0, exit: 1, unroll: 2, mask: 3 } as const;

/** Clocks of a record. Times of the CPU clock are those of the thread. */
export type TraceClock = 'wall' | 'dual' | 'thread-cpu';

/** Events of all threads -> exact calls. Each thread's events come in their order. */
export class MethodCalls {
  readonly #task: ImportTask;
  readonly #methods = new Map<number, FrameFacts>();
  readonly #frames = new Map<number, MethodFrame>();
  readonly #names = new Map<number, string>();
  readonly #threads = new Map<number, ThreadCalls>();
  readonly #grain = new Grain();
  /** Between different times of one thread. */
  readonly #gaps = new SampleGaps();
  #heldLetters = 0;
  #lastUs = 0;
  #events = 0;
  clock: TraceClock = 'wall';
  /** Ids of threads are the kernel's. */
  hasTids = true;

  constructor(task: ImportTask) {
    this.#task = task;
  }

  get events(): number {
    return this.#events;
  }

  /** Before the first event in the regular form, after the last one in the streaming form. */
  facts(options: TraceOptions): void {
    const { builder, report } = this.#task;
    const { clock, pid } = options;
    if (clock === 'wall' || clock === 'dual' || clock === 'thread-cpu') this.clock = clock;
    builder.process({ ...(pid === undefined ? {} : { pid }) });
    for (const [key, value] of options) builder.note(`art.${key}`, value);
    if (options.hasOverflowed) report.assumed('The trace’s buffer was full, so its calls end before the recording did.');
  }

  /** Before the method's first event. */
  method(id: number, facts: FrameFacts): void {
    const { class: owner = '', function: name, signature = '', file = '' } = facts;
    this.#heldLetters += owner.length + name.length + signature.length + file.length;
    if (this.#heldLetters > importLimits.heldBytes || this.#methods.size >= importLimits.frames) {
      this.#task.report.skipped('methods beyond the bound');
      return;
    }
    this.#methods.set(id, facts);
  }

  threadName(id: number, name: string): void {
    if (this.#names.size < importLimits.threads) this.#names.set(id, this.#task.builder.held.copyOf(name));
  }

  /** @param cpuUs of the thread; undefined in traces with one clock */
  event(thread: number, method: number, what: number, atUs: number, cpuUs: number | undefined): void {
    const calls = this.#threads.get(thread) ?? this.#thread(thread);
    if (calls === undefined) return;
    this.#events++;
    if (what === action.mask) {
      this.#task.report.skipped('events of an unknown kind');
      return;
    }
    calls.event(this.#frames.get(method) ?? this.#frame(method), what === action.enter, atUs, cpuUs);
    if (calls.lastUs > this.#lastUs) this.#lastUs = calls.lastUs;
  }

  /** Calls that are open last as long as the trace, by the wall clock; a thread's own clock ends with its last event. */
  end(): void {
    const { builder, report } = this.#task;
    const isCpu = this.clock === 'thread-cpu';
    const usualUs = this.#gaps.usualUs ?? 0;
    const isSampled = !isCpu && usualUs >= LEAST_SAMPLED_US;
    for (const calls of this.#threads.values()) {
      // A sampled thread's end is not recorded; main lives as long as its process.
      if (isSampled && !calls.isMain) calls.end(calls.lastUs + usualUs);
      else calls.end(isCpu ? undefined : this.#lastUs);
    }
    if (isSampled) {
      builder.process({ intervalUs: usualUs });
      report.assumed(`The trace was sampled, about every ${(usualUs / 1e3).toFixed(1)} ms: shorter calls are missing.`);
    }
    if (this.#events > 0) builder.covers(0, this.#lastUs);
    report.read('events of calls', this.#events);
    report.read('threads', this.#threads.size);
    if (this.#grain.us > 0) {
      report.assumed(
        `The trace has more calls than a session holds: later times under up to ${this.#grain.us} µs count for the longest call around them.`,
      );
    }
    if (isCpu) {
      report.assumed('The trace has the CPU clocks of its threads alone: waits have no length, and threads are not aligned to each other.');
    }
  }

  #thread(id: number): ThreadCalls | undefined {
    if (this.#threads.size >= importLimits.threads) {
      this.#task.report.skipped('events of threads beyond the bound');
      return undefined;
    }
    const name = this.#names.get(id) ?? '';
    if (name === '') this.#task.report.skipped('names of threads that are missing');
    const thread = this.#task.builder.thread({ name: name || `thread ${id}`, ...(this.hasTids ? { tid: id } : {}) });
    const calls = new ThreadCalls(
      this.#task,
      { thread, isMain: name === MAIN, grain: this.#grain, gaps: this.#gaps },
      () => this.clock === 'thread-cpu',
    );
    this.#threads.set(id, calls);
    return calls;
  }

  #frame(id: number): MethodFrame {
    const facts = this.#methods.get(id);
    if (facts === undefined) this.#task.report.skipped('names of methods that are missing');
    const shown = facts ?? { function: `method 0x${id.toString(16)}` };
    const frame = { frame: this.#task.builder.frame(shown), class: shown.class ?? '', function: shown.function };
    if (this.#frames.size < importLimits.frames) this.#frames.set(id, frame);
    return frame;
  }
}

export interface MethodFrame {
  readonly frame: number;
  readonly class: string;
  readonly function: string;
}

/** ART names it so, whatever the app is called. */
const MAIN = 'main';
/** Traced calls are microseconds apart, sampled ones at least the sampler’s interval. */
const LEAST_SAMPLED_US = 100;
/** 32 bits of microseconds pass in 71 minutes. */
const TURN_US = 2 ** 32;

interface ThreadParts {
  readonly thread: number;
  readonly isMain: boolean;
  readonly grain: Grain;
  readonly gaps: SampleGaps;
}

class ThreadCalls {
  readonly isMain: boolean;
  readonly #gaps: SampleGaps;
  readonly #calls: CallEvents;
  readonly #short: ShortTimes;
  readonly #messages: LoopMessages;
  readonly #isCpu: () => boolean;
  #lastUs = Number.NEGATIVE_INFINITY;
  #lastCpuUs: number | undefined;
  /** Of the time since the last sample. */
  #cpuUs = 0;
  #turns = 0;

  constructor({ builder, report }: ImportTask, { thread, isMain, grain, gaps }: ThreadParts, isCpu: () => boolean) {
    this.#isCpu = isCpu;
    this.#gaps = gaps;
    this.isMain = isMain;
    this.#messages = new LoopMessages(builder, thread);
    this.#short = new ShortTimes(grain, (beginUs, endUs, stack, cpuUs) => builder.sample(thread, beginUs, endUs, stack, undefined, cpuUs));
    this.#calls = new CallEvents(builder, report, (beginUs, endUs, stack) => {
      this.#short.add(beginUs, endUs, stack, this.#spentUs(endUs - beginUs));
    });
  }

  event({ frame, class: owner, function: name }: MethodFrame, isEnter: boolean, givenUs: number, cpuUs: number | undefined): void {
    const atUs = this.#whole(givenUs);
    if (cpuUs !== undefined) {
      if (this.#lastCpuUs !== undefined)
        this.#cpuUs += cpuUs < this.#lastCpuUs ? cpuUs + TURN_US - this.#lastCpuUs : cpuUs - this.#lastCpuUs;
      this.#lastCpuUs = cpuUs;
    }
    const before = this.#calls.depth;
    if (isEnter) {
      this.#calls.open(atUs, frame);
      this.#messages.opened(owner, name, atUs, this.#calls.depth);
    } else {
      this.#calls.close(atUs, frame);
      this.#messages.closed(owner, name, atUs, { before, after: this.#calls.depth });
    }
  }

  /** Time of its last event. */
  get lastUs(): number {
    return this.#lastUs;
  }

  end(untilUs: number | undefined): void {
    // After the last event no clock of the thread was read.
    this.#lastCpuUs = undefined;
    this.#cpuUs = 0;
    const endUs = untilUs === undefined ? this.#lastUs : Math.max(this.#lastUs, untilUs);
    if (Number.isFinite(endUs)) this.#messages.end(endUs);
    this.#calls.end(endUs);
    this.#short.end();
  }

  /** A later event has a later time: a smaller number has passed 2^32. */
  #whole(givenUs: number): number {
    let atUs = givenUs + this.#turns * TURN_US;
    if (atUs < this.#lastUs - TURN_US / 2) {
      this.#turns++;
      atUs += TURN_US;
    }
    if (Number.isFinite(this.#lastUs)) this.#gaps.add(atUs - this.#lastUs);
    this.#lastUs = Math.max(this.#lastUs, atUs);
    return this.#lastUs;
  }

  /** Both clocks are read one after the other: CPU time that a short sample cannot hold is of the next one. */
  #spentUs(lengthUs: number): number {
    if (this.#isCpu()) return lengthUs;
    if (this.#lastCpuUs === undefined) return -1;
    const spentUs = Math.min(this.#cpuUs, lengthUs);
    this.#cpuUs -= spentUs;
    return spentUs;
  }
}
