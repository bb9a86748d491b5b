import * as vscode from 'vscode';
import { explain } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import type { Selection } from '../../protocol/parse-from-page.ts';
import { settingId } from '../contributions/settings.ts';
import type { PageWatcher } from '../page/page-services.ts';
import type { PageSource } from '../page/page-source.ts';
import { LIBRARY_SCHEME } from '../sources/library-sources.ts';
import { mayHaveHeat } from '../sources/source-document.ts';
import type { SourceFinder } from '../sources/source-finder.ts';
import type { Log } from '../surface/log.ts';
import { setContext } from '../surface/vscode/context.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { HeatDecorations } from './heat-decorations.ts';
import { HeatFile } from './heat-file.ts';
import { HeatHover } from './heat-hover.ts';
import { HeatLenses, type WantedFunction } from './heat-lenses.ts';
import { HeatSession } from './heat-session.ts';
import { selectionText } from './heat-texts.ts';
import { hotLines } from './hot-lines.ts';

const REFRESH_MS = 1000;
/** Remote folders have schemes of their own; only sources get heat. */
const ANY_SCHEME = '*';

/** Shows line costs of the session whose page was last active. */
export class EditorHeat implements PageWatcher, vscode.Disposable {
  readonly #finder: SourceFinder;
  readonly #log: Log;
  readonly #isOfWindow: (source: PageSource) => boolean;
  readonly #decorations = new HeatDecorations();
  readonly #lenses: HeatLenses;
  readonly #subscriptions: vscode.Disposable[] = [];
  /** Sessions on pages, the last active one at the end. */
  readonly #sources = new Set<PageSource>();
  readonly #selections = new WeakMap<PageSource, Selection>();
  #session: HeatSession | undefined;
  #files = new Map<vscode.TextDocument, HeatFile>();
  #cleared: PageSource | undefined;
  /** Session of lenses and menus. */
  #shownSession: HeatSession | undefined;
  #isRefreshing = false;
  #wantsRefresh = false;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param isOfWindow true for the window's capture, which stays without a page
   * @param appClasses which classes are the app's, for causes
   */
  constructor(
    finder: SourceFinder,
    log: Log,
    isOfWindow: (source: PageSource) => boolean,
    appClasses: () => Promise<AppClasses> = async () => ({ packages: [], prefixes: [] }),
  ) {
    this.#finder = finder;
    this.#log = log;
    this.#isOfWindow = isOfWindow;
    this.#lenses = new HeatLenses((document) => this.#shownIn(document), appClasses);
    this.#subscriptions.push(
      this.#decorations,
      this.#lenses,
      vscode.languages.registerCodeLensProvider(ANY_SCHEME, this.#lenses),
      vscode.languages.registerHoverProvider(ANY_SCHEME, new HeatHover((document) => this.#shownIn(document), appClasses)),
      vscode.window.onDidChangeVisibleTextEditors(guarded(() => this.#refresh(), unexpected)),
      vscode.window.onDidChangeTextEditorVisibleRanges(guarded(({ textEditor }) => this.#draw(textEditor), unexpected)),
      vscode.workspace.onDidChangeTextDocument(guarded((event) => this.#edited(event), unexpected)),
      vscode.workspace.onDidCloseTextDocument(guarded((document) => this.#close(document), unexpected)),
      vscode.workspace.onDidChangeConfiguration(
        guarded((event) => event.affectsConfiguration(settingId('editorHeat')) && this.#begin(), unexpected),
      ),
    );
    this.#timer = setInterval(
      guarded(() => this.#session?.hasChanges && this.#refresh(), unexpected),
      REFRESH_MS,
    );
    this.#timer.unref();
  }

  onShown(source: PageSource): void {
    this.#sources.delete(source);
    // An earlier capture of this window has no page left, and is large.
    for (const other of this.#sources) if (other.model !== undefined && !this.#isOfWindow(other)) this.#sources.delete(other);
    this.#sources.add(source);
    if (this.#cleared !== source) this.#cleared = undefined;
    if (this.#session?.source !== source) this.#begin();
  }

  onJudging(source: PageSource): void {
    if (this.#session?.source !== source) return;
    this.#session.judgingChanged();
    this.#refresh();
  }

  onSelection(source: PageSource, selection: Selection | undefined): void {
    if (selection === undefined) this.#selections.delete(source);
    else this.#selections.set(source, selection);
    if (this.#session?.source !== source) return;
    this.#session.select(selection);
    // They watch the costs of the previous selection.
    for (const file of this.#files.values()) file.hide();
    this.#lenses.refresh();
    this.#refresh();
  }

  onClosed(source: PageSource): void {
    // Without a page, nobody could clear its selection.
    this.onSelection(source, undefined);
    if (this.#isOfWindow(source)) return;
    this.#sources.delete(source);
    if (this.#session?.source === source) this.#begin();
  }

  /** Hides heat until restored, or until another session is active. */
  clear(): void {
    this.#cleared = this.#session?.source ?? this.#cleared;
    this.#begin();
  }

  restore(): void {
    this.#cleared = undefined;
    this.#begin();
  }

  /** The function at the cursor, undefined if it was not sampled. */
  functionAtCursor(): WantedFunction | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && this.#shownIn(editor.document)?.file.functionAt(editor.selection.active.line);
  }

  /** Lines from 0 of a document that are worth a visit. */
  hotLinesOf(document: vscode.TextDocument): readonly number[] {
    const shown = this.#shownIn(document);
    return shown === undefined ? [] : hotLines(shown.file.lines, shown.session.facts.workUs);
  }

  get source(): PageSource | undefined {
    return this.#session?.source;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#session?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #shownIn(document: vscode.TextDocument): { readonly file: HeatFile; readonly session: HeatSession; readonly title: string } | undefined {
    const file = this.#files.get(document);
    const session = this.#session;
    if (!file?.isWatched || session === undefined) return undefined;
    const { title } = session.source.about;
    const selected = selectionText(session.selection);
    return { file, session, title: selected === undefined ? title : `${title} · ${selected}` };
  }

  #begin(): void {
    this.#session?.dispose();
    this.#files = new Map();
    const isOn = vscode.workspace.getConfiguration('laglens').get('editorHeat') !== false;
    const source = [...this.#sources].at(-1);
    const isShown = isOn && source !== undefined && source !== this.#cleared;
    const failed = (error: unknown): void => this.#log.warn(`Costs of lines are not known: ${explain(error)}`);
    this.#session = isShown ? new HeatSession(source, failed) : undefined;
    if (source !== undefined) this.#session?.select(this.#selections.get(source));
    background(setContext('heat', isShown), unexpected);
    background(setContext('heatCleared', isOn && this.#cleared !== undefined), unexpected);
    this.#refresh();
  }

  /** Refreshes visible editors; repeats if asked meanwhile. */
  #refresh(): void {
    this.#wantsRefresh = true;
    if (!this.#isRefreshing) background(this.#refreshAll(), unexpected);
  }

  async #refreshAll(): Promise<void> {
    this.#isRefreshing = true;
    while (this.#wantsRefresh) {
      this.#wantsRefresh = false;
      try {
        await this.#refreshOnce();
      } catch (error) {
        this.#log.error(`Costs of lines could not be worked out: ${explain(error)}`);
      }
    }
    this.#isRefreshing = false;
  }

  async #refreshOnce(): Promise<void> {
    const session = this.#session;
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => isSource(document));
    const visible = new Set(session === undefined ? [] : editors.map(({ document }) => document));
    for (const file of this.#files.values()) if (!visible.has(file.document)) file.hide();
    const areNew = session !== undefined && visible.size > 0 && (await this.#update(session, visible));
    if (session !== this.#session) return;
    for (const editor of editors) this.#draw(editor);
    if (!areNew && session === this.#shownSession) return;
    this.#shownSession = session;
    this.#lenses.refresh();
    this.#updatePathContext();
  }

  /** True if a document's costs changed. */
  async #update(session: HeatSession, visible: ReadonlySet<vscode.TextDocument>): Promise<boolean> {
    background(
      session.read(() => this.#refresh()),
      unexpected,
    );
    await session.update();
    let areNew = false;
    for (const document of visible) {
      if (session !== this.#session) break;
      if (document.isClosed) continue;
      const file = this.#files.get(document) ?? new HeatFile(document, session, this.#finder);
      this.#files.set(document, file);
      areNew = (await file.update()) || areNew;
    }
    return areNew;
  }

  /** Sets the files whose menu offers Laglens. */
  #updatePathContext(): void {
    const hot = [...this.#files.values()].filter(({ heat }) => heat.functions.length > 0);
    const paths = hot.map(({ document }) => document.uri.fsPath);
    background(setContext('heatPaths', paths), unexpected);
  }

  #draw(editor: vscode.TextEditor): void {
    const shown = this.#shownIn(editor.document);
    if (shown === undefined) this.#decorations.clear(editor);
    else this.#decorations.show(editor, shown.file.lines, shown.session.facts.workUs);
  }

  #edited(event: vscode.TextDocumentChangeEvent): void {
    const file = this.#files.get(event.document);
    if (file === undefined || event.contentChanges.length === 0) return;
    file.edited(event);
    // VS Code requests lenses again by itself.
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === event.document) this.#draw(editor);
  }

  #close(document: vscode.TextDocument): void {
    this.#files.get(document)?.close();
    this.#files.delete(document);
  }
}

/** True for possible app code: no diff side, no output. */
function isSource({ uri }: vscode.TextDocument): boolean {
  const isFile = uri.scheme === 'file' || uri.scheme === LIBRARY_SCHEME || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isFile && mayHaveHeat(uri.path);
}
