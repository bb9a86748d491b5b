import * as vscode from 'vscode';
import { textBehind, textsAround } from '../surface/editors.ts';
import { costBox, fitsBefore } from './cost-column.ts';
import { HEAT_STEPS, heatMarks } from './heat-step.ts';
import { lagsText, lineText } from './heat-texts.ts';
import type { ShownLine } from './shown-heat.ts';

/** Lines above and below the visible ones that have texts already. */
const MARGIN_LINES = 80;
/** VS Code's, for the time before an editor knows its own. */
const DEFAULT_TAB_SIZE = 4;

/**
 * Bars and texts at lines, one decoration type per step. They come while people read, so no code moves: a cost stands in its line's
 * indentation, as long lines end outside of narrow editors, or behind the line where there is no room.
 */
export class HeatDecorations implements vscode.Disposable {
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

  show(editor: vscode.TextEditor, lines: readonly ShownLine[], workUs: number | undefined): void {
    const { document, visibleRanges } = editor;
    const from = Math.min(...visibleRanges.map(({ start }) => start.line)) - MARGIN_LINES;
    const to = Math.max(...visibleRanges.map(({ end }) => end.line)) + MARGIN_LINES;
    const steps = heatMarks(lines, { from, to, count: document.lineCount }, workUs);
    const tabSize = Number(editor.options.tabSize) || DEFAULT_TAB_SIZE;
    for (const [index, type] of this.#types.entries()) {
      const options = (steps[index] ?? []).map(({ line, near }) => {
        if (near === undefined) return { range: new vscode.Range(line, 0, line, 0) };
        const { range, text: code } = document.lineAt(line);
        const [cost, lags] = [lineText(near), lagsText(near)];
        if (fitsBefore(code, tabSize)) return textsAround(range, { text: cost, ...costBox(cost) }, lags);
        return textBehind(range, lags === undefined ? cost : `${cost} · ${lags}`);
      });
      editor.setDecorations(type, options);
    }
  }

  clear(editor: vscode.TextEditor): void {
    for (const type of this.#types) editor.setDecorations(type, []);
  }

  dispose(): void {
    for (const type of this.#types) type.dispose();
  }
}
