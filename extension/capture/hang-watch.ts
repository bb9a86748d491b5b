import * as vscode from 'vscode';
import { type HangNotice, HangNotices, isHang } from '../../core/analysis/lags/groups/hang-notices.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { guarded } from '../../core/guarded.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import type { Panel } from '../page/panel.ts';
import { inform } from '../surface/notifications.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import type { LiveSession } from './live/live-session.ts';

/** Matrix's interval. */
const CHECK_MS = 1000;
/** Most names of a deadlock's threads. */
const MOST_NAMES = 4;

export interface HangWatchServices {
  readonly panel: Panel;
  appClasses(): Promise<AppClasses>;
  report(error: unknown): void;
}

/** Notifies of hangs during a capture whose panel is hidden, with a button to it; one notification at a time. */
export class HangWatch implements vscode.Disposable {
  readonly #app: string;
  readonly #session: LiveSession;
  readonly #services: HangWatchServices;
  readonly #notices: HangNotices;
  readonly #timer: NodeJS.Timeout;
  /** Announced while the notification before was open. */
  #waiting: HangNotice[] = [];
  #isNotified = false;
  /** Ids of hangs, seen or not. */
  readonly #known = new Set<string>();
  #unseen = 0;
  /** The app's id decides until the workspace was searched. */
  #appClasses: AppClasses = { packages: [], prefixes: [] };

  constructor(app: string, session: LiveSession, services: HangWatchServices) {
    this.#app = app;
    this.#session = session;
    this.#services = services;
    this.#notices = new HangNotices(session.model);
    this.#timer = setInterval(
      guarded(() => this.#check(), unexpected),
      CHECK_MS,
    );
    services.appClasses().then(
      (found) => {
        this.#appClasses = found;
      },
      (error: unknown) => services.report(error),
    );
  }

  /** Hangs since the panel was hidden. */
  get unseen(): number {
    return this.#unseen;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { lags, model } = this.#session;
    const { isVisible } = this.#services.panel;
    this.#count(lags, isVisible);
    const notice = this.#notices.check(lags, model.nowUs, isVisible || !readSettings().notifyHangs, this.#appClasses);
    if (isVisible) this.#waiting = [];
    if (notice !== undefined) this.#waiting.push(notice);
    if (this.#waiting.length > 0 && !this.#isNotified) this.#notify().catch((error: unknown) => this.#services.report(error));
  }

  #count(lags: readonly Lag[], isVisible: boolean): void {
    for (const lag of lags) {
      if (this.#known.has(lag.id) || !isHang(lag)) continue;
      this.#known.add(lag.id);
      this.#unseen++;
    }
    if (isVisible) this.#unseen = 0;
  }

  async #notify(): Promise<void> {
    const [first, ...others] = this.#waiting;
    if (first === undefined) return;
    const notice = others.reduce((longest, each) => (lengthOf(each) > lengthOf(longest) ? each : longest), first);
    const hangs = others.length === 0 ? noticeText(this.#app, notice) : noticesText(this.#app, this.#waiting.length, notice);
    const sentence = [hangs, ...deadlockText(this.#waiting)].join(others.length === 0 ? ' ' : '. ');
    const show = vscode.l10n.t('Show Lag');
    const never = vscode.l10n.t("Don't Notify Again");
    this.#waiting = [];
    this.#isNotified = true;
    const answer = await inform(sentence, show, never);
    this.#isNotified = false;
    if (answer === show) {
      const { panel } = this.#services;
      panel.show(this.#session, false);
      panel.host?.showLag(notice.lag.id);
    }
    if (answer === never) await switchOff();
  }
}

/** A workspace that sets the setting itself would keep notifying. */
async function switchOff(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('laglens');
  const isOfWorkspace = settings.inspect('notifyHangs')?.workspaceValue !== undefined;
  const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update('notifyHangs', false, target);
}

function lengthOf({ lag }: HangNotice): number {
  return lag.endUs - lag.beginUs;
}

function noticeText(app: string, notice: HangNotice): string {
  return sentence(app, lastedText(notice), notice.culprit, notice.lag);
}

function noticesText(app: string, count: number, notice: HangNotice): string {
  if (notice.culprit === '') return vscode.l10n.t('{0}: {1} hangs, max {2}', app, count, lastedText(notice));
  return vscode.l10n.t('{0}: {1} hangs, max {2} in {3}', app, count, lastedText(notice), notice.culprit);
}

/** A sentence on the first deadlock, or nothing. */
function deadlockText(notices: readonly HangNotice[]): readonly string[] {
  const threads = notices.find(({ deadlock }) => deadlock.length > 0)?.deadlock;
  if (threads === undefined) return [];
  const names = threads.length > MOST_NAMES ? [...threads.slice(0, MOST_NAMES), '…'] : threads;
  return [vscode.l10n.t('Deadlock: {0} wait for each other.', names.join(', '))];
}

function lastedText(notice: HangNotice): string {
  return `${(lengthOf(notice) / 1e6).toFixed(1)} s`;
}

function sentence(app: string, lasted: string, culprit: string, { kind, open }: Lag): string {
  if (kind === 'launch') {
    return open
      ? vscode.l10n.t('{0}: the launch has taken {1} so far.', app, lasted)
      : vscode.l10n.t('{0}: the launch took {1}.', app, lasted);
  }
  if (culprit === '') {
    return open
      ? vscode.l10n.t('{0}: main thread has not responded for {1}.', app, lasted)
      : vscode.l10n.t('{0}: main thread did not respond for {1}.', app, lasted);
  }
  return open
    ? vscode.l10n.t('{0}: main thread has not responded for {1}, in {2}.', app, lasted, culprit)
    : vscode.l10n.t('{0}: main thread did not respond for {1} in {2}.', app, lasted, culprit);
}
