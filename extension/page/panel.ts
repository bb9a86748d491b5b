import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import { PANEL_TYPE } from '../contributions/context-keys.ts';
import { newPanel } from '../surface/editors.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { PageHost } from './page-host.ts';
import type { PageServices } from './page-services.ts';
import type { PageSource } from './page-source.ts';

/** The panel "Laglens", which shows this window's capture. */
export class Panel {
  readonly #services: PageServices;
  #panel: vscode.WebviewPanel | undefined;
  #host: PageHost | undefined;

  constructor(services: PageServices) {
    this.#services = services;
  }

  get host(): PageHost | undefined {
    return this.#host;
  }

  get isVisible(): boolean {
    return this.#panel?.visible === true;
  }

  /** Shows a session; true if a panel was created, beside the text. */
  show(source: PageSource, preserveFocus: boolean): boolean {
    if (this.#panel !== undefined && this.#host !== undefined) {
      if (this.#host.source !== source) this.#host.show(source);
      this.#panel.reveal(undefined, preserveFocus);
      return false;
    }
    const column = vscode.window.activeTextEditor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    this.#take(newPanel(PANEL_TYPE, 'Laglens', { viewColumn: column, preserveFocus }), source);
    return true;
  }

  /** Takes over the panel that VS Code restored after a reload. */
  restore(panel: vscode.WebviewPanel, source: PageSource): void {
    if (this.#panel === undefined) this.#take(panel, source);
    else panel.dispose();
  }

  close(): void {
    this.#panel?.dispose();
  }

  #take(panel: vscode.WebviewPanel, source: PageSource): void {
    this.#panel = panel;
    this.#host = new PageHost(panel, source, this.#services);
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(this.#services.extension, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.onDidDispose(
      guarded(() => {
        this.#panel = undefined;
        this.#host = undefined;
      }, unexpected),
    );
  }
}
