import { float64At, uint32At } from '../../../../core/columns/at.ts';
import { noFloat64, noUint32, Table } from '../../../../core/columns/table.ts';
import { countedNoun } from '../../../../core/text/counted-noun.ts';
import { TextTable } from '../held/text-table.ts';
import type { SampleState } from '../import/import-facts.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { SampleGaps, sampleEnds } from '../import/sample-ends.ts';
import { chosenEvent, isClock, isSwitch, measuresWork } from './chosen-event.ts';
import { sortedRows } from './sorted-rows.ts';
import { type Moment, type SampleRule, threadTimes } from './thread-times.ts';

/** Without times in the file. */
const INTERVAL_US = 10_000;
/** Smaller counts of a clock are numbers of samples. */
const LEAST_NS = 1_000;

interface RecordedThread {
  name: string;
  pid: number | undefined;
  readonly tid: number;
}

/** A recorded stack as the session's. */
interface RecordedStacks {
  readonly on: (stack: number) => number;
  /** Without the kernel's innermost functions, which switch threads: the call that waits is the app's. */
  readonly off: (stack: number) => number;
}

class Rows extends Table {
  thread: Uint32Array = noUint32;
  /** Event and kind, see `whatOf`. */
  what: Uint32Array = noUint32;
  stack: Uint32Array = noUint32;
  atUs: Float64Array = noFloat64;
  count: Float64Array = noFloat64;
}

const ON = 0xffff_fff0;
const OFF = 0xffff_fff1;
const END = 0xffff_fff2;
/** Codes of states behind OFF. */
const states: readonly (SampleState | undefined)[] = [undefined, 'ready', 'kernel', 'disk', 'suspended'];

/** Moments of threads, before it is known which event and process count. */
export class PerfRecording {
  readonly #task: ImportTask;
  readonly #rows = new Rows();
  readonly #threads: RecordedThread[] = [];
  readonly #byKey: TextTable<number>;
  readonly #events: { readonly name: string; samples: number }[] = [];
  readonly #eventByName: TextTable<number>;
  #hasTimes = false;
  /** The app's process by name, if the file says so. */
  app = '';
  /** The file has one process without its id: its first thread has the smallest one. */
  isOneProcess = false;

  constructor(task: ImportTask) {
    this.#task = task;
    this.#byKey = new TextTable(task.builder.held, importLimits.threads);
    this.#eventByName = new TextTable(task.builder.held, MOST_EVENTS);
  }

  get samples(): number {
    return this.#events.reduce((sum, { samples }) => sum + samples, 0);
  }

