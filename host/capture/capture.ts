import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { explain, LaglensError, withoutToken } from '../../core/errors.ts';
import type { StreamPiece } from '../../core/session/session-stream.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { AppTarget, Device } from '../devices/device.ts';
import { Attachment, type ConnectOptions } from './attachment.ts';
import type { CaptureEvents, CaptureState, SamplingSettings } from './capture-state.ts';
import type { AgentConnection, Closing } from './connection.ts';
import { Journal, type JournalFile } from './journal.ts';
import { type Moment, Recording } from './recording.ts';

export interface CaptureOptions {
  readonly device: Device;
  readonly target: AppTarget;
  /** Starts the app with the agent in it. Only the first time; later processes are attached to. */
  readonly launch: boolean;
  readonly sampling: SamplingSettings;
  /** The session file; a journal stands beside it until the end. */
  readonly path: string;
  /** Version of this program. */
  readonly version: string;
  /** How the journal is opened; a file of this computer when left out. */
  readonly openJournal?: (path: string) => Promise<JournalFile>;
  readonly helloTimeoutMs?: number;
}

const HELLO_TIMEOUT_MS = 5_000;
/** An agent that is there speaks every 50 ms. */
const SILENCE_MS = 500;
const DETACH_MS = 1_500;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/** After so many failed connections to a running process the agent is brought in anew. */
const CONNECT_TRIES = 6;
/** So many damaged streams in a row, and the capture ends. */
const MAX_DAMAGED = 3;

/** Where one connection ended: the process is gone, or it should be attached to anew. */
type RunEnd = { readonly kind: 'processEnded'; readonly why: string } | { readonly kind: 'attachAgain' };

/**
 * A recording of one app, from `start` to `stop`, over broken links and restarts of the app. Each process of the app is a run
 * of the one session. Listen to the events before `start`.
 */
export class Capture extends EventEmitter<CaptureEvents> {
  readonly #options: CaptureOptions;
  readonly #stopper = new AbortController();
  #sampling: SamplingSettings;
  #state: CaptureState = { kind: 'connecting', step: '', problem: undefined };
  #journal: Journal | undefined;
  #recording: Recording | undefined;
  #attachment: Attachment | undefined;
  #connection: AgentConnection | undefined;
  #following: Promise<void> = Promise.resolve();
  #ending: Promise<string | undefined> | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Process of the present run, and why the link to it was lost last. */
  #pid: number | undefined;
  #lost = '';
  #damaged = 0;

  constructor(options: CaptureOptions) {
    super();
    this.#options = options;
    this.#sampling = options.sampling;
  }

  get state(): CaptureState {
    return this.#state;
  }

  /**
   * Resolves when the first agent has said hello; the capture then goes on by itself. Throws `LaglensError` when that fails and
   * `AbortError` when the signal cancelled it; nothing is left behind then.
   */
  async start(signal: AbortSignal): Promise<void> {
    const { path, version, openJournal, target, launch } = this.#options;
    this.#journal = await Journal.create(path, (problem) => this.#show({ ...this.#state, problem }), openJournal);
    this.#recording = new Recording(this.#journal, version, (bytes) => this.emit('bytes', bytes));
    try {
      await this.#attach(target, launch, AbortSignal.any([signal, this.#stopper.signal]));
    } catch (error) {
      await this.#journal.discard();
      this.#show({ kind: 'ended', path: undefined, problem: error instanceof LaglensError ? error : undefined });
      throw error;
    }
    this.#following = this.#follow();
  }

  /** Ends the capture and gives the path of the session file; undefined when it never began. */
  stop(): Promise<string | undefined> {
    this.#ending ??= this.#end(undefined);
    return this.#ending;
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
    this.#connection?.send(this.#configureMessage());
  }

