import * as vscode from 'vscode';

const SCHEME = 'laglens-report';
/** The manifest wraps lines of this language. */
const LANGUAGE = 'laglens-report';

/** The report as a read-only document that follows the steps. */
export class ReportDocument implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #uri = vscode.Uri.from({ scheme: SCHEME, path: vscode.l10n.t('Laglens Troubleshooting Report') });
  readonly #text: () => string;

  constructor(subscriptions: vscode.Disposable[], text: () => string) {
    this.#text = text;
    subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(): string {
    return this.#text();
  }

  update(): void {
    this.#changed.fire(this.#uri);
  }

  async show(): Promise<void> {
    this.update();
    const document = await vscode.workspace.openTextDocument(this.#uri);
    await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, LANGUAGE), { preview: false });
  }
}
