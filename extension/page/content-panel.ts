import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import { newPanel } from '../surface/editors.ts';
import type { Log } from '../surface/log.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { bundleHtml, type PageBundle, webviewOptions } from './page-html.ts';

/** Messages of every such page. */
type FromEveryPage = { readonly type: 'ready' } | { readonly type: 'failed'; readonly text: string };

/** Messages of the user’s actions in the page. */
export type Pressed<From extends { readonly type: string }> = Exclude<From, { readonly type: 'ready' | 'failed' }>;

/** A page by its protocol. */
export interface ContentPage<Content, From extends { readonly type: string }> {
  readonly bundle: PageBundle['bundle'];
  readonly tab: string;
  /** For the log: “The page of a comparison”. */
  readonly name: string;
  /** Undefined for anything that is no message of the protocol. */
  parse(value: unknown): From | FromEveryPage | undefined;
  message(content: Content): object;
}

export interface ContentPanelServices<From extends { readonly type: string }> {
  readonly extension: vscode.Uri;
  readonly log: Log;
  pressed(message: Pressed<From>): void;
  closed(): void;
  visibilityChanged?(): void;
}

/** A tab with a page that shows one content. VS Code discards a hidden page, which asks for its content when it is back. */
export class ContentPanel<Content, From extends { readonly type: string }> {
  readonly #panel: vscode.WebviewPanel;
  readonly #page: ContentPage<Content, From>;
  readonly #services: ContentPanelServices<From>;
  #content: { readonly shown: Content } | undefined;
  #isReady = false;

  constructor(page: ContentPage<Content, From>, services: ContentPanelServices<From>) {
    this.#page = page;
    this.#services = services;
    const { extension } = services;
    this.#panel = newPanel(`laglens.${page.bundle}`, page.tab, { viewColumn: vscode.ViewColumn.Active, preserveFocus: false });
    const { webview } = this.#panel;
    webview.options = webviewOptions(extension);
    webview.onDidReceiveMessage(guarded((message: unknown) => this.#receive(message), unexpected));
    this.#panel.onDidChangeViewState(
      guarded(() => {
        if (!this.#panel.visible) this.#isReady = false;
        services.visibilityChanged?.();
      }, unexpected),
    );
    this.#panel.onDidDispose(guarded(() => services.closed(), unexpected));
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, 'media', `tab-${theme}.svg`);
    this.#panel.iconPath = { light: icon('light'), dark: icon('dark') };
    webview.html = bundleHtml(webview, extension, { bundle: page.bundle, title: page.tab });
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(): void {
    // It would take the focus from the pressed button.
    if (!this.#panel.active) this.#panel.reveal();
  }

  show(content: Content): void {
    this.#content = { shown: content };
    if (this.#isReady) this.#post(content);
  }

  #receive(value: unknown): void {
    const message = this.#page.parse(value);
    const { log, pressed } = this.#services;
    if (message === undefined) log.warn(`${this.#page.name} sent something that is no message of its protocol`);
    else if (isFailed(message)) log.error(`${this.#page.name} failed: ${message.text}`);
    else if (isPressed(message)) pressed(message);
    else {
      this.#isReady = true;
      if (this.#content !== undefined) this.#post(this.#content.shown);
    }
  }

  #post(content: Content): void {
    // A page that is gone by now asks again.
    background(Promise.resolve(this.#panel.webview.postMessage(this.#page.message(content))), unexpected);
  }
}

function isFailed(message: { readonly type: string }): message is Extract<FromEveryPage, { readonly text: string }> {
  return message.type === 'failed';
}

function isPressed<From extends { readonly type: string }>(message: From | FromEveryPage): message is Pressed<From> {
  return message.type !== 'ready' && message.type !== 'failed';
}
