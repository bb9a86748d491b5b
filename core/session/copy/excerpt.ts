import type { Message } from '../../wire/schema.ts';
import { lifePhase } from '../columns/run-columns.ts';
import { waitOutcome } from '../columns/thread-columns.ts';
import { carriedUs } from '../file/stream-position.ts';
import { clippedToBegin } from './clipped-fact.ts';
import { ExcerptFacts, type Kept } from './excerpt-facts.ts';
import { ExcerptTables, type NameRecord } from './excerpt-tables.ts';
import { callOver, laterOwner, type OpenThread, openFacts } from './open-thread.ts';

export interface ExcerptOptions {
  readonly run: number;
  /** On that run's agent clock, in microseconds. */
  readonly beginUs: number;
  readonly endUs: number;
}

/**
 * A range of one run as a session of its own, with only its stacks, names and facts. Its clock starts with the range. Open items begin and
 * end at its borders. Log lines, which have no time, are left out.
 */
export async function* excerptOf(session: AsyncIterable<readonly Message[]>, options: ExcerptOptions): AsyncGenerator<readonly Message[]> {
  const excerpt = new Excerpt(options);
  for await (const messages of session) for (const message of messages) excerpt.take(message);
  yield [...excerpt.messages()];
}

class Excerpt {
  readonly #options: ExcerptOptions;
  #tables = new ExcerptTables();
  /** Number of the tables; the first by default. */
  #tablesNumber = 1;
  readonly #threads = new Map<number, OpenThread>();
  readonly #facts: Kept[] = [];
  readonly #notes: Message[] = [];
  readonly #records: Message<'systemRecord'>[] = [];
  /** Later processes read those of this one. */
  readonly #traces: Message<'exitTrace'>[] = [];
  readonly #names: NameRecord[] = [];
  #run = -1;
  #firstUs: number | undefined;
  #session: Message<'session'> | undefined;
  #process: Message<'process'> | undefined;
  #hello: Message<'hello'> | undefined;
  #settings: Message<'settings'> | undefined;
  #phase: Message<'lifecycle'> | undefined;
  /** Shown screens, by id, in order. */
  readonly #screens = new Map<number, Kept<Message<'screen'>>>();
  #isCollecting = false;
  #began = false;
  /** Since the link broke or the process ended. */
  #isCut = false;
  #lastUs = 0;

  constructor(options: ExcerptOptions) {
    // A run placed by the wall clock may begin before its agent's clock.
    this.#options = { run: options.run, beginUs: carriedUs(Math.floor(options.beginUs)), endUs: carriedUs(Math.ceil(options.endUs)) };
  }

