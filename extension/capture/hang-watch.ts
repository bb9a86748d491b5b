import * as vscode from 'vscode';
import { type HangNotice, HangNotices } from '../../core/analysis/lags/groups/hang-notices.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { guarded } from '../../core/guarded.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import type { LiveSession } from '../live/live-session.ts';
import type { Panel } from '../page/panel.ts';
import { inform } from '../surface/notifications.ts';
import { readSettings } from '../vscode/settings.ts';
import { unexpected } from '../vscode/unexpected.ts';

/** As Matrix checks. */
const CHECK_MS = 1000;

export interface HangWatchServices {
  readonly panel: Panel;
  appClasses(): Promise<AppClasses>;
  report(error: unknown): void;
}

/** Notifies of hangs during a capture whose panel is hidden, with a button to it. */
export class HangWatch implements vscode.Disposable {
  readonly #app: string;
  readonly #session: LiveSession;
  readonly #services: HangWatchServices;
  readonly #notices: HangNotices;
  readonly #timer: NodeJS.Timeout;
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

  dispose(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { lags, model } = this.#session;
    const isWatched = this.#services.panel.isVisible || !readSettings().notifyHangs;
    const notice = this.#notices.check(lags, model.nowUs, isWatched, this.#appClasses);
    if (notice !== undefined) this.#notify(notice).catch((error: unknown) => this.#services.report(error));
  }

  async #notify(notice: HangNotice): Promise<void> {
    const show = vscode.l10n.t('Show Lag');
    const never = vscode.l10n.t("Don't Notify Again");
    const answer = await inform(noticeText(this.#app, notice), show, never);
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

function noticeText(app: string, { lag, culprit }: HangNotice): string {
  const seconds = (lag.endUs - lag.beginUs) / 1e6;
  return sentence(app, `${seconds.toFixed(seconds < 0.95 ? 2 : 1)} s`, culprit, lag);
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
