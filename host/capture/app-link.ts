import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorCode, LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import type { StreamPiece } from '../../core/session/file/session-stream.ts';
import { type AppProcess, type AppTarget, type Asking, askingOf, type Device, type Undo } from '../devices/device.ts';
import type { AgentConnection, Closing } from './agent-connection.ts';
import { streamDamaged } from './agent-refusals.ts';
import { Attachment, type ConnectOptions, processState, untilNotRunning } from './attachment.ts';
import type { LinkLimits } from './capture-options.ts';
import type { SamplingSettings } from './capture-state.ts';
import type { Recording } from './recording.ts';

interface AppLinkOptions extends Asking {
  readonly device: Device;
  readonly target: AppTarget;
  /** For the agent's log. */
  readonly client: string;
  readonly recording: Recording;
  readonly limits: LinkLimits;
  /** @param step in a few words */
  connecting(step: string): void;
  /** Called after recording. */
  heard(piece: StreamPiece, process: AppProcess): void;
  /** The link is made again, maybe at once. */
  lost(): void;
  /** The link is made again when the app or device is back. */
  waiting(why: string, problem: LaglensError | undefined): void;
  log(line: string): void;
}

const DETACH_MS = 1_500;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
const LONGER = 4;
/** Failed connections to a running process before the agent is deployed again. */
const CONNECT_TRIES = 6;
/** Consecutive damaged streams before the capture ends. */
const MAX_DAMAGED = 3;

/** A silent agent still exists, so another one would not help. */
const silent: ReadonlySet<ErrorCode> = new Set(['hello-silent', 'no-answer', 'device-lost', 'adb-unreachable']);

type RunEnd = { readonly kind: 'processEnded'; readonly why: string } | { readonly kind: 'attachAgain' };

/** The link to an app: `attach` makes it, `follow` keeps it over broken connections and restarts of the app. */
export class AppLink {
  readonly #options: AppLinkOptions;
  #sampling: SamplingSettings;
  #attachment: Attachment | undefined;
  #connection: AgentConnection | undefined;
  /** The run's process, and why its last link broke. */
  #pid: number | undefined;
  #lost = '';
  #undo: Undo | undefined;
  #damaged = 0;

  constructor(options: AppLinkOptions, sampling: SamplingSettings) {
    this.#options = options;
    this.#sampling = sampling;
  }

  /** Undefined when nothing was changed. */
  get undo(): Undo | undefined {
    return this.#undo;
  }

  configure(sampling: SamplingSettings): void {
    this.#sampling = sampling;
    this.#sendSampling();
  }

