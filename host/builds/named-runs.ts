import { MOST_KEY_LETTERS } from '../../core/session/names/text-key.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { Builds } from './build-index.ts';
import { ClassNames } from './class-names.ts';
import { ImageNames } from './image-names.ts';
import { RunSymbols } from './run-symbols.ts';
import type { SymbolSource } from './symbol-thread.ts';
import { type BudgetShare, oldestOf, type SymbolicationBudget, symbolicationCost } from './symbolication-budget.ts';

interface NamedRun {
  readonly budget: BudgetShare;
  readonly lookups: RunSymbols;
  readonly classes: ClassNames;
  readonly images: Map<number, ImageNames>;
  /** Build ids by image, 0 for the mapping, whose names in the session are exact. */
  readonly exact: Map<number, string>;
}

/** A session's runs and what they show. */
export class NamedRuns {
  readonly #builds: Builds;
  readonly #symbols: SymbolSource;
  readonly #budget: SymbolicationBudget;
  /** Keyed by index in the session, without dropped ones. */
  readonly #runs = new Map<number, NamedRun>();
  #runCount = 0;
  /** A run without contents takes no memory. */
  #begun: { readonly run: number; readonly app: string } | undefined;
  #current: NamedRun | undefined;
  #process: number | undefined;

  constructor(builds: Builds, symbols: SymbolSource, budget: SymbolicationBudget) {
    this.#builds = builds;
    this.#symbols = symbols;
    this.#budget = budget;
  }

  get all(): readonly NamedRun[] {
    return [...this.#runs.values()];
  }

  /** @returns true when the message may show something to look up */
  take(message: Message): boolean {
    switch (message.type) {
      case 'process':
        // Each chunk of a file repeats the record.
        if (!this.#isInRun || this.#process !== message.run) this.#beginRun(message.app, message.run);
        return false;
      case 'hello':
        if (!this.#isInRun) this.#beginRun(message.process, undefined);
        return false;
      case 'processEnd':
        this.#current = undefined;
        this.#begun = undefined;
        return false;
      case 'symbols':
        if (message.confidence === 2) this.#trust(message);
        return false;
      case 'classNames':
      case 'frameNames':
      case 'outlineNames':
      case 'addressNames':
        this.#runAt(message.run)?.lookups.keep(message);
        return false;
      case 'method':
        this.#open()?.lookups.method(message);
        return false;
      case 'string':
        this.#open()?.lookups.text(message);
        return true;
      case 'node':
        this.#open()?.lookups.frames.node(message);
        return true;
      case 'image':
        this.#open()?.lookups.image(message);
        return false;
      case 'nativeNode':
        this.#open()?.lookups.nativeNode(message);
        return true;
      default:
        return false;
    }
  }

  clear(): void {
    this.#runs.clear();
    this.#current = undefined;
    this.#begun = undefined;
  }

  imagesOf({ lookups, images, exact }: NamedRun): Iterable<ImageNames> {
    for (const [id, wanted] of lookups.images) {
      if (wanted.offsets.size === 0 || images.has(id)) continue;
      images.set(id, new ImageNames(lookups.run, wanted, this.#builds, this.#symbols, exact.has(id)));
    }
    return images.values();
  }

  get #isInRun(): boolean {
    return this.#current !== undefined || this.#begun !== undefined;
  }

  #beginRun(app: string, process: number | undefined): void {
    this.#current = undefined;
    this.#begun = { run: this.#runCount++, app };
    this.#process = process;
  }

  /** The current run, which takes memory from now on. */
  #open(): NamedRun | undefined {
    if (this.#begun === undefined) return this.#current;
    const { run, app } = this.#begun;
    const budget = this.#budget.share();
    const lookups = new RunSymbols(run, app, budget);
    this.#begun = undefined;
    this.#current = {
      budget,
      lookups,
      classes: new ClassNames(lookups, this.#builds, this.#symbols),
      images: new Map(),
      exact: new Map(),
    };
    this.#runs.set(run, this.#current);
    return this.#current;
  }

  #runAt(run: number): NamedRun | undefined {
    return this.#begun?.run === run ? this.#open() : this.#runs.get(run);
  }

  #trust({ run, image, neededId }: Message<'symbols'>): void {
    const named = this.#runAt(run);
    if (named === undefined || named.exact.has(image) || neededId.length > MOST_KEY_LETTERS) return;
    named.budget.hold(symbolicationCost.want + 2 * neededId.length);
    named.exact.set(image, neededId);
  }

  /** Drops the oldest runs, or the oldest lookups of a single run. False when nothing was freed. */
  forgetOldest(): boolean {
    const before = this.#budget.held;
    for (const run of oldestOf(this.#runs)) {
      const named = this.#runs.get(run);
      if (named === undefined || named === this.#current) continue;
      this.#runs.delete(run);
      named.budget.freeAll();
    }
    if (this.#budget.held === before) this.#current?.lookups.forgetOldest();
    return this.#budget.held < before;
  }
}
