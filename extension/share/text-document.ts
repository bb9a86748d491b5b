import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

const SCHEME = 'laglens-text';

/** Read-only text in an editor, without a file; closing it asks nothing. */
export class TextDocuments implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #texts = new Map<string, string>();
  readonly onDidChange = this.#changed.event;

  constructor(subscriptions: vscode.Disposable[]) {
    subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(guarded(({ uri }) => this.#texts.delete(uri.toString()), unexpected)),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Shows a text under this name, or replaces one that is open. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${oneLine(name)}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }
}
