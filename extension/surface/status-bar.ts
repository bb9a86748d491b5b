import * as vscode from 'vscode';
import { editorLine, editorParagraphs } from '../../core/text/editor-text.ts';

/** UTF-16 units of a name, as the status bar is shared. */
const STATUS_LENGTH = 160;
const REMARK_MS = 8_000;

/**
 * A temporary message in the status bar.
 * @param icon VS Code icon
 */
export function remark(icon: string, text: string, milliseconds = REMARK_MS): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${editorLine(text, STATUS_LENGTH)}`, milliseconds);
}

/** An item at the left of the status bar. */
export class StatusEntry implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  /**
   * @param name in the status bar's menu
   * @param click runs on click
   */
  constructor(id: string, name: string, click: Omit<vscode.Command, 'title' | 'tooltip'>) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 10);
    this.#item.name = editorLine(name);
    this.#item.command = { ...click, title: '' };
    this.#item.show();
  }

  /**
   * @param about for screen readers
   * @param detail more tooltip lines, may be ''
   */
  show(icon: string, text: string, about: string, detail: string): void {
    this.#item.text = `$(${icon}) ${editorLine(text, STATUS_LENGTH)}`;
    const label = editorLine(about);
    this.#item.tooltip = detail === '' ? label : `${label}\n${editorParagraphs(detail)}`;
    this.#item.accessibilityInformation = { label, role: 'button' };
  }

  /** Gives the item the theme's background of warnings. */
  warn(isWarning: boolean): void {
    this.#item.backgroundColor = isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }

  dispose(): void {
    this.#item.dispose();
  }
}
