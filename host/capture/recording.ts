import { setTimeout as pause } from 'node:timers/promises';
import { joinBytes } from '../../core/join-bytes.ts';
import { SESSION_VERSION } from '../../core/session/file/file-layout.ts';
import { type SessionRecordName, SessionStream, type StreamPiece } from '../../core/session/file/session-stream.ts';
import { carriedUs } from '../../core/session/file/stream-position.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { SystemRecord } from '../devices/device.ts';
import type { RecordSink, SessionSymbolicator } from './capture-options.ts';
import type { Journal } from './journal.ts';
import { LogBudget } from './log-budget.ts';

export interface Moment {
  /** From 1. */
  readonly run: number;
  readonly atUs: number;
}

interface RecordingNames {
  readonly names: (add: RecordSink) => SessionSymbolicator;
  /** The wait for names at the end. */
  readonly timeoutMs: number;
}

/** The capture's one stream of agent and host records, sent to journal and listeners. */
export class Recording {
  readonly stream = new SessionStream();
  readonly #journal: Journal;
  readonly #onPiece: (piece: StreamPiece) => void;
  readonly #clock = new AgentClock();
  readonly #logs = new LogBudget(performance.now());
  readonly #names: { readonly symbolicator: SessionSymbolicator; readonly timeoutMs: number } | undefined;
  #isOver = false;
  /** Wall clock minus agent clock, by run. */
  readonly #wallOffsetsUs: number[] = [];
  #beforeHello: Message<'process' | 'gap'> | undefined;
  #runs = 0;

  constructor(journal: Journal, version: string, onPiece: (piece: StreamPiece) => void, named?: RecordingNames) {
    this.#journal = journal;
    this.#onPiece = onPiece;
    if (named !== undefined) {
      this.#names = { symbolicator: named.names((records) => this.#addNames(records)), timeoutMs: named.timeoutMs };
    }
    this.#record({ type: 'session', version: SESSION_VERSION, createdUs: Date.now() * 1000, host: version });
  }

  get runs(): number {
    return this.#runs;
  }

  /** The next hello comes from a new process. */
  expectProcess(process: Omit<Message<'process'>, 'type' | 'run'>): void {
    this.#beforeHello = { type: 'process', run: this.#runs, ...process };
  }

  /** The next hello comes from the same process. */
  expectReturn(why: string): void {
    this.#beforeHello = { type: 'gap', atUs: this.#clock.lastUs, why };
  }

  /** @returns the recorded part, beginning with the hello */
  take(said: StreamPiece): StreamPiece {
    this.#announce();
    const nowMs = performance.now();
    const piece = this.#logs.take(said, nowMs);
    this.#write(piece);
    for (const message of piece.messages) {
      if (message.type === 'tick') this.#clock.heard(message.atUs, nowMs);
      else if (message.type === 'hello' || message.type === 'clock') this.#heardClocks(message, nowMs);
      if (piece.bytes.length > 0) this.#names?.symbolicator.follow(message);
    }
    return piece;
  }

  processEnded(why: string): void {
    this.#record({ type: 'processEnd', atUs: this.#clock.lastUs, why });
  }

  /** Of any run, from the device's wall clock. */
  systemRecords(run: number, records: readonly SystemRecord[]): void {
    const offsetUs = this.#wallOffsetsUs[run];
    if (offsetUs === undefined || this.#isOver) return;
    for (const { wallUs, ...record } of records) {
      this.#record({ type: 'systemRecord', run, atUs: carriedUs(wallUs - offsetUs), ...record });
    }
  }

  /** The process' clock; undefined before its hello. */
  moment(): Moment | undefined {
    return this.#runs === 0 ? undefined : { run: this.#runs, atUs: this.#clock.nowUs(performance.now()) };
  }

  /** Marks now if the clock has changed since. */
  mark(name: string, { run, atUs }: Moment): void {
    this.#record({ type: 'mark', atUs: run === this.#runs ? atUs : this.#clock.nowUs(performance.now()), name });
  }

  /** Waits a while for names, then stops recording. @param hurry ends the wait */
  async end(hurry: AbortSignal): Promise<void> {
    if (this.#names !== undefined) {
      const named = new AbortController();
      const over = pause(this.#names.timeoutMs, undefined, { signal: AbortSignal.any([named.signal, hurry]) }).catch(() => undefined);
      await Promise.race([this.#names.symbolicator.settled(), over]);
      named.abort();
      this.#names.symbolicator.close();
    }
    const unsaid = this.#logs.rest(performance.now(), this.stream);
    if (unsaid !== undefined) this.#write(unsaid);
    this.#isOver = true;
  }

  #heardClocks({ monoUs, wallUs }: Message<'hello' | 'clock'>, nowMs: number): void {
    this.#clock.heard(monoUs, nowMs);
    this.#wallOffsetsUs[this.#runs - 1] = wallUs - monoUs;
  }

  /** Records announce a process only once it sends a hello. */
  #announce(): void {
    const record = this.#beforeHello;
    if (record === undefined) return;
    this.#beforeHello = undefined;
    if (record.type === 'process') {
      this.#clock.restart();
      this.#runs++;
    }
    this.#write(this.stream.recordBeforeHello(record));
    this.#names?.symbolicator.follow(record);
  }

  #record(message: Message<SessionRecordName>): void {
    this.#write(this.stream.record(message));
    this.#names?.symbolicator.follow(message);
  }

  #addNames(records: readonly Message<SessionRecordName>[]): void {
    if (!this.#isOver) this.#write(...records.map((record) => this.stream.record(record)));
  }

  /** Listeners get the pieces as one. */
  #write(...pieces: readonly StreamPiece[]): void {
    for (const piece of pieces) this.#journal.writer.appendPiece(piece);
    const last = pieces.at(-1);
    if (last === undefined) return;
    const messages = pieces.flatMap((piece) => piece.messages);
    this.#onPiece(pieces.length === 1 ? last : { ...last, messages, bytes: joinBytes(pieces.map(({ bytes }) => bytes)) });
  }
}

/**
 * Interpolates the agent's time between messages. Messages are only ever late, so the smallest difference of both
 * clocks is the most exact.
 */
export class AgentClock {
  #leastDifferenceUs = Number.POSITIVE_INFINITY;
  #lastUs = 0;

  get lastUs(): number {
    return this.#lastUs;
  }

  /** @param hostMs monotonic */
  heard(agentUs: number, hostMs: number): void {
    this.#leastDifferenceUs = Math.min(this.#leastDifferenceUs, hostMs * 1000 - agentUs);
    this.#lastUs = Math.max(this.#lastUs, agentUs);
  }

  /** Rounded for the protocol; 0 before any message. */
  nowUs(hostMs: number): number {
    if (!Number.isFinite(this.#leastDifferenceUs)) return 0;
    return carriedUs(Math.round(hostMs * 1000 - this.#leastDifferenceUs));
  }

  /** The clock may differ. */
  restart(): void {
    this.#leastDifferenceUs = Number.POSITIVE_INFINITY;
    this.#lastUs = 0;
  }
}