  /** Brings the agent in, connects and shakes hands, once. What was copied is removed when that fails. */
  async #attach(target: AppTarget, launch: boolean, signal: AbortSignal): Promise<void> {
    const { intervalUs, depth } = this.#sampling;
    const attachment = await Attachment.deploy(this.#options.device, target, {
      launch,
      intervalUs,
      depth,
      progress: (step) => this.#show({ kind: 'connecting', step, problem: this.#journal?.problem }),
      log: (line) => this.#log(line),
      signal,
    });
    try {
      this.#show({ kind: 'connecting', step: 'Waiting for the agent', problem: this.#journal?.problem });
      await this.#connect(attachment, signal);
      this.#attachment = attachment;
    } catch (error) {
      await attachment.link.cleanup();
      throw error;
    }
  }

  async #connect(attachment: Attachment, signal: AbortSignal): Promise<void> {
    const { link } = attachment;
    const { row } = this.#options.device;
    if (link.process.pid === this.#pid) {
      this.#recording?.expectReturn(this.#lost);
    } else {
      this.#recording?.expectProcess({
        deviceKind: row.kind,
        device: row.name,
        serial: row.kind === 'android' ? row.id : '',
        app: this.#options.target.app,
        pid: link.process.pid,
        launched: link.launched ? 1 : 0,
      });
    }
    const connection = await attachment.connect(this.#connectOptions(attachment), signal);
    this.#connection = connection;
    this.#pid = link.process.pid;
    connection.send(this.#configureMessage());
    this.#log(`Connected to ${link.process.name} (${link.process.pid}).`);
  }

  #connectOptions(attachment: Attachment): ConnectOptions {
    const { recording, process } = { recording: this.#recording, process: attachment.link.process };
    if (recording === undefined) throw new TypeError('A capture connects only after it was started.');
    return {
      client: `Laglens ${this.#options.version}`,
      stream: recording.stream,
      helloTimeoutMs: this.#options.helloTimeoutMs ?? HELLO_TIMEOUT_MS,
      onPiece: (piece) => {
        recording.take(piece);
        this.#heard(piece);
        this.#show({ kind: 'streaming', process, run: recording.runs - 1, problem: this.#journal?.problem });
      },
    };
  }

  /** Goes on until stopped: one turn per process of the app. Whatever is thrown here ends the capture with the session kept. */
  async #follow(): Promise<void> {
    const { signal } = this.#stopper;
    try {
      for (;;) {
        const end = await this.#untilRunEnds(signal);
        if (end.kind === 'processEnded') this.#recording?.processEnded(end.why);
        await this.#attachment?.link.cleanup();
        this.#attachment = undefined;
        await this.#nextAttachment(end, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#log(explain(error));
      this.#ending ??= this.#end(error instanceof LaglensError ? error : defect(error));
    }
  }

  /** Follows one process over broken links. */
  async #untilRunEnds(signal: AbortSignal): Promise<RunEnd> {
    for (;;) {
      const closing = await this.#connectionOver(signal);
      this.#lost = closing.why;
      this.#log(`The link is gone: ${closing.why}`);
      this.#damaged = closing.kind === 'damaged' ? this.#damaged + 1 : 0;
      if (this.#damaged >= MAX_DAMAGED) throw streamDamaged(closing.why);
      const end = await this.#reconnect(signal);
      if (end !== undefined) return end;
    }
  }

  async #connectionOver(signal: AbortSignal): Promise<Closing> {
    const closing = (await this.#connection?.closed) ?? { kind: 'closed', why: 'There was no connection.' };
    this.#connection = undefined;
    clearTimeout(this.#silence);
    signal.throwIfAborted();
    return closing;
  }

  /** Undefined when the link stands again. */
  async #reconnect(signal: AbortSignal): Promise<RunEnd | undefined> {
    const attachment = this.#attachment;
    if (attachment === undefined) return { kind: 'attachAgain' };
    for (let tries = 0; tries < CONNECT_TRIES; ) {
      const state = await attachment.link.processState(signal);
      if (state === 'ended') return { kind: 'processEnded', why: 'The process ended.' };
      if (state === 'unreachable') {
        this.#waiting('The device is gone', undefined);
      } else {
        tries++;
        try {
          await this.#connect(attachment, signal);
          return undefined;
        } catch (error) {
          if (!(error instanceof LaglensError)) throw error;
          this.#log(error.message);
        }
      }
      await pause(Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS), undefined, { signal });
    }
    return { kind: 'attachAgain' };
  }

  /** Waits for the next process of the app, or for the same one, until an agent speaks again. */
  async #nextAttachment(end: RunEnd, signal: AbortSignal): Promise<void> {
    const { device, target } = this.#options;
    this.#waiting(end.kind === 'processEnded' ? end.why : 'The agent does not answer any more', undefined);
    const endedPid = end.kind === 'processEnded' ? this.#pid : undefined;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      const process = await device.nextProcess(target, endedPid, signal);
      try {
        await this.#attach({ ...target, pid: process.pid }, false, signal);
        return;
      } catch (error) {
        if (!(error instanceof LaglensError)) throw error;
        this.#log(error.message);
        this.#waiting(`Attaching to process ${process.pid} did not work yet`, error);
        await pause(retryMs, undefined, { signal });
      }
    }
  }

  #heard(piece: StreamPiece): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#state.kind === 'streaming') this.#show({ ...this.#state, kind: 'noData' });
    }, SILENCE_MS);
    for (const message of piece.messages) if (message.type === 'log') this.#log(`Agent: ${message.text}`);
    if (this.#journal?.isOverfull === true) this.#ending ??= this.#end(this.#journal.problem);
  }

  async #end(problem: LaglensError | undefined): Promise<string | undefined> {
    this.#stopper.abort();
    clearTimeout(this.#silence);
    const connection = this.#connection;
    if (connection !== undefined) {
      connection.send({ type: 'detach' });
      const patience = new AbortController();
      await Promise.race([connection.closed, pause(DETACH_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      connection.close();
    }
    clearTimeout(this.#silence);
    await this.#following;
    await this.#attachment?.link.cleanup();
    const path = this.#recording === undefined || this.#recording.runs === 0 ? undefined : await this.#journal?.finish();
    this.#show({ kind: 'ended', path, problem: problem ?? this.#journal?.problem });
    return path;
  }

  #configureMessage(): Message<'configure'> {
    const { intervalUs, threads, depth } = this.#sampling;
    return { type: 'configure', intervalUs, threads: threads === 'all' ? 1 : 0, depth, walkAlways: 0 };
  }

  #waiting(why: string, problem: LaglensError | undefined): void {
    this.#show({ kind: 'waitingForApp', why, problem: problem ?? this.#journal?.problem });
  }

  #show(state: CaptureState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state) || this.#state.kind === 'ended') return;
    this.#state = state;
    this.emit('state', state);
  }

  #log(line: string): void {
    this.emit('log', withoutToken(line));
  }
}

function defect(cause: unknown): LaglensError {
  return new LaglensError({
    code: 'internal',
    message: `The capture ended because Laglens made a mistake: ${String(cause)}`,
    next: 'The session up to here is kept. Please report it together with the log.',
    action: 'showLog',
    cause,
  });
}

function streamDamaged(why: string): LaglensError {
  return new LaglensError({
    code: 'stream-damaged',
    message: `What arrives from the app is damaged again and again: ${why}`,
    next: 'The session up to here is kept. Restart the app and start the capture again; if it happens again, send the report of Diagnose.',
    action: 'diagnose',
    output: why,
  });
}
