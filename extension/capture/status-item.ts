import * as vscode from 'vscode';
import type { LiveSession } from '../live/live-session.ts';

const REFRESH_MS = 1000;

/** App, time and number of lags while a capture runs; a click shows the page. */
export class StatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('laglens.capture', vscode.StatusBarAlignment.Left, 10);
  readonly #session: LiveSession;
  readonly #app: string;
  readonly #timer: NodeJS.Timeout;
  readonly #changes: vscode.Disposable;
  readonly #startedMs = Date.now();

  constructor(app: string, session: LiveSession) {
    this.#app = app;
    this.#session = session;
    this.#item.name = vscode.l10n.t('Laglens capture');
    this.#item.command = 'laglens.show';
    this.#timer = setInterval(() => this.#show(), REFRESH_MS);
    this.#changes = session.onDidChange(() => this.#show());
    this.#show();
    this.#item.show();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#changes.dispose();
    this.#item.dispose();
  }

  #show(): void {
    const { phase, detail } = this.#session.phase;
    const lags = this.#session.lagCount;
    const count = lags === 1 ? vscode.l10n.t('1 lag') : vscode.l10n.t('{0} lags', lags);
    this.#item.text =
      phase === 'recording'
        ? `$(record) ${this.#app} ${clock(Date.now() - this.#startedMs)} · ${count}`
        : `$(sync~spin) ${this.#app} · ${phaseText(phase)}`;
    const accessible = `Laglens: ${this.#app}, ${phaseText(phase)}, ${count}`;
    this.#item.tooltip = detail === '' ? accessible : `${accessible}\n${detail}`;
    this.#item.accessibilityInformation = { label: accessible, role: 'button' };
  }
}

function phaseText(phase: LiveSession['phase']['phase']): string {
  switch (phase) {
    case 'starting':
      return vscode.l10n.t('starting');
    case 'recording':
      return vscode.l10n.t('recording');
    case 'waiting':
      return vscode.l10n.t('waiting for the app');
    case 'reconnecting':
      return vscode.l10n.t('reconnecting');
    case 'stopped':
    case 'recorded':
      return vscode.l10n.t('stopped');
  }
}

function clock(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
