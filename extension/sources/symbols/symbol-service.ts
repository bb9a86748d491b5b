import * as vscode from 'vscode';
import { background } from '../../../core/guarded.ts';
import { SessionSymbols } from '../../../host/builds/session-symbols.ts';
import { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import type { RecordSink, SessionSymbolicator } from '../../../host/capture/capture-options.ts';
import type { Log } from '../../surface/log.ts';
import { unexpected } from '../../surface/vscode/unexpected.ts';
import { type NamingThread, SymbolicationThread } from './names-thread.ts';
import { RecordedSymbolication } from './recorded-symbolication.ts';
import { WorkspaceBuilds } from './workspace-builds.ts';

/** Names for all sessions of this window, with one builds thread and one index. */
export class SymbolService implements vscode.Disposable {
  readonly #thread: SymbolThread;
  readonly #builds: WorkspaceBuilds;
  readonly #log: Log;
  readonly #active = new Set<SessionSymbols | SymbolicationThread>();
  readonly #asked = new vscode.EventEmitter<void>();
  /** Somebody asked for another search, maybe in another place. */
  readonly onDidAsk = this.#asked.event;

  constructor(storage: vscode.Uri, log: Log) {
    this.#log = log;
    this.#thread = new SymbolThread({ log: (line) => log.warn(line) });
    this.#builds = new WorkspaceBuilds(this.#thread, vscode.Uri.joinPath(storage, 'symbols').fsPath, log);
  }

  /** Names a capture, which records the names. */
  ofCapture(add: RecordSink): SessionSymbolicator {
    const names = this.#sessionSymbols(add);
    names.begin();
    return {
      follow: (message) => names.follow(message),
      settled: () => names.settled(),
      close: () => this.#close(names),
    };
  }

  /** @param thread follows the session, maybe for others, too */
  ofRecording(thread?: NamingThread): RecordedSymbolication {
    return new RecordedSymbolication((found) => {
      const names: SymbolicationThread = new SymbolicationThread({
        builds: this.#builds,
        symbols: this.#thread,
        ...(thread === undefined ? {} : { thread }),
        found,
        log: (line) => this.#log.warn(line),
        closed: () => this.#active.delete(names),
      });
      this.#active.add(names);
      return names;
    });
  }

  /** Searches again for names that are not of the exact build; resolves when done. */
  async retry(): Promise<void> {
    this.#builds.forget();
    this.#asked.fire();
    for (const names of this.#active) names.retry();
    await this.#settled();
  }

  /** The same, from now on also in this file or folder, a copy of it if it is remote. */
  async locate(place: vscode.Uri): Promise<void> {
    this.#asked.fire();
    // Reaches all symbolications.
    this.#builds.locate(await this.#builds.here(place));
    await this.#settled();
  }

  /** Folders here with builds of remote folders, maybe not yet copied. */
  get remoteCopies(): readonly string[] {
    return this.#builds.remoteCopies;
  }

  /** Copies builds of remote folders that are new, in the background. */
  copyRemoteBuilds(): void {
    this.#builds.copyRemote();
  }

  placesChanged(): void {
    this.#builds.reopen();
  }

  dispose(): void {
    for (const names of [...this.#active]) this.#close(names);
    this.#builds.end();
    this.#asked.dispose();
    background(this.#thread.close(), unexpected);
  }

  async #settled(): Promise<void> {
    await Promise.all([...this.#active].map((names) => names.settled()));
  }

  #sessionSymbols(write: RecordSink): SessionSymbols {
    const names = new SessionSymbols({ builds: this.#builds, symbols: this.#thread, write, log: (line) => this.#log.error(line) });
    this.#active.add(names);
    return names;
  }

  #close(names: SessionSymbols | SymbolicationThread): void {
    names.close();
    this.#active.delete(names);
  }
}
