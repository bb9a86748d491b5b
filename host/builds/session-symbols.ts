import { setImmediate as turn } from 'node:timers/promises';
import { explain, messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { MOST_KEY_LETTERS } from '../../core/session/names/text-key.ts';
import type { Message } from '../../core/wire/schema.ts';
import { nodeTurns } from '../turn-driver.ts';
import type { Builds } from './build-index.ts';
import { ClassNames } from './class-names.ts';
import { ImageNames } from './image-names.ts';
import type { SymbolRecord } from './name-records.ts';
import { RunSymbols } from './run-symbols.ts';
import type { SymbolSource } from './symbol-thread.ts';
import { type BudgetShare, oldestOf, SymbolicationBudget, symbolicationCost } from './symbolication-budget.ts';

export interface SessionSymbolsOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Takes what was found, in the order in which it is to stand in the session; a few records at a time. */
  write(records: readonly SymbolRecord[]): void;
  /** Told in a sentence when naming ended because of a mistake, and once when the session wants more names than are looked for. */
  log(line: string): void;
  /** How long frames are collected before they are asked for together. */
  readonly delayMs?: number;
  /** Where what is wanted counts; tests give a small one. */
  readonly room?: SymbolicationBudget;
}

const DELAY_MS = 200;
/** Written at once; then others have their turn. */
const WRITTEN_AT_ONCE = 50;

interface NamedRun {
  readonly room: BudgetShare;
  readonly lookups: RunSymbols;
  readonly classes: ClassNames;
  readonly images: Map<number, ImageNames>;
  /** Ids of images, 0 the mapping, whose names in the session are those of the very build. */
  readonly exact: Map<number, string>;
}

/**
 * Names what a session's runs show: follows its messages, live or of a file, finds the local builds that fit, asks the thread that
 * reads them, and gives records for the session. Nothing waits for it; what it can't name it says in `symbols` records.
 */
export class SessionSymbols {
  readonly #options: SessionSymbolsOptions;
  readonly #room: SymbolicationBudget;
  /** By index in the session, those that are not forgotten. */
  readonly #runs = new Map<number, NamedRun>();
  #runCount = 0;
  readonly #forgetBuilds: () => void;
  readonly #turns = new Turns(nodeTurns);
  /** Has begun, and nothing of it is wanted so far: then it holds nothing. */
  #begun: { readonly run: number; readonly app: string } | undefined;
  #current: NamedRun | undefined;
  #process: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isDue = false;
  #hasBegun = false;
  #isClosed = false;
  #isTrusting = false;
  #hasForgotten = false;

  constructor(options: SessionSymbolsOptions) {
    this.#options = options;
    this.#room = options.room ?? new SymbolicationBudget();
    this.#forgetBuilds = options.builds.onChange(() => this.#again());
  }

