import { setImmediate as turn } from 'node:timers/promises';
import { explain, messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import { Turns } from '../../core/session/file/turns.ts';
import type { Message } from '../../core/wire/schema.ts';
import { nodeTurns } from '../turn-driver.ts';
import type { Builds } from './build-index.ts';
import type { SymbolRecord } from './name-records.ts';
import { NamedRuns } from './named-runs.ts';
import type { SymbolSource } from './symbol-thread.ts';
import { SymbolicationBudget } from './symbolication-budget.ts';

interface SessionSymbolsOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Receives a few records at a time, in their order for the session. */
  write(records: readonly SymbolRecord[]): void;
  /** Reports a mistake that ended symbolication, and once a full budget. */
  log(line: string): void;
  /** Time to collect frames for one question. */
  readonly delayMs?: number;
  /** Tests give a small one. */
  readonly budget?: SymbolicationBudget;
}

const DELAY_MS = 200;
/** Records per write; other tasks run in between. */
const WRITTEN_AT_ONCE = 50;

/**
 * Symbolicates a session: follows its messages, live or from a file, finds local builds and writes records. Nothing
 * waits for it; `symbols` records explain missing names.
 */
export class SessionSymbols {
  readonly #options: SessionSymbolsOptions;
  readonly #budget: SymbolicationBudget;
  readonly #runs: NamedRuns;
  readonly #forgetBuilds: () => void;
  readonly #turns = new Turns(nodeTurns);
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isDue = false;
  #hasBegun = false;
  #isClosed = false;
  #isTrusting = false;
  #hasForgotten = false;

  constructor(options: SessionSymbolsOptions) {
    this.#options = options;
    this.#budget = options.budget ?? new SymbolicationBudget();
    this.#runs = new NamedRuns(options.builds, options.symbols, this.#budget);
    this.#forgetBuilds = options.builds.onChange(() => this.#again());
  }

  /** @param message the next one of the session's stream */
  follow(message: Message): void {
    if (this.#isClosed) return;
    if (this.#runs.take(message)) this.#wake();
    while (this.#budget.isFull && this.#runs.forgetOldest()) this.#sayForgotten();
  }

  /** Starts lookups. Exact names in the session are not looked up again. */
  begin(): void {
    this.#hasBegun = true;
    this.#isTrusting = true;
    this.#wake();
  }

  /** Searches again for everything without exact names. */
  retry(): void {
    this.#options.builds.forget();
    this.#again();
  }

  #again(): void {
    for (const { classes, images } of this.#runs.all) {
      classes.retry();
      for (const image of images.values()) image.retry();
    }
    this.#wake();
  }

  /** Searches again, also in a file or folder of the user. */
  locate(path: string): void {
    this.#options.builds.locate(path);
    this.#again();
  }

  /** Resolves when all possible names are written. */
  async settled(): Promise<void> {
    while (!this.#isClosed && (this.#isDue || this.#working !== undefined)) {
      if (this.#working === undefined) this.#start();
      await this.#working;
    }
  }

  /** Why nothing was named, for each run; the records say the rest. */
  get reasons(): readonly string[] {
    const all = this.#runs.all;
    if (all.length === 0) return ['The session has no functions.'];
    const reasons = all.map(({ lookups, classes, exact, images }) => {
      if (exact.size > 0) return 'The session has its names already.';
      if (classes.whyNone !== '') return classes.whyNone;
      return images.size === 0 && lookups.mappings.seen.length === 0
        ? 'The session has no native addresses, and no classes of an app.'
        : '';
    });
    return [...new Set(reasons)].filter((reason) => reason !== '');
  }

  /** Stops writing. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // A reader of the session may keep a closed object for a while.
    this.#runs.clear();
    this.#forgetBuilds();
  }

  #sayForgotten(): void {
    if (this.#hasForgotten) return;
    this.#hasForgotten = true;
    this.#options.log(
      'The session has more functions than Laglens can search in local builds: its newest part has names, earlier functions may keep those that the app sent.',
    );
  }

  #wake(): void {
    if (!this.#hasBegun || this.#isClosed) return;
    this.#isDue = true;
    if (this.#working !== undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      guarded(
        () => this.#start(),
        (error) => this.#options.log(`Symbol search has ended: ${messageOf(error)}`),
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
      for (const run of this.#runs.all) {
        for (const namer of [run.classes, ...this.#runs.imagesOf(run)]) more = (await this.#write(await namer.next())) || more;
      }
    }
  }

  /** Skips exact names that the session already has. */
  *#trustAll(): Generator<void, void> {
    this.#isTrusting = false;
    for (const { lookups, classes, exact } of this.#runs.all) {
      for (const [image, id] of exact) {
        if (image !== 0) yield* lookups.images.get(image)?.offsets.skipStored() ?? [];
        else {
          yield* lookups.skipStored(id);
          classes.hold();
        }
      }
    }
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
