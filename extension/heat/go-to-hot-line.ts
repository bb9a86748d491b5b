import * as vscode from 'vscode';
import { remark } from '../surface/status-bar.ts';
import type { EditorHeat } from './editor-heat.ts';
import { hotLineFrom } from './hot-lines.ts';

/** Moves the cursor of the active editor to another hot line. */
export function goToHotLine(heat: EditorHeat, direction: 'next' | 'previous'): void {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const line = hotLineFrom(heat.hotLinesOf(editor.document), editor.selection.active.line, direction);
  if (line === undefined || line >= editor.document.lineCount) {
    remark('info', vscode.l10n.t('The shown session has no cost in this file.'));
    return;
  }
  const place = new vscode.Position(line, editor.document.lineAt(line).firstNonWhitespaceCharacterIndex);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
