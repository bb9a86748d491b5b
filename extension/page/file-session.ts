import * as vscode from 'vscode';
import { type AppLimits, DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { DEFAULT_THRESHOLD_US } from '../../core/analysis/lags/lag.ts';
import { readSession, type SessionReport } from '../../core/session/file/reader.ts';
import { STEP_BYTES } from '../../core/session/file/replay.ts';
import type { SessionSource } from '../../core/session/file/session-source.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { copyWithNames } from '../../host/builds/symbolicate-session.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { nodeTurns } from '../../host/turn-driver.ts';
import type { AppClasses, HostWarning } from '../../protocol/page-protocol.ts';
import type { CostSource } from '../heat/costs/cost-questions.ts';
import type { NamingThread } from '../sources/symbols/names-thread.ts';
import type { RecordedSymbolication } from '../sources/symbols/recorded-symbolication.ts';
import { SymbolSaver } from '../sources/symbols/symbol-saver.ts';
import { modifiedMsOf, type OpenFiles } from './open-files.ts';
import { OpenedFile } from './opened-file.ts';
import { ownBytes } from './own-bytes.ts';
import type { PageSource, SessionPart } from './page-source.ts';
import { saveCopy } from './save-copy.ts';

/** Finds names that a recorded session does not hold. */
export interface FileSymbolication {
  /** @param thread follows the session */
  start(thread?: NamingThread): RecordedSymbolication;
  /** True for a file in the extension's storage, which names are written into. */
  keeps(path: string): boolean;
  failed(error: unknown): void;
}

/** What files of a window share. */
export interface FileServices extends FileSymbolication {
  /** Which classes are the app's, for culprits of lags. */
  appClasses(): Promise<AppClasses>;
  /** Threads of open files, for questions about these. */
  readonly open: OpenFiles;
}

/** Another tool's file, of which a session is made. */
export interface SessionPlace {
  session(): Promise<vscode.Uri>;
}

/** A recorded session. Each page reads the file again, so nothing stays in memory here. */
export class FileSession implements PageSource {
  thresholdUs = DEFAULT_THRESHOLD_US;
  limits: AppLimits = DEFAULT_LIMITS;
  readonly about;
  readonly phase = { phase: 'recorded', detail: '' } as const;
  readonly #uri: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #services: FileServices;
  readonly #place: SessionPlace | undefined;
  readonly onDidChange = this.#changed.event;
  #warnings: readonly HostWarning[] = [];
  #unreadBeyond: number | undefined;
  #report: Readonly<SessionReport> | undefined;
  #opened: OpenedFile | undefined;
  #forget = (): void => undefined;
  #keeping: SymbolSaver | undefined;

  /** @param place for a file of another tool */
  constructor(uri: vscode.Uri, services: FileServices, place?: SessionPlace) {
    this.#uri = uri;
    this.#place = place;
    this.#services = services;
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    this.about = { session: sessionKey(uri), title: name.replace(/\.laglens$/, ''), live: false, keepsNames: this.#keepsNames };
  }

  get uri(): vscode.Uri {
    return this.#uri;
  }

  get warnings(): readonly HostWarning[] {
    return this.#warnings;
  }

  get unreadBeyond(): number | undefined {
    return this.#unreadBeyond;
  }

  /** The file, then its names as they are found. */
  async *stream(signal: AbortSignal): AsyncGenerator<SessionPart> {
    // A page that is loaded again tries again.
    if (this.#opened?.hasFailed === true) this.dispose();
    const opened = this.#open();
    opened.follow();
    yield* this.#file(signal);
    for await (const data of opened.names.parts(signal)) yield { data, catchingUp: false, chunk: true };
  }

  get opened(): OpenedFile {
    return this.#open();
  }

  openCosts(): CostSource {
    return this.#open().openCosts();
  }

  async *snapshot(signal: AbortSignal): AsyncGenerator<readonly Message[]> {
    const turns = new Turns(nodeTurns, signal);
    for await (const { data } of this.#file(signal)) {
      const decoder = new Decoder();
      for (let at = 0; at < data.length; at += STEP_BYTES) {
        yield decoder.push(data.subarray(at, at + STEP_BYTES));
        await turns.pause();
      }
    }
    yield (await this.#opened?.names.found()) ?? [];
  }

  dispose(): void {
    this.#keeping?.close();
    this.#forget();
    this.#opened?.close();
    this.#opened = undefined;
  }

  #open(): OpenedFile {
    if (this.#opened !== undefined) return this.#opened;
    const isLocal = this.#uri.scheme === 'file' && this.#place === undefined;
    const opened = new OpenedFile({
      read: (signal) => this.#file(signal),
      startNaming: (thread) => this.#services.start(thread),
      whole: (names) => this.#begin(names),
      appClasses: () => this.#services.appClasses(),
      report: () => this.#report,
      modifiedMs: async () => (isLocal ? modifiedMsOf(this.#uri.fsPath) : undefined),
    });
    this.#opened = opened;
    if (isLocal) this.#forget = this.#services.open.add(this.#uri.fsPath, opened);
    return opened;
  }

  #begin(names: RecordedSymbolication): void {
    if (this.#keepsNames) this.#keeping = new SymbolSaver(names, this.#uri.fsPath, (error) => this.#services.failed(error));
    names.begin();
  }

  get #keepsNames(): boolean {
    return this.#uri.scheme === 'file' && this.#services.keeps(this.#uri.fsPath);
  }

  async *#file(signal: AbortSignal): AsyncGenerator<SessionPart> {
    const source = await sessionSource(await this.#session());
    try {
      const reader = readSession(source, inflateDriver);
      let held: SessionPart | undefined;
      for await (const chunk of reader) {
        if (signal.aborted) return;
        if (held) yield held;
        held = { data: ownBytes(chunk), catchingUp: true, chunk: true };
      }
      if (held) yield { ...held, catchingUp: false };
      this.#report = reader.report;
      this.#warnings = reportWarnings(reader.report);
      this.#unreadBeyond = reader.report.unreadBeyond;
      this.#changed.fire();
    } finally {
      await source.close();
    }
  }

  /** The copy holds the names too, so its recipient needs no build. */
  async save(): Promise<void> {
    const found = (await this.#opened?.names.found()) ?? [];
    const session = await this.#session();
    await saveCopy(session, this.about.title, async (target) => {
      if (found.length > 0 && session.scheme === 'file' && target.scheme === 'file') {
        await copyWithNames(session.fsPath, target.fsPath, found);
      } else await vscode.workspace.fs.copy(session, target, { overwrite: true });
    });
  }

  async #session(): Promise<vscode.Uri> {
    return (await this.#place?.session()) ?? this.#uri;
  }
}

/** Identifies a session across reloads; a capture uses the same path. */
export function sessionKey(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

interface OpenSource extends SessionSource {
  close(): Promise<void>;
}

/** Local files are read by ranges. VS Code's other file systems only read whole files. */
async function sessionSource(uri: vscode.Uri): Promise<OpenSource> {
  if (uri.scheme === 'file') return SessionFile.open(uri.fsPath);
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length), close: async () => undefined };
}

function reportWarnings(report: Readonly<SessionReport>): readonly HostWarning[] {
  const warnings: HostWarning[] = [];
  if (report.truncated) {
    warnings.push({
      code: 'truncated',
      text: vscode.l10n.t('The recording was cut off. Everything up to that point is shown.'),
    });
  }
  if (report.badChunks > 0) {
    warnings.push({ code: 'damaged', text: vscode.l10n.t('Damaged parts of the file were skipped: {0}.', report.badChunks) });
  }
  if (report.unreadBeyond !== undefined) {
    warnings.push({
      code: 'unread',
      text: vscode.l10n.t(
        'The file unpacks to more than a recording of its size can hold. Only the first {0} MB are shown.',
        Math.round(report.unreadBeyond / 2 ** 20),
      ),
    });
  }
  return warnings;
}
