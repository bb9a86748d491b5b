import * as vscode from 'vscode';
import { editorLine, editorParagraphs } from '../../core/text/editor-text.ts';

/** UTF-16 units of a name in the status bar, which others have things to say in, too. */
const STATUS_LENGTH = 160;
const REMARK_MS = 8_000;

/** A remark in the status bar that goes by itself. @param icon a name of VS Code's icons */
export function remark(icon: string, text: string, milliseconds = REMARK_MS): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${editorLine(text, STATUS_LENGTH)}`, milliseconds);
}

/** An item of the status bar at its left. */
export class StatusEntry implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  /** @param name for the status bar's menu @param command what a click does */
  constructor(id: string, name: string, command: string) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 10);
    this.#item.name = editorLine(name);
    this.#item.command = command;
    this.#item.show();
  }

  /** @param about what screen readers say @param detail further lines of the tooltip, '' for none */
  show(icon: string, text: string, about: string, detail: string): void {
    this.#item.text = `$(${icon}) ${editorLine(text, STATUS_LENGTH)}`;
    const label = editorLine(about);
    this.#item.tooltip = detail === '' ? label : `${label}\n${editorParagraphs(detail)}`;
    this.#item.accessibilityInformation = { label, role: 'button' };
  }

  dispose(): void {
    this.#item.dispose();
  }
}
