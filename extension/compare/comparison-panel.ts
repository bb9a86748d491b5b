import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import type { FromComparison, ShownComparison, ToComparison } from '../../protocol/comparison-protocol.ts';
import { parseFromComparison } from '../../protocol/parse-from-comparison.ts';
import { bundleHtml, webviewOptions } from '../page/page-html.ts';
import { newPanel } from '../surface/editors.ts';
import type { Log } from '../surface/log.ts';
import { unexpected } from '../vscode/unexpected.ts';

const TYPE = 'laglens.comparison';

type Pressed = Exclude<FromComparison, { readonly type: 'ready' | 'failed' }>;

interface PanelServices {
  readonly extension: vscode.Uri;
  readonly log: Log;
  pressed(message: Pressed): void;
  closed(): void;
}

/** The page's tab. VS Code discards a hidden page, which asks for its contents when it is back. */
export class ComparisonPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  #shown: ShownComparison | undefined;
  #isReady = false;

  constructor(services: PanelServices) {
    this.#services = services;
    const { extension } = services;
    this.#panel = newPanel(TYPE, vscode.l10n.t('Laglens Comparison'), { viewColumn: vscode.ViewColumn.Active, preserveFocus: false });
    const { webview } = this.#panel;
    webview.options = webviewOptions(extension);
    webview.onDidReceiveMessage(guarded((message: unknown) => this.#receive(message), unexpected));
    this.#panel.onDidChangeViewState(
      guarded(() => {
        if (!this.#panel.visible) this.#isReady = false;
      }, unexpected),
    );
    this.#panel.onDidDispose(guarded(() => services.closed(), unexpected));
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, 'media', `tab-${theme}.svg`);
    this.#panel.iconPath = { light: icon('light'), dark: icon('dark') };
    webview.html = bundleHtml(webview, extension, { bundle: 'comparison', title: 'Laglens Comparison' });
  }

  show(comparison: ShownComparison): void {
    this.#shown = comparison;
    if (this.#isReady) this.#post(comparison);
  }

  #receive(value: unknown): void {
    const message = parseFromComparison(value);
    if (message === undefined) {
      this.#services.log.warn('The page of a comparison sent something that is no message of its protocol');
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        if (this.#shown !== undefined) this.#post(this.#shown);
        return;
      case 'failed':
        this.#services.log.error(`The page of a comparison failed: ${message.text}`);
        return;
      default:
        this.#services.pressed(message);
    }
  }

  #post(comparison: ShownComparison): void {
    const message: ToComparison = { type: 'comparison', comparison };
    // A page that is gone by now asks again.
    background(Promise.resolve(this.#panel.webview.postMessage(message)), unexpected);
  }
}
