import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import type { ShareKind } from '../../protocol/page-protocol.ts';
import type { PageHost } from './page-host.ts';
import type { PageSource } from './page-source.ts';
import type { Panel } from './panel.ts';
import type { SessionEditors } from './session-editor.ts';
import type { ShownSources } from './shown-sources.ts';

/** All pages of this window, and commands for the current one. */
export class OpenPages {
  readonly #editors: SessionEditors;
  readonly #panel: Panel;
  readonly #shown: ShownSources;
  readonly #captured: () => PageSource | undefined;

  /** @param captured the window's capture, if any */
  constructor(editors: SessionEditors, panel: Panel, shown: ShownSources, captured: () => PageSource | undefined) {
    this.#editors = editors;
    this.#panel = panel;
    this.#shown = shown;
    this.#captured = captured;
  }

  *[Symbol.iterator](): Generator<PageHost> {
    yield* this.#editors.hosts;
    if (this.#panel.host) yield this.#panel.host;
  }

  /** Shows the window's capture, else the session that was shown last. */
  showCapture(): void {
    const session = this.#captured();
    if (session !== undefined) this.#panel.show(session, false);
    else this.#currentHost?.reveal();
  }

  /** The page of a session; opened for this window's capture. */
  of(source: PageSource): PageHost | undefined {
    if (this.#captured() === source && this.#panel.host?.source !== source) this.showCapture();
    return [...this].find((host) => host.source === source);
  }

  /** @throws LaglensError if there is no session */
  showSymbols(): void {
    this.#currentOrCapture(vscode.l10n.t('No session is open.')).showSymbols();
  }

  /** The current session, to be compared. @throws LaglensError if there is none */
  comparable(): { readonly uri: vscode.Uri | undefined; readonly session: string } {
    const { source } = this.#currentOrCapture(vscode.l10n.t('Open or record a session first.'));
    return { uri: source.uri, session: source.about.session };
  }

  /** Makes the session the baseline. @throws LaglensError if there is no session */
  setBaseline(): void {
    const nothing = vscode.l10n.t('Open or record a session first.');
    this.#currentOrCapture(nothing).setBaseline();
  }

  /** Makes the current page's range the baseline. @throws LaglensError if there is no session */
  setRangeBaseline(): void {
    this.#currentOrCapture(vscode.l10n.t('Open or record a session first.')).setRangeBaseline();
  }

  /** Swaps what the page compares. @throws LaglensError if there is no session */
  swap(): void {
    this.#currentOrCapture(vscode.l10n.t('No session is open.')).swap();
  }

  /** Saves the current session, else the capture, which stays hidden. @throws LaglensError if there is no session */
  async save(): Promise<void> {
    const nothing = vscode.l10n.t('Nothing to save: open or record a session first.');
    await (this.#currentHost?.source ?? this.#captured() ?? noSession(nothing)).save();
  }

  /** @throws LaglensError if there is no session */
  share(kind: ShareKind): void {
    this.#currentOrCapture(vscode.l10n.t('Nothing to share: open or record a session first.')).share(kind);
  }

  /** The page that was active last, also while a source has the focus or hides it. */
  get #currentHost(): PageHost | undefined {
    const { last } = this.#shown;
    return [...this].find(({ source }) => source === last);
  }

  /** The current page, else the capture's, brought to the front. */
  #currentOrCapture(nothing: string): PageHost {
    if (this.#currentHost === undefined) this.showCapture();
    const host = this.#currentHost ?? this.#panel.host ?? noSession(nothing);
    // A hidden page hears nothing.
    if (!host.isVisible) host.reveal();
    return host;
  }
}

function noSession(message: string): never {
  const next = vscode.l10n.t('Start a capture, or open a stored session.');
  throw new LaglensError({ code: 'session-not-found', message, next });
}
