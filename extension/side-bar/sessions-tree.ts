import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import type { BaselineStore } from '../sessions/baseline/baseline-store.ts';
import type { StoredFacts } from '../sessions/facts/stored-facts.ts';
import type { RowTree, TreeRow, TreeView } from '../surface/trees.ts';
import { setContext } from '../surface/vscode/context.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { DayRow, dayRows, isFound, type ListedSession } from './session-rows.ts';

export interface SessionsTreeServices {
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  readonly baseline: BaselineStore;
  /** Completes recordings of killed editors. */
  recover(): Promise<void>;
}

/** The view of stored sessions. Files are watched and read only while it is visible. */
export class SessionsTree implements RowTree, vscode.Disposable {
  readonly #services: SessionsTreeServices;
  readonly #view: TreeView;
  readonly #subscriptions: vscode.Disposable[] = [];
  #watcher: vscode.Disposable | undefined;
  #search = '';

  constructor(view: TreeView, services: SessionsTreeServices) {
    this.#view = view;
    this.#services = services;
    this.#subscriptions.push(
      services.facts.onDidChange(guarded(() => this.#view.isVisible && this.#view.refresh(), unexpected)),
      services.baseline.onDidChange(guarded(() => this.refresh(), unexpected)),
      view.onDidChangeVisibility(guarded(() => this.#visibilityChanged(), unexpected)),
    );
    background(services.recover(), unexpected);
  }

  get search(): string {
    return this.#search;
  }

  /** Lists only what has these words; all for ''. */
  set search(text: string) {
    this.#search = text.trim();
    this.#view.description = this.#search === '' ? '' : vscode.l10n.t('search: {0}', this.#search);
    background(setContext('sessionsFiltered', this.#search !== ''), unexpected);
    this.#view.refresh();
  }

  /** Lists the files again. */
  refresh(): void {
    this.#view.refresh();
  }

  async children(of: TreeRow | undefined): Promise<readonly TreeRow[]> {
    if (of instanceof DayRow) return of.sessions;
    if (of !== undefined) return [];
    const listed = await this.#listed();
    if (this.#view.isVisible) {
      // The folder is there by now.
      this.#watch();
      this.#services.facts.want(listed.map(({ session }) => session));
    }
    const found = this.#search === '' ? listed : listed.filter((each) => isFound(each, this.#search));
    this.#view.message = found.length === 0 && listed.length > 0 ? vscode.l10n.t('No session matches “{0}”.', this.#search) : '';
    return dayRows(found, Date.now());
  }

  dispose(): void {
    this.#watcher?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #listed(): Promise<readonly ListedSession[]> {
    const { library, facts, baseline } = this.#services;
    const baselineKey = (await baseline.get())?.session;
    const sessions = await library.sessions();
    return Promise.all(
      sessions.map(async (session) => ({ session, recorded: await facts.known(session), isBaseline: session.path === baselineKey })),
    );
  }

  #visibilityChanged(): void {
    if (this.#view.isVisible) {
      this.#view.refresh();
    } else {
      this.#watcher?.dispose();
      this.#watcher = undefined;
      this.#services.facts.want([]);
    }
  }

  #watch(): void {
    if (this.#watcher !== undefined) return;
    const folder = vscode.Uri.file(this.#services.library.folder);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*.{laglens,pinned}'));
    this.#watcher = vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(guarded(() => this.refresh(), unexpected)),
      watcher.onDidChange(guarded(() => this.refresh(), unexpected)),
      watcher.onDidDelete(guarded(() => this.refresh(), unexpected)),
    );
  }
}
