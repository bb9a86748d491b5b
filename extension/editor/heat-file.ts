import * as vscode from 'vscode';
import type { CallerCost, FileHeat, FunctionCost, LineCost } from '../../core/analysis/file-costs.ts';
import type { WatchedFile } from '../../core/analysis/line-costs.ts';
import { declarationLines, mayBeInMethod } from '../sources/method-place.ts';
import type { SourceFinder } from '../sources/source-finder.ts';
import { type Freshness, freshnessOf } from './freshness.ts';
import type { HeatSession } from './heat-session.ts';
import { LineDrift } from './line-drift.ts';
import { originsOf, pathsNamed } from './source-document.ts';

/** So many functions are looked up in a source to tell whether it is what was built. */
const MOST_PROOFS = 5;
const NO_HEAT: FileHeat = { lines: [], functions: [] };

/** A document and what its lines cost in a session. Nothing is worked out while it is not watched; its edits are followed all the time. */
export class HeatFile {
  readonly document: vscode.TextDocument;
  readonly name: string;
  readonly #session: HeatSession;
  readonly #finder: SourceFinder;
  readonly #wasDirty: boolean;
  #drift: LineDrift;
  #savedMs = 0;
  #watched: WatchedFile | undefined;
  #heat: FileHeat = NO_HEAT;
  #isMisplaced: boolean | undefined;
  /** Rows of `model.methods` whose paths were looked at, and those that lead here. */
  #methods = 0;
  readonly #paths = new Set<string>();
  #declared: { readonly version: number; readonly heat: FileHeat; readonly lines: readonly number[] } | undefined;

  constructor(document: vscode.TextDocument, session: HeatSession, finder: SourceFinder) {
    this.document = document;
    this.name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
    this.#session = session;
    this.#finder = finder;
    this.#wasDirty = document.isDirty;
    this.#drift = new LineDrift(document.lineCount);
  }

  get heat(): FileHeat {
    return this.#heat;
  }

  get isWatched(): boolean {
    return this.#watched !== undefined;
  }

  get freshness(): Freshness {
    const { recordedMs } = this.#session;
    const [savedMs, wasDirty, isEdited] = [this.#savedMs, this.#wasDirty, this.#drift.isEdited];
    return freshnessOf({ savedMs, recordedMs, wasDirty, isEdited, isMisplaced: this.#isMisplaced === true });
  }

  /** Works out the costs, as far as the session's are up to date. */
  async update(): Promise<void> {
    const arePathsNew = await this.#findPaths();
    if (arePathsNew) this.hide();
    this.#watched ??= await this.#watch();
    this.#heat = this.#watched.heat();
    this.#isMisplaced ??= this.#heat.lines.length === 0 ? undefined : this.#hasMisplaced();
  }

  /** Nobody looks at it now. */
  hide(): void {
    this.#watched?.close();
    this.#watched = undefined;
    this.#heat = NO_HEAT;
  }

  edited({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
    this.#drift.apply(contentChanges, (line) => (line < document.lineCount ? document.lineAt(line).firstNonWhitespaceCharacterIndex : 0));
  }

  /** Where a recorded line (from 1) is now (from 0); undefined when it was deleted, or is behind the end. */
  lineNow(line: number): number | undefined {
    return this.#drift.lineNow(line);
  }

  /** The recorded cost of a line of the document, from 0. */
  lineAt(line: number): LineCost | undefined {
    const recorded = this.#drift.lineThen(line);
    return this.#heat.lines.find((cost) => cost.line === recorded);
  }

  /** The function around a line of the document, from 0: of several the shortest. */
  functionAt(line: number): FunctionCost | undefined {
    const at = this.#drift.lineThen(line) ?? 0;
    const around = this.#heat.functions.filter(({ leastLine, mostLine }) => leastLine > 0 && leastLine <= at && at <= mostLine);
    return around.sort((a, b) => a.mostLine - a.leastLine - (b.mostLine - b.leastLine) || b.totalUs - a.totalUs)[0];
  }

  callersOf(line: number): readonly CallerCost[] {
    return this.#watched?.callers(line) ?? [];
  }

  /** Where each function of the heat is declared now (from 0), as the source tells; undefined for one that was deleted. */
  declarations(): readonly (number | undefined)[] {
    const { version } = this.document;
    if (this.#declared?.version !== version || this.#declared.heat !== this.#heat) {
      const places = this.#heat.functions.map(({ leastLine, method }) => ({ line: (this.lineNow(leastLine) ?? -1) + 1, method }));
      this.#declared = { version, heat: this.#heat, lines: declarationLines(this.document.getText(), places) };
    }
    return this.#declared.lines.map((line) => (line > 0 ? line - 1 : undefined));
  }

  async #watch(): Promise<WatchedFile> {
    const { uri } = this.document;
    this.#savedMs = this.#savedMs || (await savedMs(uri));
    const isTheOne = (packageName: string): boolean => this.#finder.isMeant(packageName, this.name, uri);
    return this.#session.costs.watch(originsOf(this.name, this.document.getText(), isTheOne, this.#paths));
  }

  /** Looks for paths of native sources that lead here, among those that are new in the session. */
  async #findPaths(): Promise<boolean> {
    const { methods } = this.#session.model;
    const fresh = methods.slice(this.#methods);
    this.#methods = methods.length;
    let areNew = false;
    for (const path of pathsNamed(this.name, fresh)) {
      if (this.#paths.has(path) || !(await this.#finder.leadsTo(path, this.document.uri))) continue;
      this.#paths.add(path);
      areNew = true;
    }
    return areNew;
  }

  /** True when a recorded line surely is in another method, or behind the end. */
  #hasMisplaced(): boolean {
    if (this.#heat.lines.some(({ line }) => line > this.document.lineCount)) return true;
    if (this.#drift.isEdited || !/\.(?:java|kt)$/.test(this.name)) return false;
    const hottest = this.#heat.functions.toSorted((a, b) => b.totalUs - a.totalUs).slice(0, MOST_PROOFS);
    const text = this.document.getText();
    return hottest.some(({ leastLine, mostLine, method }) => [leastLine, mostLine].some((line) => !mayBeInMethod(text, line, method)));
  }
}

/** 0 for what has no such time. */
async function savedMs(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    // A source of a library is no file: nobody edits it.
    return 0;
  }
}
