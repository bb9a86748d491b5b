import * as vscode from 'vscode';
import { countedLags } from '../../core/analysis/report/counted-lags.ts';
import { guarded } from '../../core/guarded.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { commandId } from '../contributions/commands.ts';
import { localized } from '../surface/localized.ts';
import { StatusEntry } from '../surface/status-bar.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import type { LiveSession } from './live/live-session.ts';
import { LongestLag } from './longest-lag.ts';

const REFRESH_MS = 1000;
/** UTF-16 units of an app's name, as time and lags follow it. */
const LONGEST_APP = 80;

type ShownCapture = Pick<LiveSession, 'phase' | 'model' | 'lags' | 'lagCount' | 'onDidChange'>;

/** Shows app, time and number of lags during a capture; a click shows the page. */
export class StatusItem implements vscode.Disposable {
  readonly #item = new StatusEntry('laglens.capture', vscode.l10n.t('Laglens capture'), { command: commandId('show') });
  readonly #session: ShownCapture;
  readonly #longest: LongestLag;
  readonly #app: string;
  readonly #unseenHangs: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #changes: vscode.Disposable;

  /** @param unseenHangs hangs while the panel is hidden: the entry warns of them */
  constructor(app: string, session: ShownCapture, unseenHangs: () => number) {
    this.#app = app;
    this.#unseenHangs = unseenHangs;
    this.#session = session;
    this.#longest = new LongestLag(session);
    this.#timer = setInterval(
      guarded(() => this.#show(), unexpected),
      REFRESH_MS,
    );
    this.#changes = session.onDidChange(guarded(() => this.#show(), unexpected));
    this.#show();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#changes.dispose();
    this.#item.dispose();
  }

  #show(): void {
    const { phase, detail, recordedS = 0 } = this.#session.phase;
    const lags = this.#session.lagCount;
    const count = localized(countedLags(lags));
    const app = oneLine(this.#app, LONGEST_APP);
    const about = `Laglens: ${app}, ${phaseText(phase)}, ${count}`;
    this.#item.warn(this.#unseenHangs() > 0);
    const details = [detail, this.#longest.text].filter((part) => part !== '').join('\n');
    if (phase === 'recording') this.#item.show('record', `${app} ${clock(recordedS)} · ${count}`, about, details);
    else this.#item.show('sync~spin', `${app} · ${phaseText(phase)}`, about, detail);
  }
}

function phaseText(phase: LiveSession['phase']['phase']): string {
  switch (phase) {
    case 'starting':
      return vscode.l10n.t('starting');
    case 'recording':
      return vscode.l10n.t('recording');
    case 'silent':
      return vscode.l10n.t('no data, trying again');
    case 'waiting':
      return vscode.l10n.t('waiting for the app');
    case 'reconnecting':
      return vscode.l10n.t('reconnecting');
    case 'stopped':
    case 'recorded':
      return vscode.l10n.t('stopped');
  }
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
