import { lifePhase } from '../../../../core/session/columns/run-columns.ts';
import { threadState } from '../../../../core/session/columns/sample-columns.ts';
import { waitKind } from '../../../../core/session/columns/thread-columns.ts';
import { Budget } from '../../../../core/session/limits/budget.ts';
import { HeldTexts } from '../held/held-texts.ts';
import { TextTable } from '../held/text-table.ts';
import { isMainName } from './frame-names.ts';
import { type FrameFacts, FrameTable, type ImageFacts } from './frame-table.ts';
import type {
  CounterFacts,
  DisplayFrames,
  MessageUseFacts,
  Placed,
  ProcessFacts,
  SampleState,
  ThreadFacts,
  TimedFact,
  WaitOwner,
} from './import-facts.ts';
import { type ImportLimits, importLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import type { ScriptPlaces } from './names/script-places.ts';
import { SampleRows } from './sample-rows.ts';
import { StackTable } from './stack-table.ts';
import type { ScriptLanguage } from './visible-languages.ts';

export type { CounterFacts, FrameFacts, ImageFacts, ProcessFacts, SampleState, ThreadFacts };

export interface BuiltThread extends ThreadFacts {
  readonly samples: SampleRows;
}

/** Pause before a lag without times. */
const BETWEEN_LAGS_US = 1_000_000;

/**
 * A session to be, in the words of profiles. Times are microseconds of any one clock, fractions allowed; the earliest becomes 0. Facts may
 * come in any order. What exceeds a bound is counted in the report.
 */
export class SessionBuilder {
  readonly report: ImportReport;
  readonly held: HeldTexts;
  readonly openCalls: Budget;
  readonly stacks: StackTable;
  readonly frames: FrameTable;
  readonly threads: BuiltThread[] = [];
  readonly facts: Placed<TimedFact>[] = [];
  readonly texts: string[] = [''];
  readonly notes = new Map<string, string>();
  /** Stacks in which threads wait for their next event, as the file says. */
  readonly rests = new Set<number>();
  /** Main's busy times outside its messages count as messages, too. */
  mayLackMessages = false;
  /** Languages whose frames the file shows, beside those that sources' endings tell. */
  readonly languages = new Set<ScriptLanguage>();
  /** Undefined without a source map. */
  scripts: ScriptPlaces | undefined;
  processFacts: ProcessFacts = { name: '' };
  earliestUs = Number.POSITIVE_INFINITY;
  latestUs = Number.NEGATIVE_INFINITY;
  #chooseMain: (threads: readonly BuiltThread[]) => number = () => -1;
  #samples = 0;
  #sampledUs = 0;
  readonly #textIds: TextTable<number>;
  readonly #limits: ImportLimits;

  constructor(report: ImportReport, changed: Partial<ImportLimits> = {}) {
    this.report = report;
    this.#limits = { ...importLimits, ...changed };
    this.stacks = new StackTable(this.#limits, report);
    this.held = new HeldTexts(this.#limits, report);
    this.openCalls = new Budget(this.#limits.openCalls, { nowUs: 0 });
    this.frames = new FrameTable(this.#limits, report, this.held);
    this.#textIds = new TextTable(this.held, this.#limits.texts);
  }

  /** One process per session; a later call adds facts, an empty name none. */
  process(facts: Partial<ProcessFacts>): void {
    this.processFacts = { ...this.processFacts, ...facts, name: facts.name || this.processFacts.name };
  }

  /** A handle; -1 beyond the bound, which other methods ignore. */
  thread(facts: ThreadFacts): number {
    if (this.threads.length === this.#limits.threads) {
      this.report.skipped('threads beyond the bound');
      return -1;
    }
    return (
      this.threads.push({
        ...facts,
        name: this.held.copyOf(facts.name),
        group: this.held.copyOf(facts.group ?? ''),
        samples: new SampleRows(),
      }) - 1
    );
  }

  image(facts: ImageFacts): number {
    return this.frames.image(facts);
  }

  frame(facts: FrameFacts): number {
    return this.frames.frame(facts);
  }

  /** @param parent the caller's stack, 0 for the outermost frame */
  stack(parent: number, frame: number): number {
    return this.stacks.intern(parent, frame);
  }

  /** In this stack a thread waits for its next event; other such stacks are known by their functions. */
  rest(stack: number): void {
    this.rests.add(stack);
  }

  /**
   * A thread was in a stack all the time from begin to end; equal ends are one moment.
   * @param state undefined: unknown, or waiting where the stack waits for an event
   * @param cpuUs time on CPU, if known
   * @param leadCpuUs on CPU since the sample before, -1 if unknown: given for all of a thread's samples, the time between two is unknown
   */
  sample(thread: number, beginUs: number, endUs: number, stack: number, state?: SampleState, cpuUs = -1, leadCpuUs?: number): void {
    const samples = this.threads[thread]?.samples;
    if (samples === undefined || !this.#affordsTime(beginUs, endUs)) return;
    if (this.#samples === this.#limits.samples) {
      this.report.skipped('samples beyond the bound');
      return;
    }
    if (this.#sampledUs + endUs - beginUs > this.#limits.sampledUs) {
      this.report.skipped('samples beyond 100 hours in all');
      return;
    }
    this.#sampledUs += endUs - beginUs;
    this.#samples++;
    const code = state === undefined ? STATE_BY_STACK : state === 'ready' ? STATE_READY : threadState[state];
    const row = { beginUs, endUs, stack, state: code, cpuUs: cpuTime(cpuUs) };
    samples.add(leadCpuUs === undefined ? row : { ...row, leadCpuUs: cpuTime(leadCpuUs) });
  }

  /** The time that the file covers, if it names one; its begin is not after the earliest fact. */
  covers(beginUs: number, endUs: number): void {
    this.#affordsTime(beginUs, endUs);
  }

  /** One message or turn of a thread's event loop. @param names classes of handler and callback (Android), mode of a run loop as `target` */
  message(thread: number, beginUs: number, endUs: number, names: { target?: string; callback?: string; what?: number } = {}): void {
    if (this.threads[thread] === undefined) return;
    const { target = '', callback = '', what = 0 } = names;
    this.#fact(beginUs, endUs, {
      type: 'message',
      thread,
      endUs,
      target: this.#text(target),
      callback: this.#text(callback),
      what: Math.trunc(what),
    });
  }

  /** @param object class of the awaited object */
  wait(thread: number, beginUs: number, endUs: number, kind: keyof typeof waitKind, object = '', owner?: WaitOwner): void {
    if (this.threads[thread] === undefined) return;
    this.#fact(beginUs, endUs, { type: 'wait', thread, endUs, kind: waitKind[kind], object: this.#text(object), owner });
  }

  threadEnd(thread: number, atUs: number): void {
    if (this.threads[thread] !== undefined) this.#fact(atUs, atUs, { type: 'threadEnd', thread });
  }

  /** @param readyUs without a core, at most the range's length */
  ready(thread: number, beginUs: number, endUs: number, readyUs: number): void {
    if (this.threads[thread] !== undefined) this.#fact(beginUs, endUs, { type: 'ready', thread, endUs, readyUs });
  }

  messageUse(thread: number, beginUs: number, endUs: number, use: MessageUseFacts): void {
    if (this.threads[thread] !== undefined) this.#fact(beginUs, endUs, { type: 'messageUse', thread, endUs, ...use });
  }

  /** A pause for garbage collection. */
  collection(beginUs: number, endUs: number): void {
    this.#fact(beginUs, endUs, { type: 'collection', endUs });
  }

  counters(atUs: number, counts: CounterFacts): void {
    this.#fact(atUs, atUs, { type: 'counters', counts });
  }

  displayFrames(atUs: number, frames: DisplayFrames): void {
    this.#fact(atUs, atUs, { type: 'displayFrames', ...frames });
  }

  /** A process may begin before its session: the time moves no begin. */
  phase(atUs: number, phase: keyof typeof lifePhase): void {
    const { earliestUs } = this;
    this.#fact(atUs, atUs, { type: 'phase', phase: lifePhase[phase] });
    this.earliestUs = earliestUs;
  }

  mark(atUs: number, name: string): void {
    this.#fact(atUs, atUs, { type: 'mark', name: this.held.copyOf(name) });
  }

  /** A named fact about the whole session. */
  note(key: string, value: string): void {
    if (this.notes.size < 500) this.notes.set(this.held.copyOf(key), this.held.copyOf(value));
  }

  /**
   * A lag that the file gives without a time: it follows the latest time after a pause. Stacks share its length by their weights.
   * @returns its begin
   */
  lag(
    thread: number,
    durationUs: number,
    stacks: readonly { readonly stack: number; readonly weight: number; readonly state?: SampleState }[],
  ): number {
    const beginUs = Number.isFinite(this.latestUs) ? this.latestUs + BETWEEN_LAGS_US : 0;
    this.report.assumed('Lags without a time follow each other, a second apart.');
    const sum = stacks.reduce((total, { weight }) => total + Math.max(0, weight), 0);
    let atUs = beginUs;
    for (const { stack, weight, state } of stacks) {
      const untilUs = sum > 0 ? atUs + (durationUs * Math.max(0, weight)) / sum : beginUs + durationUs;
      this.sample(thread, atUs, untilUs, stack, state);
      atUs = untilUs;
    }
    if (stacks.length === 0) this.sample(thread, beginUs, beginUs + durationUs, 0, 'native');
    this.message(thread, beginUs, beginUs + durationUs);
    return beginUs;
  }

  /** For formats that know their main thread by more than its name. @param choose answers with an index, -1 for none */
  chooseMain(choose: (threads: readonly BuiltThread[]) => number): void {
    this.#chooseMain = choose;
  }

  /** Index of the main thread, -1 if there is none. */
  get main(): number {
    const chosen = this.#chooseMain(this.threads);
    if (chosen >= 0) return chosen;
    const said = this.threads.findIndex(({ isMain }) => isMain === true);
    if (said >= 0) return said;
    const open = (index: number): boolean => this.threads[index]?.isMain === undefined;
    const { pid = 0 } = this.processFacts;
    const byTid = pid === 0 ? -1 : this.threads.findIndex(({ tid }, index) => tid === pid && open(index));
    if (byTid >= 0) return byTid;
    const byName = this.threads.findIndex(({ name }, index) => isMainName(name) && open(index));
    if (byName >= 0) return byName;
    return this.threads.length === 1 && open(0) ? 0 : -1;
  }

  #fact(beginUs: number, endUs: number, fact: TimedFact): void {
    if (!this.#affordsTime(beginUs, endUs)) return;
    if (this.facts.length === this.#limits.facts) {
      this.report.skipped('facts beyond the bound');
      return;
    }
    this.facts.push({ ...fact, beginUs });
  }

  #affordsTime(beginUs: number, endUs: number): boolean {
    if (!(Math.abs(beginUs) < MOST_US && Math.abs(endUs) < MOST_US && endUs >= beginUs)) {
      this.report.skipped('samples and events with an impossible time');
      return false;
    }
    if (beginUs < this.earliestUs) this.earliestUs = beginUs;
    if (endUs > this.latestUs) this.latestUs = endUs;
    return true;
  }

  #text(text: string): number {
    if (text === '') return 0;
    const cut = text.length <= this.#limits.letters ? text : text.slice(0, this.#limits.letters);
    const known = this.#textIds.get(cut);
    if (known !== undefined) return known;
    if (!this.#textIds.set(cut, this.texts.length)) {
      this.report.skipped('texts beyond the bound');
      return 0;
    }
    return this.texts.push(this.held.copyOf(cut)) - 1;
  }
}

function cpuTime(us: number): number {
  return Math.min(Math.max(-1, Math.round(us)), 0x7fffffff);
}

/** In place of a state: the stack decides. */
export const STATE_BY_STACK = 255;
/** In place of a state: ready, without a core. */
export const STATE_READY = 254;
/** Some 70 years, within the protocol's differences. */
const MOST_US = 2 ** 51;
