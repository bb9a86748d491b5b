import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { SessionFacts } from '../../../core/analysis/report/session-facts.ts';
import { explain, messageOf } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import type { StoredSession } from '../../../host/capture/library.ts';
import { localized } from '../../surface/localized.ts';
import type { Log } from '../../surface/log.ts';
import { unexpected } from '../../surface/vscode/unexpected.ts';
import { FactsCache, type FactsKey } from './facts-cache.ts';
import { type JudgeSettings, limitsKey } from './judge-settings.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** Reads one file after another; `FactsThread` outside of tests. */
export interface FactsReader {
  read(path: string, settings: JudgeSettings): Promise<RecordedFacts>;
  close(): void;
}

export interface StoredFactsOptions {
  /** File of the cache. */
  readonly file: vscode.Uri;
  readonly log: Log;
  startReader(): FactsReader;
  settings(): JudgeSettings;
}

/** Facts of stored sessions. Each state of a file is decoded once, in a thread, when somebody wants to see it. */
export class StoredFacts {
  readonly #options: StoredFactsOptions;
  readonly #cache = new FactsCache();
  readonly #changed = new vscode.EventEmitter<void>();
  /** More facts are known. */
  readonly onDidChange = this.#changed.event;
  #loading: Promise<void> | undefined;
  #wanted: readonly StoredSession[] = [];
  #isReading = false;

  constructor(options: StoredFactsOptions) {
    this.#options = options;
  }

  /** Facts known without reading the session; undefined if it has to be read. */
  async known(session: StoredSession): Promise<RecordedFacts | undefined> {
    await this.#load();
    return this.#cache.get({ ...session, ...keyOf(this.#options.settings()) });
  }

  /** Reads those that are not known yet, in this order, instead of those wanted before. */
  want(sessions: readonly StoredSession[]): void {
    this.#wanted = sessions;
    if (!this.#isReading && sessions.length > 0) background(this.#readWanted(), unexpected);
  }

  /** Keeps what a capture knows of its file, which then need not be read. */
  async record(path: string, facts: SessionFacts, settings: JudgeSettings): Promise<void> {
    await this.#load();
    const { size, mtimeMs } = await stat(path);
    const key = { name: basename(path, '.laglens'), bytes: size, modifiedMs: mtimeMs, ...keyOf(settings) };
    this.#cache.set(key, { kind: 'read', facts });
    this.#changed.fire();
    await this.#save();
  }

  async #readWanted(): Promise<void> {
    this.#isReading = true;
    let reader: FactsReader | undefined;
    let hasRead = false;
    try {
      for (let session = await this.#next(); session !== undefined; session = await this.#next()) {
        reader ??= this.#options.startReader();
        const { thresholdUs, limits } = this.#options.settings();
        const settings = { thresholdUs, limits };
        const key = { ...session, ...keyOf(settings) };
        try {
          this.#cache.set(key, await reader.read(session.path, settings));
        } catch (error) {
          this.#options.log.warn(`Facts of ${session.path} are not known: ${explain(error)}`);
          // A file that ended its thread would end the next one, too.
          this.#cache.set(key, { kind: 'unreadable', why: localized(messageOf(error)) }, true);
          reader.close();
          reader = undefined;
        }
        hasRead = true;
        this.#changed.fire();
      }
    } finally {
      this.#isReading = false;
      reader?.close();
    }
    if (hasRead) await this.#save();
  }

  async #next(): Promise<StoredSession | undefined> {
    for (const session of this.#wanted) if ((await this.known(session)) === undefined) return session;
    return undefined;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    try {
      this.#cache.add(new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#options.file)));
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return;
      this.#options.log.warn(`Stored facts of sessions cannot be read; the sessions are read again: ${explain(error)}`);
    }
  }

  /** Windows may overwrite each other's: then a session is read again. */
  async #save(): Promise<void> {
    const { file, log } = this.#options;
    try {
      const fresh = file.with({ path: `${file.path}.new` });
      await vscode.workspace.fs.writeFile(fresh, new TextEncoder().encode(this.#cache.toText()));
      await vscode.workspace.fs.rename(fresh, file, { overwrite: true });
    } catch (error) {
      log.warn(`Facts of sessions cannot be stored: ${explain(error)}`);
    }
  }
}

function keyOf({ thresholdUs, limits }: JudgeSettings): Pick<FactsKey, 'thresholdUs' | 'limits'> {
  return { thresholdUs, limits: limitsKey(limits) };
}
