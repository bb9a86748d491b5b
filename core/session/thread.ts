import type { Message } from '../wire/schema.ts';
import { BlockingCallColumns } from './blocking-call-columns.ts';
import { SampleColumns, UNKNOWN_CPU } from './sample-columns.ts';
import { MessageColumns, WaitColumns } from './thread-columns.ts';

const MAIN_FLAG = 1;
const DAEMON_FLAG = 2;
const AGENT_FLAG = 4;

/** One thread of one run. Times are session microseconds. */
export class Thread {
  /** Row of `model.threads`. */
  readonly index: number;
  /** Index of the run. */
  readonly run: number;
  /** The agent's id of the thread. */
  readonly id: number;
  /** Kernel thread id, 0 unknown. */
  tid = 0;
  name = '';
  group = '';
  isMain = false;
  isDaemon = false;
  /** A thread of the agent itself. */
  isAgent = false;
  readonly startUs: number;
  /** When it ended, -1 while it lives. */
  endUs = -1;
  readonly samples = new SampleColumns();
  readonly messages = new MessageColumns();
  readonly waits = new WaitColumns();
  /** Calls that waited; told on iOS. */
  readonly blockingCalls = new BlockingCallColumns();
  /** True while the last row of `samples` is an open run. */
  isSampled = false;

  constructor(index: number, run: number, id: number, startUs: number) {
    this.index = index;
    this.run = run;
    this.id = id;
    this.startUs = startUs;
  }

  /** Takes over what the agent says about the thread, at first or after a rename. */
  describe(message: Message<'thread'>): void {
    this.tid = message.tid;
    this.name = message.name;
    this.group = message.group;
    this.isMain = (message.flags & MAIN_FLAG) !== 0;
    this.isDaemon = (message.flags & DAEMON_FLAG) !== 0;
    this.isAgent = (message.flags & AGENT_FLAG) !== 0;
  }

  /** It was seen in a stack: a new row. */
  sample(atUs: number, node: number, state: number, cpuUs: number | undefined, allocatedBytes: number): void {
    this.samples.append(atUs, node, state, cpuUs ?? UNKNOWN_CPU, allocatedBytes);
    this.isSampled = true;
  }

  /** It was seen again in the same stack; false when no run is open. */
  seenAgain(atUs: number, cpuUs: number | undefined, allocatedBytes: number): boolean {
    if (!this.isSampled) return false;
    this.samples.seenAgain(atUs, cpuUs ?? UNKNOWN_CPU, allocatedBytes);
    return true;
  }

  /** Everything that is open still is at this time. */
  tick(atUs: number): void {
    if (this.isSampled) this.samples.tick(atUs);
    this.messages.extend(atUs);
    this.waits.extend(atUs);
  }

  /** Nothing more is known about what is open: the link broke, or there is no more thread. */
  cut(): void {
    this.isSampled = false;
    this.messages.cut();
    this.waits.cut();
  }

  /** Times that went backwards and were moved. */
  get clampedTimes(): number {
    return this.samples.clamped + this.messages.clamped + this.waits.clamped + this.blockingCalls.clamped;
  }
}
