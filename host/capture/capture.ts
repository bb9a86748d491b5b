import { EventEmitter } from 'node:events';
import { explain, isCancel, LaglensError, withoutToken } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import type { StreamPiece } from '../../core/session/file/session-stream.ts';
import { type AppProcess, type AppTarget, type Asking, askingOf, type Device, type Undo } from '../devices/device.ts';
import { withLimit } from '../time-limits.ts';
import { AppLink } from './app-link.ts';
import type { CaptureEvents, CaptureState, NoData, SamplingSettings } from './capture-state.ts';
import { DISK_MS, Journal } from './journal.ts';
import type { JournalFile } from './journal-file.ts';
import { type LinkLimits, linkLimits } from './link-limits.ts';
import { type Moment, Recording } from './recording.ts';
import type { RecordSink, SessionSymbolicator } from './session-symbolicator.ts';

export interface CaptureOptions extends Asking {
  readonly device: Device;
  readonly target: AppTarget;
  /** Starts the app with the agent in it. Only the first time; later processes are attached to. */
  readonly launch: boolean;
  readonly sampling: SamplingSettings;
  /** The session file; a journal stands beside it until the end. */
  readonly path: string;
  /** Version of this program. */
  readonly version: string;
  /** Replaces another file of that name; when left out, the session gets a number behind its name then. */
  readonly overwrite?: boolean;
  /** The session file's greatest size; 4 GiB when left out. */
  readonly mostBytes?: number;
  /** How long begin and end wait for the disk; a minute when left out. */
  readonly diskMs?: number;
  /** How the journal of a session file is made; on this computer when left out. */
  readonly openJournal?: (path: string) => Promise<JournalFile>;
  /** How long the link may be silent; those of `linkLimits` when left out. */
  readonly limits?: Partial<LinkLimits>;
  /** Finds names for what is recorded; none are added when left out. */
  readonly names?: (add: RecordSink) => SessionSymbolicator;
  /** For how long the end waits for names that are still looked for. */
  readonly namesTimeoutMs?: number;
}

/** Reading the symbols of a large app takes seconds; a session without names needs its build to be read. */
const NAMES_TIMEOUT_MS = 10_000;
/** A closing VS Code gives its extensions 5 s; letting the agent go and finishing the file need the rest. */
const CLOSING_MS = 3_000;
/** An agent that is there speaks every 50 ms. */
const SILENCE_MS = 500;

