import type { Message } from '../../wire/schema.ts';
import { BlockingCallColumns } from '../columns/blocking-call-columns.ts';
import { MessageUseColumns } from '../columns/message-use-columns.ts';
import type { OrderedRows } from '../columns/oldest-rows.ts';
import { ReadyColumns } from '../columns/ready-columns.ts';
import { SampleColumns, UNKNOWN_CPU } from '../columns/sample-columns.ts';
import { MessageColumns, WaitColumns } from '../columns/thread-columns.ts';
import { TickTimes } from '../columns/tick-times.ts';
import { type QualityOfService, qualityOf } from './quality-of-service.ts';

const MAIN_FLAG = 1;
const DAEMON_FLAG = 2;
const AGENT_FLAG = 4;

/** The kernel's numbers are 1 to 40; undefined for 0, which is unknown, and for impossible ones. */
function niceOf(priority: number): number | undefined {
  return priority >= 1 && priority <= 40 ? 20 - priority : undefined;
}

/** One thread of one run. Session microseconds. */
export class Thread {
  /** Row of `model.threads`. */
  readonly index: number;
  readonly run: number;
  readonly id: number;
  /** Kernel thread id, 0 if unknown. */
  tid = 0;
  name = '';
  group = '';
  isMain = false;
  isDaemon = false;
  isAgent = false;
  readonly beginUs: number;
  /** Of Linux' scheduler: the higher, the less often it runs. Undefined if unknown. */
  nice: number | undefined;
  /** Quality of service of iOS' scheduler, likewise. */
  quality: QualityOfService | undefined;
  /** -1 while it lives. */
  endUs = -1;
  /** Linux and Android only. */
  readonly readyTimes = new ReadyColumns();
  /** Long messages of main, and some that waited; Android only. */
  readonly messageUses = new MessageUseColumns();
  /** True while the last sample row is open. */
  isSampled = false;
  countedRows = 0;
  /** Something may be open, which ticks extend. */
  #isOpen = false;
  readonly #samples = new SampleColumns();
  readonly #messages = new MessageColumns();
  readonly #waits = new WaitColumns();
  readonly #blockingCalls = new BlockingCallColumns();
  readonly #ticks: TickTimes;
  #ticked: number;

  constructor(index: number, run: number, id: number, beginUs: number, ticks = new TickTimes()) {
    this.index = index;
    this.run = run;
    this.id = id;
    this.beginUs = beginUs;
    this.#ticks = ticks;
    this.#ticked = ticks.count;
  }

  /** Up to the last tick; fetch them again after each message. */
  get samples(): SampleColumns {
    this.takeTicks();
    return this.#samples;
  }

  /** Like `samples`. */
  get messages(): MessageColumns {
    this.takeTicks();
    return this.#messages;
  }

  /** Bounded like `samples`. */
  get waits(): WaitColumns {
    this.takeTicks();
    return this.#waits;
  }

  /** iOS only. As `samples`. */
  get blockingCalls(): BlockingCallColumns {
    this.takeTicks();
    return this.#blockingCalls;
  }

  get rows(): number {
    this.takeTicks();
    const agentRows = this.#blockingCalls.length + this.readyTimes.length + this.messageUses.length;
    return this.#samples.length + this.#messages.length + this.#waits.length + agentRows;
  }

  get columns(): readonly OrderedRows[] {
    return [this.samples, this.messages, this.waits, this.blockingCalls, this.readyTimes, this.messageUses];
  }

  /** False if something was open before. */
  open(): boolean {
    if (this.#isOpen) return false;
    this.takeTicks();
    this.#isOpen = true;
    return true;
  }

  /** @param isApple its priorities are those of Apple's kernel */
  describe(message: Message<'thread'>, isApple: boolean): void {
    this.tid = message.tid;
    this.name = message.name;
    this.group = message.group;
    this.isMain = (message.flags & MAIN_FLAG) !== 0;
    if (this.isMain) this.#samples.beOfMain();
    this.isDaemon = (message.flags & DAEMON_FLAG) !== 0;
    this.isAgent = (message.flags & AGENT_FLAG) !== 0;
    const { priority = 0 } = message;
    if (isApple) this.quality = qualityOf(priority) ?? this.quality;
    else this.nice = niceOf(priority) ?? this.nice;
  }

  /** True for known names, which are repeated after a broken link. */
  isCalled({ name, group }: Message<'thread'>): boolean {
    return this.name === name && this.group === group;
  }

  sample(atUs: number, node: number, state: number, cpuUs: number | undefined, allocatedBytes: number): void {
    this.samples.append(atUs, node, state, cpuUs ?? UNKNOWN_CPU, allocatedBytes);
    this.isSampled = true;
  }

  /** The same stack; false without an open run. */
  seenAgain(atUs: number, cpuUs: number | undefined, allocatedBytes: number): boolean {
    if (!this.isSampled) return false;
    this.samples.seenAgain(atUs, cpuUs ?? UNKNOWN_CPU, allocatedBytes);
    return true;
  }

  /** Extends everything open to the last tick. */
  takeTicks(): void {
    const { count } = this.#ticks;
    if (this.#ticked === count) return;
    const before = this.#ticked;
    this.#ticked = count;
    if (!this.#isOpen) return;
    const atUs = this.#ticks.latestSince(before);
    if (this.isSampled) this.#samples.tick(atUs);
    this.#messages.extend(atUs);
    this.#waits.extend(atUs);
    this.#blockingCalls.extend(atUs);
  }

  /** Open items continue afterwards, samples don't. */
  standStill(): void {
    this.takeTicks();
    this.isSampled = false;
  }

  /** Open items are unknown: the link broke, or the thread is gone. */
  cut(): void {
    this.takeTicks();
    this.#isOpen = false;
    this.isSampled = false;
    this.#messages.cut();
    this.#waits.cut();
    this.#blockingCalls.cut();
  }

  get clampedTimes(): number {
    const agentClamped = this.#blockingCalls.clamped + this.readyTimes.clamped + this.messageUses.clamped;
    return this.#samples.clamped + this.#messages.clamped + this.#waits.clamped + agentClamped;
  }
}
