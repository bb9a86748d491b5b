import * as vscode from 'vscode';
import { textAfter } from '../surface/editors.ts';
import type { HeatFile } from './heat-file.ts';
import { HEAT_STEPS, heatMarks } from './heat-step.ts';
import { lineText } from './heat-texts.ts';

/** Lines above and below the visible ones that have texts already. */
const MARGIN_LINES = 80;

/** Bars and texts at lines, one decoration type per step. */
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
        after: { margin: '0 0 0 4ch', color: new vscode.ThemeColor('laglens.heatText') },
      });
    });
  }

  show(editor: vscode.TextEditor, file: HeatFile, workUs: number | undefined): void {
    const { document, visibleRanges } = editor;
    const from = Math.min(...visibleRanges.map(({ start }) => start.line)) - MARGIN_LINES;
    const to = Math.max(...visibleRanges.map(({ end }) => end.line)) + MARGIN_LINES;
    const steps = heatMarks(file.heat.lines, { from, to, count: document.lineCount }, workUs);
    for (const [index, type] of this.#types.entries()) {
      const options = (steps[index] ?? []).map(({ line, near }) => {
        if (near === undefined) return { range: new vscode.Range(line, 0, line, 0) };
        return textAfter(document.lineAt(line).range, lineText(near));
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
