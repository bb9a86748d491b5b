import * as vscode from 'vscode';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { declarationLines, declaredLines, mayBeInMethod } from '../sources/method-place.ts';
import { sourceKey } from '../sources/source-document.ts';
import type { SourceFinder } from '../sources/source-finder.ts';
import type { LineCause, NamedCallers, WatchedLine } from './costs/cost-questions.ts';
import { type Freshness, freshnessOf } from './freshness.ts';
import type { HeatSession, HeatWatch } from './heat-session.ts';
import { LineDrift } from './line-drift.ts';
import { type HeatOfTime, NO_HEAT, type ShownFunction, type ShownHeat, type ShownLine, shownHeat } from './shown-heat.ts';

/** Functions checked to see whether the source was built. */
const MOST_PROOFS = 5;
/** Native paths checked per document name. Builds have several of one name, not hundreds. */
const MOST_PATHS = 500;

/** Runs from `from` on were built from the document as it was when `drift` began. */
interface Era {
  readonly from: number;
  readonly drift: LineDrift;
  readonly lines: number;
  watched: HeatWatch | undefined;
}

/** A document with its line costs in a session. Always follows edits, but computes only while watched. */
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
  /** Total costs and lags, to see changes; undefined while not watched. */
  #sum: number | undefined;
  #declared: readonly (number | undefined)[] | undefined;
  #isMisplaced: boolean | undefined;
  /** Row of methods to continue the path search from, paths checked, and paths that match. */
  #methods = 0;
  readonly #lookedUp = new Set<string>();
  readonly #paths = new Set<string>();
  /** Times it was hidden, which makes earlier answers obsolete. */
  #hidden = 0;
  #isClosed = false;

  constructor(document: vscode.TextDocument, session: HeatSession, finder: SourceFinder) {
    this.document = document;
    this.name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
    this.#session = session;
    this.#finder = finder;
    this.#wasDirty = document.isDirty;
    this.#eras = [{ from: 0, drift: new LineDrift(document.lineCount), lines: document.lineCount, watched: undefined }];
  }

  get heat(): ShownHeat {
    this.#shown ??= this.#times.length === 0 ? NO_HEAT : shownHeat(this.#times);
    return this.#shown;
  }

  /** None if recorded lines are not the document's: a line's cost would stand at another one. */
  get lines(): readonly ShownLine[] {
    return this.isMisplaced ? [] : this.heat.lines;
  }

  /** The source is another than the built one, by its functions' places. */
  get isMisplaced(): boolean {
    return this.#isMisplaced === true;
  }

  get isWatched(): boolean {
    return this.#times.length > 0;
  }

  get freshness(): Freshness {
    const { recordedMs } = this.#session.facts;
    const isEdited = this.#eras.some(({ drift }) => drift.isEdited);
    return freshnessOf({
      savedMs: this.#savedMs,
      recordedMs,
      wasDirty: this.#wasDirty,
      isEdited,
      isMisplaced: this.isMisplaced,
    });
  }

  /** Computes current costs; true if they changed. */
  async update(): Promise<boolean> {
    if (await this.#findPaths()) this.hide();
    if (this.#eras.some(({ watched }) => watched?.isCurrent === false)) this.hide();
    this.#savedMs = this.#savedMs || (await savedMs(this.document.uri));
    if (this.#isClosed) return false;
    this.#takeRuns();
    const hidden = this.#hidden;
    const times = await Promise.all(this.#eras.map((era, index) => this.#heatOf(era, this.#eras[index + 1]?.from)));
    if (hidden !== this.#hidden) return false;
    this.#times = times;
    this.#forget();
    this.#isMisplaced ??= this.heat.lines.length === 0 ? undefined : this.#hasMisplaced();
    const before = this.#sum;
    this.#sum = this.heat.lines.reduce((sum, { totalUs, lags }) => sum + totalUs + lags, this.heat.lines.length);
    return this.#sum !== before;
  }

  hide(): void {
    this.#hidden++;
    for (const era of this.#eras) {
      era.watched?.close();
      era.watched = undefined;
    }
    this.#times = [];
    this.#sum = undefined;
    this.#forget();
  }

  close(): void {
    this.#isClosed = true;
    this.hide();
  }

  edited({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
    const indent = (line: number): number => (line < document.lineCount ? document.lineAt(line).firstNonWhitespaceCharacterIndex : 0);
    for (const { drift } of this.#eras) drift.apply(contentChanges, indent);
    this.#forget();
  }

  lineAt(line: number): ShownLine | undefined {
    return this.lines.find((cost) => cost.line === line);
  }

  functionAt(line: number): ShownFunction | undefined {
    if (this.isMisplaced) return undefined;
    const around = this.heat.functions.filter(({ first, last }) => first <= line && line <= last);
    return around.sort((a, b) => a.last - a.first - (b.last - b.first) || b.totalUs - a.totalUs)[0];
  }

  /** @param most number of names */
  callersOf(line: number, most: number): Promise<NamedCallers> {
    return this.#session.callers(this.#recorded(line), most);
  }

  causeOf(line: number, appClasses: AppClasses): Promise<LineCause | undefined> {
    return this.#session.cause(this.#recorded(line), appClasses);
  }

  #recorded(line: number): readonly WatchedLine[] {
    return this.#eras.flatMap(({ drift, watched }) => {
      const then = drift.lineThen(line);
      return then === undefined || watched === undefined ? [] : [{ file: watched.file, line: then }];
    });
  }

  /** Line from 0 of each function's declaration, undefined if another source has none. */
  declarations(): readonly (number | undefined)[] {
    const places = this.heat.functions.map(({ first, method }) => ({ line: first + 1, method }));
    const lines = this.isMisplaced ? declaredLines : declarationLines;
    this.#declared ??= lines(this.document.getText(), places).map((line) => (line === undefined ? undefined : line - 1));
    return this.#declared;
  }

  /** A run that began after a save belongs to the edited source. */
  #takeRuns(): void {
    const { runs } = this.#session.facts;
    const last = this.#eras.at(-1);
    if (last === undefined || last.from >= runs || runs <= this.#knownRuns) return;
    const isRebuilt = last.drift.isEdited && !this.document.isDirty;
    if (isRebuilt && this.#knownRuns > 0) {
      last.watched?.close();
      last.watched = undefined;
      const lines = this.document.lineCount;
      // Nothing is known of the lines of a build of another source.
      if (this.isMisplaced) for (const era of this.#eras.splice(0)) era.watched?.close();
      this.#isMisplaced = undefined;
      this.#eras.push({ from: this.#knownRuns, drift: new LineDrift(lines), lines, watched: undefined });
    }
    this.#knownRuns = runs;
  }

  async #heatOf(era: Era, to = Number.POSITIVE_INFINITY): Promise<HeatOfTime> {
    const { uri } = this.document;
    const isTheOne = (packageName: string): boolean => this.#finder.isMeant(packageName, this.name, uri);
    era.watched ??= this.#session.watch(
      sourceKey(this.name, this.document.getText(), isTheOne, this.#paths),
      { from: era.from, to },
      era.lines,
    );
    return { heat: await era.watched.heat(), lineNow: (line) => era.drift.lineNow(line) };
  }

  #forget(): void {
    this.#shown = undefined;
    this.#declared = undefined;
  }

  async #findPaths(): Promise<boolean> {
    let areNew = false;
    for (let isAll = false; !isAll && this.#lookedUp.size < MOST_PATHS; ) {
      const found = await this.#session.paths(this.name, this.#methods);
      this.#methods = found.next;
      isAll = found.isAll;
      for (const path of found.paths) {
        if (this.#lookedUp.has(path) || this.#lookedUp.size >= MOST_PATHS) continue;
        this.#lookedUp.add(path);
        if (!(await this.#finder.leadsTo(path, this.document.uri))) continue;
        this.#paths.add(path);
        areNew = true;
      }
    }
    return areNew;
  }

  /** True if a recorded line is certainly in another method or behind the end. */
  #hasMisplaced(): boolean {
    const [first] = this.#times;
    // Kotlin numbers inlined lines after the file's end, where no source map leads back.
    if (!/\.kts?$/.test(this.name) && first?.heat.lines.some(({ line }) => line > this.document.lineCount) === true) return true;
    if (this.#eras.some(({ drift }) => drift.isEdited) || !/\.(?:java|kt)$/.test(this.name)) return false;
    const hottest = this.heat.functions.toSorted((a, b) => b.totalUs - a.totalUs).slice(0, MOST_PROOFS);
    const text = this.document.getText();
    return hottest.some(({ first, last, method }) => [first, last].some((line) => !mayBeInMethod(text, line + 1, method)));
  }
}

/** 0 without such a time. */
async function savedMs(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).mtime;
  } catch {
    // A library source is not a file and cannot be edited.
    return 0;
  }
}
