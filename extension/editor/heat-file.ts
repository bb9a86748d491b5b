import * as vscode from 'vscode';
import type { CallerCost } from '../../core/analysis/file-costs.ts';
import type { WatchedFile } from '../../core/analysis/line-costs.ts';
import { declarationLines, mayBeInMethod } from '../sources/method-place.ts';
import type { SourceFinder } from '../sources/source-finder.ts';
import { type Freshness, freshnessOf } from './freshness.ts';
import type { HeatSession } from './heat-session.ts';
import { LineDrift } from './line-drift.ts';
import { type HeatOfTime, NO_HEAT, type ShownFunction, type ShownHeat, type ShownLine, shownHeat } from './shown-heat.ts';
import { originsOf, pathsNamed } from './source-document.ts';

/** So many functions are looked up in a source to tell whether it is what was built. */
const MOST_PROOFS = 5;

/** Runs from `from` on were built from the document as it was when `drift` began. */
interface Era {
  readonly from: number;
  readonly drift: LineDrift;
  watched: WatchedFile | undefined;
}

/** A document and what its lines cost in a session. Nothing is worked out while it is not watched; its edits are followed all the time. */
export class HeatFile {
  readonly document: vscode.TextDocument;
  readonly name: string;
  readonly #session: HeatSession;
  readonly #finder: SourceFinder;
  readonly #wasDirty: boolean;
  readonly #eras: Era[];
  #knownRuns = 0;
  #savedMs = 0;
  #times: readonly HeatOfTime[] = [];
  #shown: ShownHeat | undefined;
  /** All costs and lags together, by which it is seen that something came; undefined while it is not watched. */
  #sum: number | undefined;
  #declared: readonly number[] | undefined;
  #isMisplaced: boolean | undefined;
  /** Rows of `model.methods` whose paths were looked at, and those that lead here. */
  #methods = 0;
  readonly #paths = new Set<string>();

  constructor(document: vscode.TextDocument, session: HeatSession, finder: SourceFinder) {
    this.document = document;
    this.name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
    this.#session = session;
    this.#finder = finder;
    this.#wasDirty = document.isDirty;
    this.#eras = [{ from: 0, drift: new LineDrift(document.lineCount), watched: undefined }];
  }

  /** The costs as they stand in the document now. */
  get heat(): ShownHeat {
    this.#shown ??= this.#times.length === 0 ? NO_HEAT : shownHeat(this.#times);
    return this.#shown;
  }

  get isWatched(): boolean {
    return this.#times.length > 0;
  }

  get freshness(): Freshness {
    const { recordedMs } = this.#session;
    const isEdited = this.#eras.some(({ drift }) => drift.isEdited);
    return freshnessOf({
      savedMs: this.#savedMs,
      recordedMs,
      wasDirty: this.#wasDirty,
      isEdited,
      isMisplaced: this.#isMisplaced === true,
    });
  }

  /** Works out the costs, as far as the session's are up to date; true when they changed. */
  async update(): Promise<boolean> {
    if (await this.#findPaths()) this.hide();
    this.#savedMs = this.#savedMs || (await savedMs(this.document.uri));
    this.#takeRuns();
    this.#times = this.#eras.map((era, index) => {
      era.watched ??= this.#watch(era.from, this.#eras[index + 1]?.from);
      return { heat: era.watched.heat(), lineNow: (line) => era.drift.lineNow(line) };
    });
    this.#forget();
    this.#isMisplaced ??= this.heat.lines.length === 0 ? undefined : this.#hasMisplaced();
    const before = this.#sum;
    this.#sum = this.heat.lines.reduce((sum, { totalUs, lags }) => sum + totalUs + lags, this.heat.lines.length);
    return this.#sum !== before;
  }

  /** Nobody looks at it now. */
  hide(): void {
    for (const era of this.#eras) {
      era.watched?.close();
      era.watched = undefined;
    }
    this.#times = [];
    this.#sum = undefined;
    this.#forget();
  }

  edited({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
    const indent = (line: number): number => (line < document.lineCount ? document.lineAt(line).firstNonWhitespaceCharacterIndex : 0);
    for (const { drift } of this.#eras) drift.apply(contentChanges, indent);
    this.#forget();
  }

  lineAt(line: number): ShownLine | undefined {
    return this.heat.lines.find((cost) => cost.line === line);
  }

  /** The function around a line: of several the shortest. */
  functionAt(line: number): ShownFunction | undefined {
    const around = this.heat.functions.filter(({ first, last }) => first <= line && line <= last);
    return around.sort((a, b) => a.last - a.first - (b.last - b.first) || b.totalUs - a.totalUs)[0];
  }

  /** Callers of a line, the longest first. */
  callersOf(line: number): readonly CallerCost[] {
    const byNode = new Map<number, number>();
    for (const { drift, watched } of this.#eras) {
      const recorded = drift.lineThen(line);
      for (const { node, totalUs } of recorded === undefined || watched === undefined ? [] : watched.callers(recorded)) {
        byNode.set(node, (byNode.get(node) ?? 0) + totalUs);
      }
    }
    return [...byNode].map(([node, totalUs]) => ({ node, totalUs })).sort((a, b) => b.totalUs - a.totalUs);
  }

  /** Lines in which the functions of the heat are declared, as the source tells. */
  declarations(): readonly number[] {
    this.#declared ??= declarationLines(
      this.document.getText(),
      this.heat.functions.map(({ first, method }) => ({ line: first + 1, method })),
    ).map((line) => line - 1);
    return this.#declared;
  }

  /** A run that began after edits were saved is taken for one of the edited source. */
  #takeRuns(): void {
    const runs = this.#session.model.runs.length;
    const last = this.#eras.at(-1);
    if (last === undefined || last.from >= runs || runs <= this.#knownRuns) return;
    const isRebuilt = last.drift.isEdited && !this.document.isDirty;
    if (isRebuilt && this.#knownRuns > 0) {
      last.watched?.close();
      last.watched = undefined;
      this.#eras.push({ from: this.#knownRuns, drift: new LineDrift(this.document.lineCount), watched: undefined });
    }
    this.#knownRuns = runs;
  }

  #watch(from: number, to = Number.POSITIVE_INFINITY): WatchedFile {
    const { uri } = this.document;
    const isTheOne = (packageName: string): boolean => this.#finder.isMeant(packageName, this.name, uri);
    return this.#session.costs.watch(originsOf(this.name, this.document.getText(), isTheOne, this.#paths), { from, to });
  }

  #forget(): void {
    this.#shown = undefined;
    this.#declared = undefined;
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
    const [first] = this.#times;
    if (first?.heat.lines.some(({ line }) => line > this.document.lineCount) === true) return true;
    if (this.#eras.some(({ drift }) => drift.isEdited) || !/\.(?:java|kt)$/.test(this.name)) return false;
    const hottest = this.heat.functions.toSorted((a, b) => b.totalUs - a.totalUs).slice(0, MOST_PROOFS);
    const text = this.document.getText();
    return hottest.some(({ first, last, method }) => [first, last].some((line) => !mayBeInMethod(text, line + 1, method)));
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
