import * as vscode from 'vscode';
import type { HangNotice } from '../../core/analysis/lags/groups/hang-notices.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';

/** What a hang's notification says. */
export function noticeText(app: string, { lag, culprit }: HangNotice): string {
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