  take(message: Message): void {
    switch (message.type) {
      case 'session':
        this.#session ??= message;
        return;
      case 'process':
        this.#run = message.run;
        if (message.run === this.#options.run) this.#process ??= message;
        return;
      case 'note':
        this.#notes.push(message);
        return;
      case 'systemRecord':
        if (message.run === this.#options.run) this.#records.push({ ...message, run: 0 });
        return;
      case 'exitTrace':
        if (message.pid === (this.#process?.pid ?? this.#hello?.pid)) this.#traces.push({ ...message, atUs: this.#options.beginUs });
        else if (this.#run === this.#options.run) this.#fact(message);
        return;
      case 'symbols':
      case 'classNames':
      case 'frameNames':
      case 'addressNames':
      case 'outlineNames':
        if (message.run === this.#options.run) this.#names.push({ ...message, run: 0 });
        return;
      default:
        if (this.#run === this.#options.run && !this.#tables.take(message)) this.#fact(message);
    }
  }

  /** In the order of a file. */
  *messages(): Generator<Message> {
    const { beginUs, endUs } = this.#options;
    if (!this.#began) this.#begin();
    for (const fact of [...this.#end()]) this.#keep(fact);
    const facts = new ExcerptFacts(this.#facts);
    const wallUs = carriedUs((this.#hello?.wallUs ?? 0) + beginUs - (this.#hello?.monoUs ?? 0));
    if (this.#session) yield this.#session;
    if (this.#process) yield { ...this.#process, run: 0 };
    if (this.#hello) yield { ...this.#hello, monoUs: beginUs, wallUs };
    if (this.#settings) yield this.#settings;
    yield* this.#traces;
    yield* facts.messages({ monoUs: beginUs, wallUs });
    yield* this.#records.filter(({ atUs }) => beginUs <= atUs && atUs <= endUs);
    for (const record of this.#names) {
      const kept = facts.names(record);
      if (kept) yield kept;
    }
    yield* this.#notes;
  }

  #fact(message: Message): void {
    switch (message.type) {
      case 'hello':
        this.#firstUs ??= message.monoUs;
        if (this.#hello === undefined || message.monoUs <= this.#options.beginUs) this.#hello = message;
        return;
      case 'settings':
        if (!this.#began) this.#settings = message;
        return;
      case 'lifecycle':
        this.#lifecycle(message);
        return;
      case 'clock':
        this.#startOver(message.tables ?? this.#tablesNumber);
        return;
    }
    if (!('atUs' in message)) return;
    this.#lastUs = Math.max(this.#lastUs, message.atUs);
    if (message.atUs < this.#options.beginUs) this.#before(message);
    else if (message.atUs <= this.#options.endUs) {
      if (!this.#began) this.#begin();
      this.#keep(clippedToBegin(message, this.#options.beginUs));
      this.#follow(message);
    }
  }

  #keep(fact: Message): void {
    this.#facts.push({ fact, tables: this.#tables });
  }

  /** The agent's tables were full: open items keep theirs. */
  #startOver(number: number): void {
    if (number === this.#tablesNumber) return;
    this.#tablesNumber = number;
    this.#tables = new ExcerptTables(this.#tables);
  }

  /** Launch phases belong to a range that begins with them; others get only the foreground state. */
  #lifecycle(message: Message<'lifecycle'>): void {
    const { beginUs, endUs } = this.#options;
    if (message.atUs > endUs) return;
    const isState = [lifePhase.active, lifePhase.inactive, lifePhase.background].some((phase) => phase === message.phase);
    if (message.atUs >= beginUs || beginUs <= (this.#firstUs ?? 0)) this.#keep(message);
    else if (isState) this.#phase = message;
  }

  #before(message: Message): void {
    if (message.type === 'thread') this.#threads.set(message.thread, { ...this.#threads.get(message.thread), thread: message });
    else this.#follow(message);
  }

  #follow(message: Message): void {
    this.#isCut = false;
    if (message.type === 'thread' && !this.#threads.has(message.thread)) this.#threads.set(message.thread, { thread: message });
    if (message.type === 'gcBegin') this.#isCollecting = true;
    if (message.type === 'gcEnd') this.#isCollecting = false;
    if (message.type === 'screen') this.#followScreen(message);
    if (message.type === 'processEnd' || message.type === 'bye' || message.type === 'gap') this.#cut();
    if (!('thread' in message)) return;
    const open = this.#threads.get(message.thread);
    if (open === undefined) return;
    const tables = this.#tables;
    switch (message.type) {
      case 'threadEnd':
        this.#threads.delete(message.thread);
        return;
      case 'sample':
        open.sample = { fact: message, tables };
        return;
      case 'messageBegin':
        open.message = { fact: message, tables };
        return;
      case 'messageEnd':
        open.message = undefined;
        return;
      case 'waitBegin':
        open.wait = { fact: message, tables };
        open.owner = undefined;
        return;
      case 'waitOwner':
        open.owner = laterOwner(open.owner, { fact: message, tables });
        return;
      case 'waitEnd':
        open.wait = undefined;
        return;
      case 'openCall':
        open.call = message.over === 1 ? undefined : { fact: message, tables };
        return;
      case 'blockingCall':
        open.call = undefined;
    }
  }

  #followScreen(fact: Message<'screen'>): void {
    this.#screens.delete(fact.id);
    if (fact.shown === 1) this.#screens.set(fact.id, { fact, tables: this.#tables });
  }

  /** Open items are unknown from here on. */
  #cut(): void {
    this.#isCollecting = false;
    this.#isCut = true;
    for (const [id, { thread }] of this.#threads) this.#threads.set(id, { thread });
  }

  #begin(): void {
    this.#began = true;
    const atUs = this.#options.beginUs;
    if (this.#phase) this.#keep({ ...this.#phase, atUs });
    const open = [...this.#threads.values()];
    for (const { thread } of open) this.#keep({ ...thread, atUs });
    // Each thread may refer to other tables.
    const screens = [...this.#screens.values()].map(({ fact, tables }) => ({ fact: { ...fact, atUs }, tables }));
    const kept: Kept[] = [...open.flatMap((thread) => openFacts(thread, atUs)), ...screens];
    for (const tables of new Set(kept.map((each) => each.tables))) this.#facts.push(...kept.filter((each) => each.tables === tables));
    if (this.#isCollecting) this.#keep({ type: 'gcBegin', atUs });
  }

  *#end(): Generator<Message> {
    if (this.#isCut) return;
    const atUs = Math.max(this.#options.beginUs, Math.min(this.#options.endUs, this.#lastUs));
    yield { type: 'tick', atUs, rounds: 0 };
    if (this.#isCollecting) yield { type: 'gcEnd', atUs };
    for (const [thread, { message, wait, call }] of this.#threads) {
      // It goes on behind the border: nothing ended it there.
      if (wait) yield { type: 'waitEnd', thread, atUs, outcome: waitOutcome.stillHeld };
      if (call) yield callOver(clippedToBegin(call.fact, this.#options.beginUs), atUs);
      // Named at its begin, in tables that may be gone.
      if (message) yield { type: 'messageEnd', thread, atUs, target: 0, callback: 0, what: message.fact.what };
    }
  }
}
