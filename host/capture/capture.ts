import { EventEmitter } from 'node:events';
import { explain, isCancel, type LaglensError, withoutToken } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import type { StreamPiece } from '../../core/session/file/session-stream.ts';
import { phrase } from '../../core/text/phrase.ts';
import { type AppProcess, askingOf, type Undo } from '../devices/device.ts';
import { withLimit } from '../time-limits.ts';
import { AppLink } from './app-link.ts';
import { type CaptureOptions, linkLimits } from './capture-options.ts';
import { type CaptureEvents, type CaptureState, captureMistake, type NoData, type SamplingSettings } from './capture-state.ts';
import { DISK_MS, Journal } from './journal.ts';
import { type Moment, Recording } from './recording.ts';

/** Symbols of a large app take seconds to read. */
const NAMES_TIMEOUT_MS = 10_000;
/** VS Code closes extensions after 5 s; the file needs the rest. */
const CLOSING_MS = 3_000;
/** Agents send at least every 250 ms. */
const SILENCE_MS = 500;

/**
 * A recording of one app over broken links and restarts. Each process is a run of the session. Listen to the events
 * before `start`.
 */
export class Capture extends EventEmitter<CaptureEvents> {
  readonly #options: CaptureOptions;
  readonly #stopper = new AbortController();
  readonly #hurry = new AbortController();
  #sampling: SamplingSettings;
  #state: CaptureState = { kind: 'connecting', step: '', problem: undefined };
  #journal: Journal | undefined;
  #recording: Recording | undefined;
  #link: AppLink | undefined;
  #following: Promise<void> = Promise.resolve();
  #ending: Promise<string | undefined> | undefined;
  #silence: NodeJS.Timeout | undefined;
  #streamed: Pick<NoData, 'process' | 'run'> | undefined;
  #isTryingAgain = false;
  #mistake: LaglensError | undefined;

  constructor(options: CaptureOptions) {
    super();
    this.#options = options;
    this.#sampling = options.sampling;
  }

  get state(): CaptureState {
    return this.#state;
  }

  /** Lags at most a second behind. */
  get journal(): string | undefined {
    return this.#journal?.path;
  }

  /** Available after a failure, too; undefined without changes. */
  get undo(): Undo | undefined {
    return this.#link?.undo;
  }

