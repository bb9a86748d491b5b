import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AppLimits } from '../../../core/analysis/lags/app-limits.ts';
import { type Lag, LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { sameData } from '../../../core/memo.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { Decoder } from '../../../core/wire/decoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { CaptureEvents, CaptureState } from '../../../host/capture/capture-state.ts';
import type { HostWarning } from '../../../protocol/page-protocol.ts';
import type { FileSymbolication } from '../../page/file-session.ts';
import type { PageSource, PhaseText, SessionPart } from '../../page/page-source.ts';
import { applySymbols, type RecordedSymbolication } from '../../sources/symbols/recorded-symbolication.ts';
import { SymbolSaver } from '../../sources/symbols/symbol-saver.ts';
import { localized } from '../../surface/localized.ts';
import { BlockFile } from './block-file.ts';
import { ByteLog } from './byte-log.ts';
import { OpenLagWatch } from './open-lag-watch.ts';

export interface LiveSessionOptions {
  /** Future path of the session file, also the key of view state. */
  readonly path: string;
  readonly title: string;
  readonly thresholdUs: number;
  readonly limits: AppLimits;
  mark(): void;
  stop(): void;
  save(session: LiveSession): Promise<void>;
  /** Number of sessions that are kept. */
  keptSessions(): number;
  readonly naming: FileSymbolication;
}

/** A capture for pages and the status bar: all bytes, its state, its lags. */
export class LiveSession implements PageSource {
  readonly about;
  readonly model = new SessionModel();
  readonly #options: LiveSessionOptions;
  readonly #bytes: ByteLog;
  readonly #blocks: BlockFile;
  readonly #judge: LagDetector;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #waiting = new Set<() => void>();
  readonly onDidChange = this.#changed.event;
  readonly #lagOpened = new vscode.EventEmitter<void>();
  readonly onLagOpened = this.#lagOpened.event;
  readonly #openLag = new OpenLagWatch();
  /** Whole seconds: page and status bar show them at the same moment. */
  #recordedS = 0;
  #names: RecordedSymbolication | undefined;
  readonly #closing = new AbortController();
  #state: CaptureState = { kind: 'connecting', step: '', problem: undefined };

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.#blocks = new BlockFile(`${options.path}.${randomUUID()}.part`);
    this.#bytes = new ByteLog(this.#blocks);
    this.about = { session: options.path, title: options.title, live: true, keepsNames: true };
    // Counting needs no culprit, so no class counts as the app's.
    const { thresholdUs, limits } = options;
    this.#judge = new LagDetector(this.model, { thresholdUs, limits, isAppClass: () => false });
  }

  follow(capture: Pick<EventEmitter<CaptureEvents>, 'on'>): void {
    capture.on('piece', ({ bytes, messages }) => {
      this.#bytes.append(bytes);
      for (const message of messages) this.model.apply(message);
      this.#wake();
      if (this.#openLag.passes(this.model, this.thresholdUs)) this.#lagOpened.fire();
      this.#countSeconds();
    });
    capture.on('state', (state) => {
      this.#state = state;
      this.#changed.fire();
      if (state.kind === 'ended') this.#wake();
    });
  }

  async *stream(signal: AbortSignal): AsyncGenerator<SessionPart> {
    let cursor = 0;
    while (!signal.aborted) {
      while (cursor < this.#bytes.length && !signal.aborted) {
        const data = this.#bytes.read(cursor);
        cursor += data.length;
        yield { data, catchingUp: cursor < this.#bytes.length, chunk: false };
      }
      if (this.#names?.isWhole === true) break;
      await this.#waitForMore(cursor, signal);
    }
    for await (const data of this.#names?.parts(signal) ?? []) yield { data, catchingUp: false, chunk: true };
  }

  /** Contains what is recorded now, without waiting for more. */
  async *snapshot(signal: AbortSignal): AsyncGenerator<readonly Message[]> {
    const decoder = new Decoder();
    for await (const bytes of this.#recorded(signal)) yield decoder.push(bytes);
    yield (await this.#names?.found()) ?? [];
  }

  /** Finds names on request after the end, keeps them in the file, and follows new builds until `close`. */
  async nameAfterEnd(): Promise<void> {
    const { file } = this;
    const { signal } = this.#closing;
    if (file === undefined || this.#names !== undefined || signal.aborted) return;
    const { naming } = this.#options;
    const names = naming.start();
    this.#names = names;
    try {
      for await (const bytes of this.#recorded(signal)) await names.read(bytes, false, signal);
      if (signal.aborted) return;
      new SymbolSaver(names, file, (error) => naming.failed(error));
      names.begin();
      this.#wake();
      // Editors read this model, so line costs follow the names.
      await applySymbols(this.model, names, signal);
    } catch (error) {
      // May be asked again.
      this.#names = undefined;
      naming.failed(error);
    } finally {
      names.close();
    }
  }

  /** Another session took over the window; stop looking for names. */
  close(): void {
    this.#closing.abort();
    this.#blocks.close();
  }

  get isEnded(): boolean {
    return this.#state.kind === 'ended';
  }

  get file(): string | undefined {
    return this.#state.kind === 'ended' ? this.#state.path : undefined;
  }

  /** The complete session file, for links; never a journal. */
  get uri(): vscode.Uri | undefined {
    return this.file?.endsWith('.laglens') === true ? vscode.Uri.file(this.file) : undefined;
  }

  get hasContents(): boolean {
    return this.model.runs.length > 0;
  }

  get path(): string {
    return this.#options.path;
  }

  /** Lags up to now, without reliable culprits, as no class counts as the app's. */
  get lags(): readonly Lag[] {
    this.#judge.update();
    return this.#judge.lags;
  }

  get lagCount(): number {
    return this.lags.length;
  }

  get phase(): PhaseText {
    const phase = phaseOf(this.#state, this.hasContents);
    if (!this.isEnded) return { ...phase, recordedS: this.#recordedS };
    return this.uri === undefined ? phase : { ...phase, keptSessions: this.#options.keptSessions() };
  }

  get warnings(): readonly HostWarning[] {
    const { problem } = this.#state;
    return problem === undefined ? [] : [{ code: problem.code, text: `${localized(problem.message)} ${localized(problem.next)}` }];
  }

  mark(): void {
    this.#options.mark();
  }

  stop(): void {
    this.#options.stop();
  }

  save(): Promise<void> {
    return this.#options.save(this);
  }

  get thresholdUs(): number {
    return this.#judge.thresholdUs;
  }

  set thresholdUs(thresholdUs: number) {
    if (thresholdUs === this.#judge.thresholdUs) return;
    this.#judge.setThreshold(thresholdUs);
    this.#changed.fire();
  }

  get limits(): AppLimits {
    return this.#judge.limits;
  }

  set limits(limits: AppLimits) {
    if (sameData(limits, this.#judge.limits)) return;
    this.#judge.setLimits(limits);
    this.#changed.fire();
  }

  async *#recorded(signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const end = this.#bytes.length;
    for (let cursor = 0; cursor < end && signal?.aborted !== true; await turn()) {
      const bytes = this.#bytes.read(cursor);
      cursor += bytes.length;
      yield bytes;
    }
  }

  #countSeconds(): void {
    const recordedS = Math.floor(this.model.nowUs / 1e6);
    if (recordedS === this.#recordedS) return;
    this.#recordedS = recordedS;
    this.#changed.fire();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #waitForMore(cursor: number, signal: AbortSignal): Promise<void> {
    if (cursor < this.#bytes.length || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function phaseOf(state: CaptureState, hasRun: boolean): PhaseText {
  switch (state.kind) {
    case 'connecting':
      return { phase: hasRun ? 'reconnecting' : 'starting', detail: localized(state.step) };
    case 'waitingForApp':
      return { phase: 'waiting', detail: localized(state.why) };
    case 'streaming':
      return { phase: 'recording', detail: state.process.name };
    case 'noData':
      return { phase: state.isTryingAgain ? 'silent' : 'recording', detail: state.process.name };
    case 'ended':
      return { phase: 'stopped', detail: state.path ?? '' };
  }
}

/** Holds the window's session, of the running capture or the last one. */
export class WindowSession {
  current: LiveSession | undefined;
}