  event(name: string): number {
    const known = this.#eventByName.get(name);
    if (known !== undefined) return known;
    if (!this.#eventByName.set(name, this.#events.length)) return this.#events.length - 1;
    return this.#events.push({ name: this.#task.builder.held.copyOf(name), samples: 0 }) - 1;
  }

  /** @param key of the thread in the file; a later call may add facts */
  thread(key: string, { name, pid, tid }: { name?: string | undefined; pid?: number | undefined; tid: number }): number {
    let index = this.#byKey.get(key);
    if (index === undefined) {
      if (!this.#byKey.set(key, this.#threads.length)) return -1;
      index = this.#threads.push({ name: '', pid: undefined, tid }) - 1;
    }
    const thread = this.#threads[index];
    if (thread !== undefined && name !== undefined) thread.name = this.#task.builder.held.instead(thread.name, name);
    if (thread !== undefined && pid !== undefined) thread.pid = pid;
    return index;
  }

  /** @param atUs NaN if the file has no times @param count of the event since the sample before; 0 if unknown */
  sample(thread: number, event: number, atUs: number, count: number, stack: number): void {
    const counted = this.#events[event];
    if (this.#add(thread, event, atUs, count, stack) && counted !== undefined) counted.samples++;
  }

  /** The thread takes a CPU. */
  on(thread: number, atUs: number): void {
    this.#add(thread, ON, atUs, 0, 0);
  }

  /** The thread leaves its CPU. @param stack 0 if unknown */
  off(thread: number, atUs: number, stack: number, state?: SampleState): void {
    this.#add(thread, OFF, atUs, Math.max(0, states.indexOf(state)), stack);
  }

  /** The thread leaves its CPU for good. */
  end(thread: number, atUs: number): void {
    this.#add(thread, END, atUs, 0, 0);
  }

  #add(thread: number, what: number, atUs: number, count: number, stack: number): boolean {
    const rows = this.#rows;
    if (thread < 0 || rows.length >= importLimits.samples) {
      this.#task.report.skipped(thread < 0 ? 'samples of threads beyond the bound' : 'samples beyond the bound');
      return false;
    }
    if (rows.length === rows.capacity) rows.grow();
    const at = rows.length++;
    rows.thread[at] = thread;
    rows.what[at] = what;
    rows.stack[at] = stack;
    rows.atUs[at] = atUs;
    rows.count[at] = count;
    if (!Number.isNaN(atUs)) this.#hasTimes = true;
    return true;
  }

  /** Lays out the samples of one event. */
  async finish(stacks: RecordedStacks = ownStacks): Promise<void> {
    const { builder, turns } = this.#task;
    const event = chosenEvent(this.#events);
    const name = this.#events[event]?.name ?? '';
    this.#say(event);
    const order = await this.#order();
    const rule = this.#rule(order, event, name);
    if (rule.ends !== undefined) builder.process({ intervalUs: rule.ends.usualUs });
    const ids = this.#declare();
    let lastUs = Number.NEGATIVE_INFINITY;
    for (const at of this.#rows.atUs.subarray(0, this.#rows.length)) if (at > lastUs) lastUs = at;
    for (let from = 0; from < order.length; ) {
      const thread = uint32At(this.#rows.thread, uint32At(order, from));
      let to = from;
      while (to < order.length && uint32At(this.#rows.thread, uint32At(order, to)) === thread) to++;
      const id = ids[thread] ?? -1;
      threadTimes(this.#moments(order.subarray(from, to), event, stacks), rule, lastUs, (beginUs, endUs, stack, state, cpuUs) => {
        builder.sample(id, beginUs, endUs, stack, state, cpuUs);
      });
      from = to;
      await turns.pause();
    }
  }

  /** Rows in the order of threads, then of time. */
  #order(): Promise<Uint32Array> {
    const { thread, atUs, length } = this.#rows;
    const compare = (one: number, other: number): number =>
      uint32At(thread, one) - uint32At(thread, other) || float64At(atUs, one) - float64At(atUs, other) || one - other;
    return sortedRows(length, compare, this.#task.turns);
  }

  *#moments(order: Uint32Array, event: number, stacks: RecordedStacks): Generator<Moment> {
    const rows = this.#rows;
    for (const [place, at] of order.entries()) {
      const what = uint32At(rows.what, at);
      const atUs = this.#hasTimes ? float64At(rows.atUs, at) : place * INTERVAL_US;
      const count = float64At(rows.count, at);
      const recorded = uint32At(rows.stack, at);
      if (what === ON) yield { kind: 'on', atUs };
      else if (what === END) yield { kind: 'end', atUs };
      else if (what === OFF) yield { kind: 'off', atUs, stack: stacks.off(recorded), state: states[count] };
      else if (what === event)
        yield { kind: 'sample', atUs, stack: stacks.on(recorded), off: stacks.off(recorded), countUs: count / 1_000 };
      else if (isSwitch(this.#events[what]?.name ?? ''))
        yield { kind: 'leaving', atUs, stack: stacks.on(recorded), off: stacks.off(recorded) };
    }
  }

  #rule(order: Uint32Array, event: number, name: string): SampleRule {
    const rows = this.#rows;
    const gaps = new SampleGaps();
    let [last, lastThread, hasCounts, hasSwitches] = [-1, -1, isClock(name) && this.#hasTimes, false];
    for (const at of order) {
      const what = uint32At(rows.what, at);
      if (what >= ON) hasSwitches = true;
      if (what !== event) continue;
      if (float64At(rows.count, at) < LEAST_NS) hasCounts = false;
      const thread = uint32At(rows.thread, at);
      if (thread === lastThread && this.#hasTimes) gaps.add(float64At(rows.atUs, at) - float64At(rows.atUs, last));
      [last, lastThread] = [at, thread];
    }
    const ends = sampleEnds(gaps.usualUs ?? INTERVAL_US);
    return { ends, hasCounts, hasSwitches, isWork: measuresWork(name) };
  }

  /** Threads of the session; the app's process is the named one, else the one with most samples. */
  #declare(): readonly number[] {
    const { builder } = this.#task;
    if (this.isOneProcess) this.#takeForMain();
    const counts = new Map<number, number>();
    for (let at = 0; at < this.#rows.length; at++) {
      const pid = this.#threads[uint32At(this.#rows.thread, at)]?.pid;
      // Process 0 is the idle kernel.
      if (pid !== undefined && pid > 0) counts.set(pid, (counts.get(pid) ?? 0) + 1);
    }
    const named = this.#threads.find(({ name, pid, tid }) => this.app !== '' && name === this.app && pid === tid)?.pid;
    const pid =
      named ??
      [...counts].reduce<readonly [number, number] | undefined>((most, each) => (most && most[1] >= each[1] ? most : each), undefined)?.[0];
    const main = this.#threads.find((thread) => thread.tid === pid);
    builder.process({ name: this.app || (main?.name ?? ''), ...(pid === undefined ? {} : { pid }) });
    const processes = new Map(this.#threads.filter((thread) => thread.tid === thread.pid).map((thread) => [thread.pid, thread.name]));
    return this.#threads.map((thread) => {
      const isOther = thread.pid !== undefined && thread.pid !== pid;
      return builder.thread({
        name: thread.name || `thread ${thread.tid}`,
        tid: thread.tid,
        ...(isOther ? { group: processes.get(thread.pid) ?? `process ${thread.pid}` } : {}),
        // Without times there are no lags.
        ...(isOther || !this.#hasTimes ? { isMain: false } : {}),
      });
    });
  }

  #takeForMain(): void {
    const pid = this.#threads.reduce((least, { tid }) => (tid > 0 ? Math.min(least, tid) : least), Number.POSITIVE_INFINITY);
    for (const thread of this.#threads) thread.pid = pid;
    this.#task.report.assumed('The thread with the smallest id is main: the file has no processes.');
  }

  #say(chosen: number): void {
    const { report } = this.#task;
    const event = this.#events[chosen];
    if (event === undefined) return;
    report.read('samples', event.samples);
    const others = this.#events.filter((each, at) => at !== chosen && !isSwitch(each.name) && each.samples > 0);
    for (const { name, samples } of others) report.skipped(`samples of the event ${name}`, samples);
    if (this.#events.length > 1) report.assumed(`The samples of the event ${event.name} are the session’s.`);
    if (!measuresWork(event.name)) {
      report.assumed(
        `Samples are ${countedNoun(event.samples, 'moments')} of the event ${event.name}, which measures no time: lengths only show their order.`,
      );
    }
    if (!this.#hasTimes)
      report.untimed('Samples of a thread follow one another, one each 10 ms: the file has no times, so no lags are listed.');
  }
}

/** Of readers that add the session's stacks themselves. */
const ownStacks: RecordedStacks = { on: (stack) => stack, off: (stack) => stack };
const MOST_EVENTS = 1_000;