  /**
   * Resolves at the first hello. A failure leaves nothing behind.
   * @throws LaglensError, or AbortError when cancelled
   */
  async start(signal: AbortSignal): Promise<void> {
    const { version, target, launch, names, namesTimeoutMs: timeoutMs = NAMES_TIMEOUT_MS } = this.#options;
    this.#journal = await this.#createJournal(signal);
    const named = names === undefined ? undefined : { names, timeoutMs };
    this.#recording = new Recording(this.#journal, version, (piece) => this.#notify(() => this.emit('piece', piece)), named);
    const link = this.#linkOf(this.#recording);
    this.#link = link;
    try {
      await link.attach(target, launch, AbortSignal.any([signal, this.#stopper.signal]));
    } catch (thrown) {
      const error = this.#mistake ?? thrown;
      await this.#logged(this.#recording.end(this.#hurry.signal));
      await this.#logged(this.#journal.discard());
      this.#show({ kind: 'ended', path: undefined, problem: isCancel(error) ? undefined : captureMistake(error) });
      throw error;
    }
    this.#following = this.#follow(link);
  }

  /** Gives the session file's path, if there is one. */
  stop(): Promise<string | undefined> {
    this.#ending ??= this.#end(undefined);
    return this.#ending;
  }

  /** Stops while the program ends, without waiting for slow names. */
  async close(): Promise<string | undefined> {
    const patience = setTimeout(() => this.#hurry.abort(), CLOSING_MS);
    try {
      return await this.stop();
    } finally {
      clearTimeout(patience);
    }
  }

  /** The position of a mark before it is named; undefined outside a capture. */
  moment(): Moment | undefined {
    return this.#state.kind === 'ended' ? undefined : this.#recording?.moment();
  }

  /** False outside a capture. */
  mark(name: string, moment: Moment | undefined = this.moment()): boolean {
    if (this.#state.kind === 'ended' || this.#recording === undefined || moment === undefined) return false;
    this.#recording.mark(name, moment);
    return true;
  }

  configure(sampling: SamplingSettings): void {
    this.#sampling = sampling;
    this.#link?.configure(sampling);
  }

  /** A lost network disk may never answer. */
  #createJournal(signal: AbortSignal): Promise<Journal> {
    const { path, overwrite = false, openJournal: openFile, mostBytes, diskMs } = this.#options;
    const onProblem = (problem: LaglensError | undefined): void => this.#show({ ...this.#state, problem });
    const log = (line: string): void => this.#log(line);
    const limit = {
      ms: diskMs ?? DISK_MS,
      what: phrase`Creating ${path}`,
      next: phrase`Check the disk of that folder, and capture again.`,
    };
    const create = (): Promise<Journal> => Journal.create({ path, overwrite, openFile, mostBytes, diskMs, onProblem, log });
    return withLimit(limit, signal, create, (late) => background(late.discard(), (error) => log(explain(error))));
  }

  #linkOf(recording: Recording): AppLink {
    const { device, target, version } = this.#options;
    const limits = { ...linkLimits, ...this.#options.limits };
    const callbacks = {
      connecting: (step: string) => this.#show({ kind: 'connecting', step, problem: this.#journal?.problem }),
      heard: (piece: StreamPiece, process: AppProcess) => {
        this.#heard(piece);
        this.#streamed = { process, run: recording.runs - 1 };
        this.#show({ kind: 'streaming', ...this.#streamed, problem: this.#journal?.problem });
      },
      lost: () => {
        this.#isTryingAgain = true;
        // Immediate reconnections are not shown.
        if (this.#state.kind !== 'streaming') this.#showNoData();
      },
      waiting: (why: string, problem: LaglensError | undefined) =>
        this.#show({ kind: 'waitingForApp', why, problem: problem ?? this.#journal?.problem }),
      log: (line: string) => this.#log(line),
    };
    const client = `Laglens ${version}`;
    return new AppLink({ device, target, client, recording, limits, ...askingOf(this.#options), ...callbacks }, this.#sampling);
  }

  /** Any error ends the capture and keeps the session. */
  async #follow(link: AppLink): Promise<void> {
    const { signal } = this.#stopper;
    try {
      await link.follow(signal);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** The capture must not seem to record. */
  #failed(error: unknown): void {
    this.#mistake ??= captureMistake(error);
    this.#endWith(this.#mistake);
    this.#log(explain(error));
  }

  #endWith(problem: LaglensError | undefined): void {
    this.#ending ??= this.#end(problem);
    background(this.#ending, (error) => this.#log(explain(error)));
  }

  #showNoData(): void {
    if (this.#streamed === undefined) return;
    this.#show({ kind: 'noData', ...this.#streamed, isTryingAgain: this.#isTryingAgain, problem: this.#journal?.problem });
  }

  #heard(piece: StreamPiece): void {
    clearTimeout(this.#silence);
    this.#isTryingAgain = false;
    const silent = (): void => {
      if (this.#state.kind === 'streaming') this.#showNoData();
    };
    this.#silence = setTimeout(
      guarded(silent, (error) => this.#failed(error)),
      SILENCE_MS,
    );
    for (const message of piece.messages) if (message.type === 'log') this.#log(`Agent: ${message.text}`);
    const full = this.#journal?.mustEnd;
    if (full === undefined) return;
    this.#link?.stopReading();
    this.#endWith(full);
  }

  /** Ends whatever fails, so that another capture can begin. */
  async #end(problem: LaglensError | undefined): Promise<string | undefined> {
    this.#stopper.abort();
    clearTimeout(this.#silence);
    await this.#logged(this.#link?.detach());
    clearTimeout(this.#silence);
    await this.#logged(this.#following);
    await this.#logged(this.#link?.lastRecords(this.#hurry.signal));
    await this.#logged(this.#link?.cleanup());
    await this.#logged(this.#recording?.end(this.#hurry.signal));
    const hasContents = this.#recording !== undefined && this.#recording.runs > 0;
    const finished = hasContents ? await this.#journal?.finish() : undefined;
    this.#show({ kind: 'ended', path: finished?.path, problem: problem ?? finished?.problem });
    return finished?.path;
  }

  /** The next capture removes leftovers; the recording matters more. */
  async #logged(step: Promise<void> | undefined): Promise<void> {
    try {
      await step;
    } catch (error) {
      this.#log(explain(error));
    }
  }

  #show(state: CaptureState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state) || this.#state.kind === 'ended') return;
    this.#state = state;
    this.#notify(() => this.emit('state', state));
  }

  /** A listener's mistake cannot be logged, so it appears at the end. */
  #log(line: string): void {
    guarded(
      () => this.emit('log', withoutToken(line)),
      (error) => {
        this.#mistake ??= captureMistake(error);
        this.#endWith(this.#mistake);
      },
    )();
  }

  /** A failed listener shows nothing, so the capture ends. */
  #notify(emit: () => boolean): void {
    guarded(emit, (error) => this.#failed(error))();
  }
}
