import { setTimeout as pause } from 'node:timers/promises';
import { explain, LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import { clauseOf, phrase } from '../../core/text/phrase.ts';
import { type AppProcess, type AppTarget, askingOf, type Undo } from '../devices/device.ts';
import { isThisComputer } from '../devices/device-kinds.ts';
import type { AgentConnection, Closing } from './agent-connection.ts';
import { streamDamaged } from './agent-refusals.ts';
import { type AppLinkOptions, type RunEnd, silent } from './app-link-options.ts';
import { Attachment, type ConnectOptions, processState, untilNotRunning } from './attachment.ts';
import type { SamplingSettings } from './capture-state.ts';
import { SystemRecords } from './system-records.ts';

const DETACH_MS = 1_500;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 2_000;
/** Shorter connections are made again at growing intervals. */
const USEFUL_MS = 10_000;
const LONGER = 4;
/** Failed connections to a running process before the agent is deployed again. */
const CONNECT_TRIES = 6;
/** Consecutive damaged streams before the capture ends. */
const MAX_DAMAGED = 3;

/** The link to an app: `attach` makes it, `follow` keeps it over broken connections and restarts of the app. */
export class AppLink {
  readonly #options: AppLinkOptions;
  #sampling: SamplingSettings;
  #attachment: Attachment | undefined;
  #connection: AgentConnection | undefined;
  /** The run's process, and why its last link broke. */
  #pid: number | undefined;
  #lost = '';
  #connectedMs = 0;
  /** Consecutive connections below `USEFUL_MS`. */
  #short = 0;
  #undo: Undo | undefined;
  #damaged = 0;
  readonly #records: SystemRecords;
  #isWaitingForProcess = false;

  constructor(options: AppLinkOptions, sampling: SamplingSettings) {
    this.#options = options;
    this.#sampling = sampling;
    this.#records = new SystemRecords(options);
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
      connecting(phrase`Waiting for the agent`);
      await this.#connect(attachment, this.#options.limits.helloMs, signal);
      this.#attachment = attachment;
      this.#records.follow(attachment.link, this.#options.recording.runs - 1);
    } catch (error) {
      await attachment.link.cleanup();
      throw error;
    }
  }

  /** Runs until aborted, one turn per process. Rejects with unrecoverable errors. */
  async follow(signal: AbortSignal): Promise<never> {
    for (;;) {
      const end = await this.#untilRunEnds(signal);
      if (end.kind === 'processEnded') this.#processEnded(end.why);
      await this.cleanup();
      await this.#nextAttachment(end, signal);
    }
  }

  /** A full recording takes no more data. */
  stopReading(): void {
    this.#connection?.stopReading();
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

  /** Records that the device's system still has. @param hurry ends the wait */
  lastRecords(hurry: AbortSignal): Promise<void> {
    return this.#records.last(hurry);
  }

  async cleanup(): Promise<void> {
    await this.#attachment?.link.cleanup();
    this.#attachment = undefined;
  }

  /** The reason comes later, and replaces the sentence that is shown meanwhile. */
  #processEnded(why: string): void {
    const { recording, waiting, log } = this.#options;
    recording.processEnded(why);
    if (this.#attachment === undefined) return;
    const shown = this.#records.ended(this.#attachment.link, recording.runs - 1).then((sentence) => {
      if (sentence === undefined) return;
      log(sentence);
      if (this.#isWaitingForProcess) waiting(clauseOf(sentence), undefined);
    });
    background(shown, (error) => log(explain(error)));
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
        serial: isThisComputer(row) ? '' : row.id,
        app: target.app,
        pid: link.process.pid,
        launched: link.launched ? 1 : 0,
        version: link.version ?? '',
      });
    }
    const connection = await attachment.connect(this.#connectOptions(link.process, helloMs), signal);
    // The end of the capture found no connection to close.
    if (signal.aborted) connection.close();
    signal.throwIfAborted();
    this.#connection = connection;
    this.#connectedMs = performance.now();
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
      limits,
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
    const closing = (await this.#connection?.closed) ?? { kind: 'closed', why: phrase`There was no connection.` };
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
    this.#short = performance.now() - this.#connectedMs < USEFUL_MS ? this.#short + 1 : 0;
    if (this.#short > 1) await pause(pauseMs(this.#short - 2), undefined, { signal });
    for (let tries = 0, pauses = 0; tries < CONNECT_TRIES; pauses++) {
      const state = await processState(attachment, this.#options, signal);
      if (state === 'ended') return { kind: 'processEnded', why: phrase`The process ended.` };
      if (state === 'unreachable') {
        waiting(phrase`The device is gone`, undefined);
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
      await pause(pauseMs(pauses), undefined, { signal });
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
    waiting(end.kind === 'processEnded' ? clauseOf(end.why) : phrase`The agent does not answer any more`, undefined);
    const endedPid = end.kind === 'processEnded' ? this.#pid : undefined;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      this.#isWaitingForProcess = true;
      const process = await device.nextProcess(target, endedPid, signal).finally(() => {
        this.#isWaitingForProcess = false;
      });
      try {
        await this.attach({ ...target, pid: process.pid }, false, signal);
        return;
      } catch (error) {
        if (!(error instanceof LaglensError)) throw error;
        log(error.message);
        waiting(phrase`Attaching to process ${process.pid} did not work yet`, error);
        await pause(retryMs, undefined, { signal });
      }
    }
  }
}

function pauseMs(pauses: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** pauses, LONGEST_RETRY_MS);
}