/**
 * A recording of one app, from `start` to `stop`, over broken links and restarts of the app. Each process of the app is a run
 * of the one session. Listen to the events before `start`.
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
  /** Why the capture ended itself. */
  #mistake: LaglensError | undefined;

  constructor(options: CaptureOptions) {
    super();
    this.#options = options;
    this.#sampling = options.sampling;
  }

  get state(): CaptureState {
    return this.#state;
  }

  /** The file that is written while it runs, and holds what was recorded until a second ago. */
  get journal(): string | undefined {
    return this.#journal?.path;
  }

  /** How to undo what the capture changed on the device, also when it failed; undefined when there is nothing. */
  get undo(): Undo | undefined {
    return this.#link?.undo;
  }

  /**
   * Resolves when the first agent has said hello; the capture then goes on by itself. Throws `LaglensError` when that fails and
   * `AbortError` when the signal cancelled it; nothing is left behind then.
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
      this.#show({ kind: 'ended', path: undefined, problem: isCancel(error) ? undefined : problemOf(error) });
      throw error;
    }
    this.#following = this.#follow(link);
  }

  /** Ends the capture and gives the path of the session file; undefined when it never began. */
  stop(): Promise<string | undefined> {
    this.#ending ??= this.#end(undefined);
    return this.#ending;
  }

  /** As `stop`, also when it stops already, while this program is about to end: names that take long are left out. */
  async close(): Promise<string | undefined> {
    const patience = setTimeout(() => this.#hurry.abort(), CLOSING_MS);
    try {
      return await this.stop();
    } finally {
      clearTimeout(patience);
    }
  }

  /** This moment, for a mark whose name is still to be thought of; undefined while there is nothing to mark. */
  moment(): Moment | undefined {
    return this.#state.kind === 'ended' ? undefined : this.#recording?.moment();
  }

  /** Puts a named mark at that moment; false when the capture has ended, or has not yet begun. */
  mark(name: string, moment: Moment | undefined = this.moment()): boolean {
    if (this.#state.kind === 'ended' || this.#recording === undefined || moment === undefined) return false;
    this.#recording.mark(name, moment);
    return true;
  }

  /** Changes the sampling, now and for the processes to come. */
  configure(sampling: SamplingSettings): void {
    this.#sampling = sampling;
    this.#link?.configure(sampling);
  }

  /** A network disk that is gone may never answer. */
  #createJournal(signal: AbortSignal): Promise<Journal> {
    const { path, overwrite = false, openJournal: openFile, mostBytes, diskMs } = this.#options;
    const onProblem = (problem: LaglensError | undefined): void => this.#show({ ...this.#state, problem });
    const log = (line: string): void => this.#log(line);
    const limit = { ms: diskMs ?? DISK_MS, what: `Creating ${path}`, next: 'Check the disk of that folder, and capture again.' };
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
        // A link that is back at once was never silent.
        if (this.#state.kind !== 'streaming') this.#showNoData();
      },
      waiting: (why: string, problem: LaglensError | undefined) =>
        this.#show({ kind: 'waitingForApp', why, problem: problem ?? this.#journal?.problem }),
      log: (line: string) => this.#log(line),
    };
    const client = `Laglens ${version}`;
    return new AppLink({ device, target, client, recording, limits, ...askingOf(this.#options), ...callbacks }, this.#sampling);
  }

  /** Goes on until stopped. Whatever is thrown here ends the capture with the session kept. */
  async #follow(link: AppLink): Promise<void> {
    const { signal } = this.#stopper;
    try {
      await link.follow(signal);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  /** Ends the capture with the session kept: it must not look as if it recorded. */
  #failed(error: unknown): void {
    this.#mistake ??= problemOf(error);
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
    if (full !== undefined) this.#endWith(full);
  }

  /** Whatever fails on the way, the capture ends: the window can capture again, and the person reads where the recording is. */
  async #end(problem: LaglensError | undefined): Promise<string | undefined> {
    this.#stopper.abort();
    clearTimeout(this.#silence);
    await this.#logged(this.#link?.detach());
    clearTimeout(this.#silence);
    await this.#logged(this.#following);
    await this.#logged(this.#link?.cleanup());
    await this.#logged(this.#recording?.end(this.#hurry.signal));
    const hasContents = this.#recording !== undefined && this.#recording.runs > 0;
    const finished = hasContents ? await this.#journal?.finish() : undefined;
    this.#show({ kind: 'ended', path: finished?.path, problem: problem ?? finished?.problem });
    return finished?.path;
  }

  /** What was left on a device is removed by the next capture; the recording must not be lost for it. */
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

  /** Where a line cannot be shown, its listener's mistake can't be, either: that comes with the end of the capture. */
  #log(line: string): void {
    guarded(
      () => this.emit('log', withoutToken(line)),
      (error) => {
        this.#mistake ??= problemOf(error);
        this.#endWith(this.#mistake);
      },
    )();
  }

  /** A listener that throws shows nothing of what it was given, so the capture must not go on as if it did. */
  #notify(emit: () => boolean): void {
    guarded(emit, (error) => this.#failed(error))();
  }
}

function problemOf(cause: unknown): LaglensError {
  if (cause instanceof LaglensError) return cause;
  return new LaglensError({
    code: 'internal',
    message: `The capture ended because Laglens made a mistake: ${String(cause)}`,
    next: 'The session up to here is kept. Please report it together with the log.',
    action: 'showLog',
    cause,
  });
}