  /** Takes the next message of the session, in the stream's order. */
  follow(message: Message): void {
    if (this.#isClosed) return;
    this.#take(message);
    while (this.#room.isFull && this.#forgetOldest()) this.#sayForgotten();
  }

  #take(message: Message): void {
    switch (message.type) {
      case 'process':
        // The record is repeated at the begin of each chunk of a file.
        if (!this.#isInRun || this.#process !== message.run) this.#beginRun(message.app, message.run);
        return;
      case 'hello':
        if (!this.#isInRun) this.#beginRun(message.process, undefined);
        return;
      case 'processEnd':
        this.#current = undefined;
        this.#begun = undefined;
        return;
      case 'symbols':
        if (message.confidence === 2) this.#trust(message);
        return;
      case 'classNames':
      case 'frameNames':
      case 'outlineNames':
      case 'addressNames':
        this.#runAt(message.run)?.lookups.keep(message);
        return;
      case 'method':
        this.#open()?.lookups.method(message);
        return;
      case 'string':
        this.#open()?.lookups.text(message);
        this.#wake();
        return;
      case 'node':
        this.#open()?.lookups.node(message);
        this.#wake();
        return;
      case 'image':
        this.#open()?.lookups.image(message);
        return;
      case 'nativeNode':
        this.#open()?.lookups.nativeNode(message);
        this.#wake();
        return;
    }
  }

  /** From now on names are looked for. What the session was said to hold of the very build isn't asked for again. */
  begin(): void {
    this.#hasBegun = true;
    this.#isTrusting = true;
    this.#wake();
  }

  /** Searches anew for what has no names of the very build. */
  retry(): void {
    this.#options.builds.forget();
    this.#again();
  }

  #again(): void {
    for (const { classes, images } of this.#runs.values()) {
      classes.retry();
      for (const image of images.values()) image.retry();
    }
    this.#wake();
  }

  /** Looks again, also at a file or folder that the user points at. */
  locate(path: string): void {
    this.#options.builds.locate(path);
    this.#again();
  }

  /** Resolves when all that can be named so far is named and written. */
  async settled(): Promise<void> {
    while (!this.#isClosed && (this.#isDue || this.#working !== undefined)) {
      if (this.#working === undefined) this.#start();
      await this.#working;
    }
  }

  /** Nothing is written any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // A closed one may be held for a while by whoever still reads the session.
    this.#runs.clear();
    this.#current = undefined;
    this.#begun = undefined;
    this.#forgetBuilds();
  }

  get #isInRun(): boolean {
    return this.#current !== undefined || this.#begun !== undefined;
  }

  #beginRun(app: string, process: number | undefined): void {
    this.#current = undefined;
    this.#begun = { run: this.#runCount++, app };
    this.#process = process;
  }

  /** The run whose messages come, which holds something from now on. */
  #open(): NamedRun | undefined {
    if (this.#begun === undefined) return this.#current;
    const { run, app } = this.#begun;
    const { builds, symbols } = this.#options;
    const room = this.#room.share();
    const wants = new RunSymbols(run, app, room);
    this.#begun = undefined;
    this.#current = { room, lookups: wants, classes: new ClassNames(wants, builds, symbols), images: new Map(), exact: new Map() };
    this.#runs.set(run, this.#current);
    return this.#current;
  }

  #runAt(run: number): NamedRun | undefined {
    return this.#begun?.run === run ? this.#open() : this.#runs.get(run);
  }

  #trust({ run, image, neededId }: Message<'symbols'>): void {
    const named = this.#runAt(run);
    if (named === undefined || named.exact.has(image) || neededId.length > MOST_KEY_LETTERS) return;
    named.room.hold(symbolicationCost.want + 2 * neededId.length);
    named.exact.set(image, neededId);
  }

  /** The oldest runs; when there is only one, the oldest of what that one wants. False when that made no room. */
  #forgetOldest(): boolean {
    const before = this.#room.held;
    for (const run of oldestOf(this.#runs)) {
      const named = this.#runs.get(run);
      if (named === undefined || named === this.#current) continue;
      this.#runs.delete(run);
      named.room.freeAll();
    }
    if (this.#room.held === before) this.#current?.lookups.forgetOldest();
    return this.#room.held < before;
  }

  #sayForgotten(): void {
    if (this.#hasForgotten) return;
    this.#hasForgotten = true;
    this.#options.log(
      'The session shows more functions than Laglens can look for in local builds: names are looked for in its newest part, earlier functions may keep the names that the app sent.',
    );
  }

  #wake(): void {
    if (!this.#hasBegun || this.#isClosed) return;
    this.#isDue = true;
    if (this.#working !== undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      guarded(
        () => this.#start(),
        (error) => this.#options.log(`Names are no longer looked for: ${messageOf(error)}`),
      ),
      this.#options.delayMs ?? DELAY_MS,
    );
    this.#timer.unref();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#working = this.#work()
      .catch((error: unknown) => {
        this.#options.log(`No more names are found for this session, because Laglens made a mistake: ${explain(error)}`);
        this.close();
      })
      .finally(() => {
        this.#working = undefined;
        if (this.#isDue) this.#wake();
      });
  }

  async #work(): Promise<void> {
    this.#isDue = false;
    if (this.#isTrusting) await this.#turns.run(this.#trustAll());
    for (let more = true; more && !this.#isClosed; ) {
      more = false;
      for (const run of [...this.#runs.values()]) {
        for (const namer of [run.classes, ...this.#imagesOf(run)]) more = (await this.#write(await namer.next())) || more;
      }
    }
  }

  /** What the session was said to hold of the very build isn't asked for again. */
  *#trustAll(): Generator<void, void> {
    this.#isTrusting = false;
    for (const { lookups: wants, classes, exact } of [...this.#runs.values()]) {
      for (const [image, id] of exact) {
        if (image !== 0) yield* wants.images.get(image)?.offsets.skipStored() ?? [];
        else {
          yield* wants.skipStored(id);
          classes.hold();
        }
      }
    }
  }

  #imagesOf({ lookups: wants, images, exact }: NamedRun): Iterable<ImageNames> {
    const { builds, symbols } = this.#options;
    for (const [id, wanted] of wants.images) {
      if (wanted.offsets.size === 0 || images.has(id)) continue;
      images.set(id, new ImageNames(wants.run, wanted, builds, symbols, exact.has(id)));
    }
    return images.values();
  }

  /** @returns false when there was nothing to do */
  async #write(records: readonly SymbolRecord[] | undefined): Promise<boolean> {
    if (records === undefined) return false;
    for (let at = 0; at < records.length && !this.#isClosed; at += WRITTEN_AT_ONCE) {
      this.#options.write(records.slice(at, at + WRITTEN_AT_ONCE));
      await turn();
    }
    return true;
  }
}
