import * as vscode from 'vscode';
import { spaceBefore, textsAround } from '../surface/editors.ts';
import { columnsToMove, costBox } from './cost-column.ts';
import type { HeatFile } from './heat-file.ts';
import { HEAT_STEPS, heatMarks } from './heat-step.ts';
import { lagsText, lineText } from './heat-texts.ts';

/** Lines above and below the visible ones that have texts already. */
const MARGIN_LINES = 80;
/** VS Code's, for the time before an editor knows its own. */
const DEFAULT_TAB_SIZE = 4;

/** Bars and texts at lines, one decoration type per step. A cost stands before its code: long lines end outside of narrow editors. */
export class HeatDecorations implements vscode.Disposable {
  /** Moves lines without a cost as far as those with one. */
  readonly #moved = vscode.window.createTextEditorDecorationType({ rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed });
  readonly #types: readonly vscode.TextEditorDecorationType[];

  constructor() {
    this.#types = Array.from({ length: HEAT_STEPS }, (_, index) => {
      const color = new vscode.ThemeColor(`laglens.heat${index + 1}`);
      return vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        borderStyle: 'solid',
        borderWidth: '0 0 0 3px',
        borderColor: color,
        overviewRulerColor: color,
        overviewRulerLane: vscode.OverviewRulerLane.Left,
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
        before: { color: new vscode.ThemeColor('laglens.heatText') },
        after: { margin: '0 0 0 4ch', color: new vscode.ThemeColor('laglens.heatText') },
      });
    });
  }

  show(editor: vscode.TextEditor, file: HeatFile, workUs: number | undefined): void {
    const { document, visibleRanges } = editor;
    const from = Math.min(...visibleRanges.map(({ start }) => start.line)) - MARGIN_LINES;
    const to = Math.max(...visibleRanges.map(({ end }) => end.line)) + MARGIN_LINES;
    const steps = heatMarks(file.heat.lines, { from, to, count: document.lineCount }, workUs);
    const costly = steps.flat().map(({ line }) => line);
    const moved = columnsToMove(
      costly.map((line) => document.lineAt(line).text),
      Number(editor.options.tabSize) || DEFAULT_TAB_SIZE,
    );
    for (const [index, type] of this.#types.entries()) {
      const options = (steps[index] ?? []).map(({ line, near }) => {
        if (near === undefined) return { range: new vscode.Range(line, 0, line, 0) };
        const text = lineText(near);
        return textsAround(document.lineAt(line).range, { text, ...costBox(text, moved) }, lagsText(near));
      });
      editor.setDecorations(type, options);
    }
    const others = new Set(moved > 0 ? linesNear(visibleRanges, document.lineCount) : []);
    for (const line of costly) others.delete(line);
    editor.setDecorations(
      this.#moved,
      [...others].map((line) => spaceBefore(line, `${moved}ch`)),
    );
  }

  clear(editor: vscode.TextEditor): void {
    for (const type of [...this.#types, this.#moved]) editor.setDecorations(type, []);
  }

  dispose(): void {
    for (const type of [...this.#types, this.#moved]) type.dispose();
  }
}

/** Visible lines and some around them. Folded lines are left out: there may be many. */
function* linesNear(ranges: readonly vscode.Range[], count: number): Generator<number> {
  for (const { start, end } of ranges) {
    const last = Math.min(end.line + MARGIN_LINES, count - 1);
    for (let line = Math.max(0, start.line - MARGIN_LINES); line <= last; line++) yield line;
  }
}
