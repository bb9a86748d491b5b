import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import { parseFromTroubleshoot } from '../../protocol/parse-from-troubleshoot.ts';
import type { ShownChecks, ToTroubleshoot } from '../../protocol/troubleshoot-protocol.ts';
import { bundleHtml, webviewOptions } from '../page/page-html.ts';
import { newPanel } from '../surface/editors.ts';
import type { Log } from '../surface/log.ts';
import { unexpected } from '../vscode/unexpected.ts';

const TYPE = 'laglens.troubleshoot';

interface PanelServices {
  readonly extension: vscode.Uri;
  readonly log: Log;
  pressed(button: string): void;
  closed(): void;
  visibilityChanged(): void;
}

/** The page's tab. VS Code discards a hidden page, which asks for its contents when it is back. */
export class TroubleshootPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  #checks: ShownChecks | undefined;
  #isReady = false;

  constructor(services: PanelServices) {
    this.#services = services;
    const { extension } = services;
    this.#panel = newPanel(TYPE, vscode.l10n.t('Laglens Troubleshooting'), { viewColumn: vscode.ViewColumn.Active, preserveFocus: false });
    const { webview } = this.#panel;
    webview.options = webviewOptions(extension);
    webview.onDidReceiveMessage(guarded((message: unknown) => this.#receive(message), unexpected));
    this.#panel.onDidChangeViewState(
      guarded(() => {
        if (!this.#panel.visible) this.#isReady = false;
        services.visibilityChanged();
      }, unexpected),
    );
    this.#panel.onDidDispose(guarded(() => services.closed(), unexpected));
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, 'media', `tab-${theme}.svg`);
    this.#panel.iconPath = { light: icon('light'), dark: icon('dark') };
    webview.html = bundleHtml(webview, extension, { bundle: 'troubleshoot', title: 'Laglens Troubleshooting' });
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(): void {
    // It would take the focus from the pressed button.
    if (!this.#panel.active) this.#panel.reveal();
  }

  show(checks: ShownChecks): void {
    this.#checks = checks;
    if (this.#isReady) this.#post(checks);
  }

  #receive(value: unknown): void {
    const message = parseFromTroubleshoot(value);
    switch (message?.type) {
      case undefined:
        this.#services.log.warn('The troubleshooting page sent something that is no message of its protocol');
        return;
      case 'ready':
        this.#isReady = true;
        if (this.#checks !== undefined) this.#post(this.#checks);
        return;
      case 'press':
        this.#services.pressed(message.button);
        return;
      case 'failed':
        this.#services.log.error(`The troubleshooting page failed: ${message.text}`);
    }
  }

  #post(checks: ShownChecks): void {
    const message: ToTroubleshoot = { type: 'checks', checks };
    // A page that is gone by now asks again.
    this.#panel.webview.postMessage(message).then(undefined, unexpected);
  }
}
