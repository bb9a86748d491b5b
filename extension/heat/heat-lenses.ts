import * as vscode from 'vscode';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { commandId } from '../contributions/commands.ts';
import { fileText } from '../sessions/facts/session-texts.ts';
import { lensOver } from '../surface/editors.ts';
import type { LineCause } from './costs/cost-questions.ts';
import type { HeatFile } from './heat-file.ts';
import { freshnessText, functionText } from './heat-texts.ts';
import type { ShownFunction, ShownLine } from './shown-heat.ts';

/** Functions below this time and without lags get no lens. */
const LEAST_US = 10_000;
/** Wait for another extension's symbols. */
const SYMBOLS_WITHIN_MS = 400;

/** Further functions with lags have numbers only. */
const MOST_CAUSES = 12;

/** Argument of the command `laglens.showInLaglens`. */
export type WantedFunction = Pick<ShownFunction, 'class' | 'method'>;

/** Lenses over functions, and one over the file to name the session and clear heat. */
export class HeatLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #fileOf: (document: vscode.TextDocument) => { readonly file: HeatFile; readonly title: string } | undefined;
  readonly #appClasses: () => Promise<AppClasses>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;

  /** @param appClasses which classes are the app's, for causes */
  constructor(
    fileOf: (document: vscode.TextDocument) => { readonly file: HeatFile; readonly title: string } | undefined,
    appClasses: () => Promise<AppClasses>,
  ) {
    this.#fileOf = fileOf;
    this.#appClasses = appClasses;
  }

  refresh(): void {
    this.#changed.fire();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const shown = this.#fileOf(document);
    if (shown === undefined || shown.file.heat.lines.length === 0) return [];
    const { file, title } = shown;
    const functions = file.heat.functions;
    const texts = file.declarations();
    const symbols = file.isMisplaced ? [] : await functionSymbols(document);
    const byLine = new Map<number, ShownFunction>();
    for (const [index, cost] of functions.entries()) {
      const isLambda = cost.method.startsWith('lambda$');
      const line = (isLambda ? undefined : symbolLine(symbols, cost.first)) ?? texts[index];
      if (line === undefined || line >= document.lineCount || (cost.lags === 0 && cost.totalUs < LEAST_US)) continue;
      // Of short lambdas in one line, only the longest gets a lens.
      if (cost.totalUs > (byLine.get(line)?.totalUs ?? 0)) byLine.set(line, cost);
    }
    const causes = await this.#causes(file, [...byLine.values()]);
    return [...fileLenses(file, title), ...[...byLine].map(([line, cost]) => functionLens(line, cost, causes.get(cost)))];
  }

  /** Of the functions with most time in lags: why the longest lag of their hottest line lagged. */
  async #causes(file: HeatFile, functions: readonly ShownFunction[]): Promise<ReadonlyMap<ShownFunction, LineCause>> {
    const lagging = functions.filter(({ lags }) => lags > 0).sort((one, other) => other.lagUs - one.lagUs);
    if (lagging.length === 0) return new Map();
    const appClasses = await this.#appClasses();
    const causes = new Map<ShownFunction, LineCause>();
    for (const cost of lagging.slice(0, MOST_CAUSES)) {
      const line = hottestLine(file.heat.lines, cost);
      const cause = line === undefined ? undefined : await file.causeOf(line, appClasses);
      if (cause !== undefined) causes.set(cost, cause);
    }
    return causes;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function hottestLine(lines: readonly ShownLine[], { first, last }: ShownFunction): number | undefined {
  let hottest: ShownLine | undefined;
  for (const line of lines) {
    if (line.line >= first && line.line <= last && line.lagUs > (hottest?.lagUs ?? 0)) hottest = line;
  }
  return hottest?.line;
}

function functionLens(line: number, cost: ShownFunction, cause: LineCause | undefined): vscode.CodeLens {
  const shown: WantedFunction = { class: cost.class, method: cost.method };
  return lensOver(line, functionText(cost, cause), commandId('showInLaglens'), [shown]);
}

function fileLenses(file: HeatFile, title: string): readonly vscode.CodeLens[] {
  const doubt = freshnessText(file.freshness);
  const about = doubt === undefined ? `Laglens: ${fileText(title)}` : `Laglens: ${fileText(title)} · ${doubt}`;
  return [lensOver(0, about, '', []), lensOver(0, vscode.l10n.t('Hide costs'), commandId('clearHeat'), [])];
}

interface KnownSymbols {
  readonly version: number;
  readonly symbols: Promise<readonly vscode.DocumentSymbol[]>;
}

/** Other extensions are asked once per document version, not per cost change. */
const known = new WeakMap<vscode.TextDocument, KnownSymbols>();

function functionSymbols(document: vscode.TextDocument): Promise<readonly vscode.DocumentSymbol[]> {
  const { version } = document;
  const before = known.get(document);
  if (before?.version === version) return before.symbols;
  const symbols = askedSymbols(document);
  known.set(document, { version, symbols });
  return symbols;
}

/** Functions by other extensions' symbols; none if missing or late. */
async function askedSymbols(document: vscode.TextDocument): Promise<readonly vscode.DocumentSymbol[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SYMBOLS_WITHIN_MS).unref());
  const asked = vscode.commands.executeCommand<unknown>('vscode.executeDocumentSymbolProvider', document.uri);
  const found = await Promise.race([asked, late]);
  const functions: vscode.DocumentSymbol[] = [];
  const left: unknown[] = Array.isArray(found) ? [...found] : [];
  for (let symbol = left.pop(); symbol !== undefined; symbol = left.pop()) {
    if (!(symbol instanceof vscode.DocumentSymbol)) continue;
    if (FUNCTION_KINDS.has(symbol.kind)) functions.push(symbol);
    left.push(...symbol.children);
  }
  return functions;
}

const FUNCTION_KINDS: ReadonlySet<vscode.SymbolKind> = new Set([
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Constructor,
]);

/** Declaration line of the innermost function around a line. */
function symbolLine(symbols: readonly vscode.DocumentSymbol[], line: number): number | undefined {
  let innermost: vscode.DocumentSymbol | undefined;
  for (const symbol of symbols) {
    if (symbol.range.start.line > line || symbol.range.end.line < line) continue;
    if (innermost === undefined || innermost.range.contains(symbol.range)) innermost = symbol;
  }
  return innermost?.selectionRange.start.line;
}
