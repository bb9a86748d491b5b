import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import type { ShareKind } from '../../protocol/page-protocol.ts';
import type { PageHost } from './page-host.ts';
import type { PageSource } from './page-source.ts';
import type { Panel } from './panel.ts';
import type { SessionEditors } from './session-editor.ts';

/** All pages of this window, editors of files and the panel of its capture, and the commands for the one that is looked at. */
export class OpenPages {
  readonly #editors: SessionEditors;
  readonly #panel: Panel;
  readonly #captured: () => PageSource | undefined;

  /** @param captured the session that was captured in this window last */
  constructor(editors: SessionEditors, panel: Panel, captured: () => PageSource | undefined) {
    this.#editors = editors;
    this.#panel = panel;
    this.#captured = captured;
  }

  *[Symbol.iterator](): Generator<PageHost> {
    yield* this.#editors.hosts;
    if (this.#panel.host) yield this.#panel.host;
  }

  /** Brings the panel with this window's capture to the front; does nothing when nothing was captured. */
  showCapture(): void {
    const session = this.#captured();
    if (session !== undefined) this.#panel.show(session, false);
  }

  /** The page of a session; one of this window's capture is made when there is none. */
  of(source: PageSource): PageHost | undefined {
    if (this.#captured() === source && this.#panel.host?.source !== source) this.showCapture();
    return [...this].find((host) => host.source === source);
  }

  /** @throws LaglensError when no session is open and nothing was captured */
  showSymbols(): void {
    this.#currentOrCapture(vscode.l10n.t('There are no symbols to show: no session is open.')).showSymbols();
  }

  /** The session becomes what others are compared with. @throws LaglensError as `showSymbols` */
  setBaseline(): void {
    const nothing = vscode.l10n.t('There is no session to compare others with: none is open and nothing was captured in this window.');
    this.#currentOrCapture(nothing).setBaseline();
  }

  /** Saves the session that is looked at, else that of the capture, which stays where it is. @throws LaglensError as `showSymbols` */
  async save(): Promise<void> {
    const nothing = vscode.l10n.t('There is no session to save: none is open and nothing was captured in this window.');
    await (this.#currentHost?.source ?? this.#captured() ?? noSession(nothing)).save();
  }

  /** Shares what is looked at; does nothing when no page is. */
  share(kind: ShareKind): void {
    this.#currentHost?.share(kind);
  }

  /** The one with the focus, else one on the screen. */
  get #currentHost(): PageHost | undefined {
    return this.#editors.activeHost ?? (this.#panel.isVisible ? this.#panel.host : undefined) ?? this.#editors.visibleHost;
  }

  /** The page that is looked at, else that of the capture, which is brought to the front. */
  #currentOrCapture(nothing: string): PageHost {
    if (this.#currentHost === undefined) this.showCapture();
    return this.#currentHost ?? this.#panel.host ?? noSession(nothing);
  }
}

function noSession(message: string): never {
  const next = vscode.l10n.t('Start a capture, or open a stored session.');
  throw new LaglensError({ code: 'session-not-found', message, next });
}
