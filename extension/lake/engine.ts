import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { duckDbFolder } from '../../host/lake/duckdb.ts';
import { prepareEngine } from '../../host/lake/engine-install.ts';
import { confirm } from '../surface/notifications.ts';
import { runInTerminal } from '../surface/tasks.ts';
import type { LakeThread } from './lake-thread.ts';

/** Offers to install DuckDB if it is missing; false if the user declines. @throws LaglensError if npm fails */
export async function hasEngine(thread: LakeThread): Promise<boolean> {
  try {
    await thread.requireEngine();
    return true;
  } catch (error) {
    if (!(error instanceof LaglensError) || error.code !== 'engine-missing') throw error;
  }
  const question = vscode.l10n.t('Lakes need the database engine DuckDB. Install it with npm?');
  const detail = vscode.l10n.t('npm downloads it from your registry into {0}', duckDbFolder());
  if (!(await confirm({ question, detail }, vscode.l10n.t('Install')))) return false;
  const code = await runInTerminal(vscode.l10n.t('Install DuckDB'), 'npm', prepareEngine());
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
