import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { mergedBaseline } from '../../../core/analysis/lags/groups/merged-baseline.ts';
import { sessionKey } from '../../page/file-session.ts';
import type { OpenFiles } from '../../page/open-files.ts';
import { withNotification } from '../../surface/progress.ts';
import { baselineOfFile } from '../facts/baseline-thread.ts';
import type { WantedBaseline } from '../facts/read-baseline.ts';
import { fileText } from '../facts/session-texts.ts';
import type { SeveralSessions } from './choose-b.ts';
import { requireBudget } from './session-sets.ts';

/** Reads one session after another in threads. Undefined if cancelled. @throws LaglensError if one cannot be read, or there are too many */
export async function baselineOfSeveral(
  { title, paths }: SeveralSessions,
  settings: Pick<WantedBaseline, 'thresholdUs' | 'limits' | 'appClasses'>,
  open: OpenFiles,
): Promise<Baseline | undefined> {
  const sessions = paths.map((path) => ({ path, title }));
  await requireBudget({ before: sessions, now: sessions });
  return withNotification(vscode.l10n.t('Laglens: reading {0} sessions', paths.length), async (signal, step) => {
    const all: Baseline[] = [];
    for (const [at, path] of paths.entries()) {
      const name = basename(path, '.laglens');
      step(vscode.l10n.t('{0} of {1}: {2}', at + 1, paths.length, fileText(name)));
      const wanted = { path, title: name, session: sessionKey(vscode.Uri.file(path)), run: 'all', ...settings } as const;
      const read = await baselineOfFile(wanted, open, signal);
      if (read === undefined) return undefined;
      if ('baseline' in read) all.push(read.baseline);
    }
    const [first, second] = all;
    return second === undefined ? first : mergedBaseline(all, title);
  });
}