  /** Deploys the agent and connects once. A failure removes the copied files. */
  async attach(target: AppTarget, launch: boolean, signal: AbortSignal): Promise<void> {
    const { device, connecting, log } = this.#options;
    const { intervalUs, depth, blockingCalls = true, allocations = false } = this.#sampling;
    const sampling = { intervalUs, depth, blockingCalls, allocations };
    const options = { launch, ...sampling, progress: connecting, log, signal, ...askingOf(this.#options) };
    const attachment = await Attachment.deploy(device, target, options);
    this.#undo = attachment.link.undo ?? this.#undo;
    try {
      connecting('Waiting for the agent');
      await this.#connect(attachment, this.#options.limits.helloMs, signal);
      this.#attachment = attachment;
    } catch (error) {
      await attachment.link.cleanup();
      throw error;
    }
  }

  /** Runs until aborted, one turn per process. Rejects with unrecoverable errors. */
  async follow(signal: AbortSignal): Promise<never> {
    for (;;) {
      const end = await this.#untilRunEnds(signal);
      if (end.kind === 'processEnded') this.#options.recording.processEnded(end.why);
      await this.cleanup();
      await this.#nextAttachment(end, signal);
    }
  }

  /** Waits for the agent's last messages. */
  async detach(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    connection.send({ type: 'detach' });
    const patience = new AbortController();
    await Promise.race([connection.closed, pause(DETACH_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    connection.close();
  }

  async cleanup(): Promise<void> {
    await this.#attachment?.link.cleanup();
    this.#attachment = undefined;
  }

  async #connect(attachment: Attachment, helloMs: number, signal: AbortSignal): Promise<void> {
    const { link } = attachment;
    const { device, target, recording, log } = this.#options;
    const { row } = device;
    if (link.process.pid === this.#pid) {
      recording.expectReturn(this.#lost);
    } else {
      recording.expectProcess({
        deviceKind: row.kind,
        device: row.name,
        serial: row.kind === 'jvm' ? '' : row.id,
        app: target.app,
        pid: link.process.pid,
        launched: link.launched ? 1 : 0,
      });
    }
    const connection = await attachment.connect(this.#connectOptions(link.process, helloMs), signal);
    // The end of the capture found no connection to close.
    if (signal.aborted) connection.close();
    signal.throwIfAborted();
    this.#connection = connection;
    this.#pid = link.process.pid;
    this.#sendSampling();
    log(`Connected to ${link.process.name} (${link.process.pid}).`);
  }

  #connectOptions(process: AppProcess, helloMs: number): ConnectOptions {
    const { client, recording, limits, heard } = this.#options;
    return {
      client,
      stream: recording.stream,
      helloMs,
      silence: limits,
      onPiece: (piece) => {
        heard(recording.take(piece), process);
      },
    };
  }

  #sendSampling(): void {
    const { intervalUs, threads, depth, allocations } = this.#sampling;
    const configure = { type: 'configure', intervalUs, threads: threads === 'all' ? 1 : 0, depth, walkAlways: 0 } as const;
    this.#connection?.send(allocations === true ? { ...configure, allocations: 1 } : configure);
  }

  async #untilRunEnds(signal: AbortSignal): Promise<RunEnd> {
    for (;;) {
      const closing = await this.#connectionOver(signal);
      this.#lost = closing.why;
      this.#options.log(`The link is gone: ${closing.why}`);
      if (closing.thrown !== undefined) throw closing.thrown;
      this.#damaged = closing.kind === 'damaged' ? this.#damaged + 1 : 0;
      if (this.#damaged >= MAX_DAMAGED) throw streamDamaged(closing.why);
      const end = await this.#reconnect(signal);
      if (end !== undefined) return end;
    }
  }

  async #connectionOver(signal: AbortSignal): Promise<Closing> {
    const closing = (await this.#connection?.closed) ?? { kind: 'closed', why: 'There was no connection.' };
    this.#connection = undefined;
    this.#options.lost();
    signal.throwIfAborted();
    return closing;
  }

  /** Undefined when connected again. */
  async #reconnect(signal: AbortSignal): Promise<RunEnd | undefined> {
    const attachment = this.#attachment;
    if (attachment === undefined) return { kind: 'attachAgain' };
    const { limits, lost, waiting } = this.#options;
    let { helloMs } = limits;
    for (let tries = 0, pauses = 0; tries < CONNECT_TRIES; pauses++) {
      const state = await processState(attachment, this.#options, signal);
      if (state === 'ended') return { kind: 'processEnded', why: 'The process ended.' };
      if (state === 'unreachable') {
        waiting('The device is gone', undefined);
        helloMs = limits.helloMs;
      } else if (state === 'silent') {
        lost();
        helloMs = limits.helloMs;
      } else {
        const outcome = await this.#connectAgain(attachment, helloMs, signal);
        if (outcome === 'connected') return undefined;
        lost();
        if (outcome === 'silent') helloMs = Math.min(helloMs * LONGER, limits.longestHelloMs);
        else tries++;
      }
      await pause(Math.min(FIRST_RETRY_MS * 2 ** pauses, LONGEST_RETRY_MS), undefined, { signal });
    }
    return { kind: 'attachAgain' };
  }

  /** One attempt. It stops early when the process or the device is gone. */
  async #connectAgain(attachment: Attachment, helloMs: number, signal: AbortSignal): Promise<'connected' | 'silent' | 'failed'> {
    const over = new AbortController();
    const within = AbortSignal.any([signal, over.signal]);
    background(
      untilNotRunning(attachment, this.#options, within).then(() => over.abort()),
      (error) => over.abort(error),
    );
    try {
      await this.#connect(attachment, helloMs, within);
      return 'connected';
    } catch (error) {
      signal.throwIfAborted();
      if (over.signal.aborted) return 'silent';
      if (!(error instanceof LaglensError)) throw error;
      this.#options.log(error.message);
      return silent.has(error.code) ? 'silent' : 'failed';
    } finally {
      over.abort();
    }
  }

  async #nextAttachment(end: RunEnd, signal: AbortSignal): Promise<void> {
    const { device, target, waiting, log } = this.#options;
    // The interface continues this sentence.
    waiting(end.kind === 'processEnded' ? end.why.replace(/\.$/, '') : 'The agent does not answer any more', undefined);
    const endedPid = end.kind === 'processEnded' ? this.#pid : undefined;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      const process = await device.nextProcess(target, endedPid, signal);
      try {
        await this.attach({ ...target, pid: process.pid }, false, signal);
        return;
      } catch (error) {
        if (!(error instanceof LaglensError)) throw error;
        log(error.message);
        waiting(`Attaching to process ${process.pid} did not work yet`, error);
        await pause(retryMs, undefined, { signal });
      }
    }
  }
}
