import { setImmediate as turn } from 'node:timers/promises';
import { explain } from '../../core/errors.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { Builds } from './build-index.ts';
import { ClassNames } from './class-names.ts';
import { ImageNames } from './image-names.ts';
import type { SymbolRecord } from './name-records.ts';
import { RunSymbols } from './run-symbols.ts';
import type { SymbolSource } from './symbol-thread.ts';

export interface SessionSymbolsOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Takes what was found, in the order in which it is to stand in the session; a few records at a time. */
  write(records: readonly SymbolRecord[]): void;
  /** Told when naming ended because of a mistake; nothing that a file holds leads there. */
  log(line: string): void;
  /** How long frames are collected before they are asked for together. */
  readonly delayMs?: number;
}

const DELAY_MS = 200;
/** Written at once; then others have their turn. */
const WRITTEN_AT_ONCE = 50;

interface NamedRun {
  readonly wants: RunSymbols;
  readonly classes: ClassNames;
  readonly images: Map<number, ImageNames>;
}

/**
 * Names what a session's runs show: follows its messages, live or of a file, finds the local builds that fit, asks the thread that
 * reads them, and gives records for the session. Nothing waits for it; what it can't name it says in `symbols` records.
 */
export class SessionSymbols {
  readonly #options: SessionSymbolsOptions;
  readonly #runs: NamedRun[] = [];
  readonly #forgetBuilds: () => void;
  /** Ids of images, 0 the mapping, by run, whose names in the session are those of the very build. */
  readonly #exact = new Map<number, Map<number, string>>();
  #current: NamedRun | undefined;
  #process: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isDue = false;
  #hasBegun = false;
  #isClosed = false;

  constructor(options: SessionSymbolsOptions) {
    this.#options = options;
    this.#forgetBuilds = options.builds.onChange(() => this.#again());
  }

  /** Takes the next message of the session, in the stream's order. */
  follow(message: Message): void {
    switch (message.type) {
      case 'process':
        // The record is repeated at the begin of each chunk of a file.
        if (this.#current === undefined || this.#process !== message.run) this.#addRun(message.app, message.run);
        return;
      case 'hello':
        if (this.#current === undefined) this.#addRun(message.process, undefined);
        return;
      case 'processEnd':
        this.#current = undefined;
        return;
      case 'symbols':
        if (message.confidence === 2) this.#exactIn(message.run).set(message.image, message.neededId);
        return;
      case 'classNames':
      case 'frameNames':
      case 'outlineNames':
      case 'addressNames':
        this.#runs[message.run]?.wants.keep(message);
        return;
      case 'method':
        this.#current?.wants.method(message);
        return;
      case 'string':
        this.#current?.wants.text(message);
        this.#wake();
        return;
      case 'node':
        this.#current?.wants.node(message);
        this.#wake();
        return;
      case 'image':
        this.#current?.wants.image(message);
        return;
      case 'nativeNode':
        this.#current?.wants.nativeNode(message);
        this.#wake();
        return;
    }
  }

  /** From now on names are looked for. What the session was said to hold of the very build isn't asked for again. */
  begin(): void {
    this.#hasBegun = true;
    for (const { wants, classes } of this.#runs) {
      for (const [image, id] of this.#exactIn(wants.run)) {
        if (image !== 0) wants.images.get(image)?.offsets.trustKept();
        else {
          wants.trustKept(id);
          classes.hold();
        }
      }
    }
    this.#wake();
  }

  /** Searches anew for what has no names of the very build. */
  retry(): void {
    this.#options.builds.forget();
    this.#again();
  }

  #again(): void {
    for (const { classes, images } of this.#runs) {
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
    this.#forgetBuilds();
  }

  #addRun(app: string, process: number | undefined): void {
    const { builds, symbols } = this.#options;
    const wants = new RunSymbols(this.#runs.length, app);
    this.#current = { wants, classes: new ClassNames(wants, builds, symbols), images: new Map() };
    this.#process = process;
    this.#runs.push(this.#current);
  }

  #wake(): void {
    if (!this.#hasBegun || this.#isClosed) return;
    this.#isDue = true;
    if (this.#working !== undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#start(), this.#options.delayMs ?? DELAY_MS);
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
    for (let more = true; more && !this.#isClosed; ) {
      more = false;
      for (const run of [...this.#runs]) {
        for (const namer of [run.classes, ...this.#imagesOf(run)]) more = (await this.#write(await namer.next())) || more;
      }
    }
  }

  #imagesOf({ wants, images }: NamedRun): Iterable<ImageNames> {
    const { builds, symbols } = this.#options;
    for (const [id, wanted] of wants.images) {
      if (wanted.offsets.size === 0 || images.has(id)) continue;
      images.set(id, new ImageNames(wants.run, wanted, builds, symbols, this.#exactIn(wants.run).has(id)));
    }
    return images.values();
  }

  #exactIn(run: number): Map<number, string> {
    const ids = this.#exact.get(run) ?? new Map<number, string>();
    this.#exact.set(run, ids);
    return ids;
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
