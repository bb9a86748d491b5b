import * as vscode from 'vscode';
import { LaglensError } from '../../../core/errors.ts';
import { confirm } from '../../../extension/surface/notifications.ts';
import { withNotification } from '../../../extension/surface/progress.ts';
import { runHidden } from '../../../extension/surface/tasks.ts';
import { duckDbFolder } from '../host/duckdb.ts';
import { prepareEngine } from '../host/engine-install.ts';
import { engineDownloadMb } from '../host/engine-packages.ts';
import type { LakeThread } from './lake-thread.ts';

/** Offers to install DuckDB if it is missing; false if the user declines or cancels. @throws LaglensError if npm fails */
export async function hasEngine(thread: LakeThread): Promise<boolean> {
  try {
    await thread.requireEngine();
    return true;
  } catch (error) {
    if (!(error instanceof LaglensError) || error.code !== 'engine-missing') throw error;
  }
  const question = vscode.l10n.t('Comparing versions needs the database engine DuckDB. Download {0} MB?', engineDownloadMb());
  const detail = vscode.l10n.t(
    'It adds up the lags of all sessions of both versions, on this computer. npm downloads it once from your registry into {0}',
    duckDbFolder(),
  );
  if (!(await confirm({ question, detail }, vscode.l10n.t('Download')))) return false;
  const task = vscode.l10n.t('Download DuckDB');
  const code = await withNotification(vscode.l10n.t('Laglens: downloading DuckDB'), (signal) =>
    runHidden(task, 'npm', prepareEngine(), signal),
  );
  if (code === undefined) return false;
  if (code !== 0) throw notInstalled();
  await thread.requireEngine();
  return true;
}

function notInstalled(): LaglensError {
  return new LaglensError({
    code: 'engine-missing',
    message: vscode.l10n.t('npm could not install DuckDB. Its terminal says why.'),
    next: vscode.l10n.t('Install Node.js with npm if it is missing, check npm’s proxy and registry settings, then try again.'),
    action: 'retry',
  });
}
