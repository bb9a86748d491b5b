import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import type { LakePage } from '../../core/lake/page/page-node.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import { duckDbFolder, duckDbPackage, duckDbVersion } from '../../host/lake/duckdb.ts';
import type { FromLake, ToLake } from '../../protocol/lake-protocol.ts';
import { parseFromLake } from '../../protocol/parse-from-lake.ts';
import { ContentPanel } from '../page/content-panel.ts';
import type { SessionEditors } from '../page/session-editor.ts';
import type { Log } from '../surface/log.ts';
import { confirm } from '../surface/notifications.ts';
import { withNotification } from '../surface/progress.ts';
import { runInTerminal } from '../surface/tasks.ts';
import { chooseLake } from './choose-lake.ts';
import { LakeThread } from './lake-thread.ts';
import { openLag } from './open-lag.ts';

export interface VersionsServices {
  readonly extension: vscode.Uri;
  readonly log: Log;
  readonly editors: SessionEditors;
  readonly library: SessionLibrary;
  readonly memory: vscode.Memento;
  report(error: unknown): void;
}

const KEY = 'laglens.lake';

/** Answers of a lake, on a page. */
export class VersionsComparison {
  readonly #services: VersionsServices;

  constructor(services: VersionsServices) {
    this.#services = services;
  }

  /** @throws LaglensError if the lake cannot be read, or DuckDB is missing */
  async compare(): Promise<void> {
    const { memory } = this.#services;
    const last: unknown = memory.get(KEY);
    const chosen = await chooseLake(typeof last === 'string' ? last : undefined);
    if (chosen === undefined) return;
    const thread = new LakeThread();
    try {
      if (!(await hasEngine(thread))) return;
      await memory.update(KEY, chosen);
      const page = await withCancel(thread, vscode.l10n.t('Laglens: asking the lake'), () => thread.page(chosen));
      if (page !== undefined) this.#show(page);
    } finally {
      thread.close();
    }
  }

  #show(page: LakePage): void {
    const { extension, log, editors, library, report } = this.#services;
    const kind = {
      bundle: 'lake',
      tab: vscode.l10n.t('Laglens Versions'),
      name: 'The page of a lake',
      parse: parseFromLake,
      message: (shown: LakePage): ToLake => ({ type: 'page', page: shown }),
    } as const;
    const panel = new ContentPanel<LakePage, FromLake>(kind, {
      ...{ extension, log, closed: () => undefined },
      pressed: ({ link }) => {
        const lag = page.links[link];
        if (lag !== undefined) background(openLag(lag, editors, [library.folder]), report);
      },
    });
    panel.show(page);
  }
}

/** Offers to install DuckDB if it is missing; false if the user declines. */
async function hasEngine(thread: LakeThread): Promise<boolean> {
  try {
    await thread.requireEngine();
    return true;
  } catch (error) {
    if (!(error instanceof LaglensError) || error.code !== 'engine-missing') throw error;
  }
  const question = vscode.l10n.t('Lakes need the database engine DuckDB. Install it with npm?');
  const detail = vscode.l10n.t('npm downloads it from your registry into {0}', duckDbFolder());
  if (!(await confirm({ question, detail }, vscode.l10n.t('Install')))) return false;
  const args = ['install', '--no-save', '--ignore-scripts', '--prefix', duckDbFolder(), `${duckDbPackage}@${duckDbVersion}`];
  const code = await runInTerminal(vscode.l10n.t('Install DuckDB'), 'npm', args);
  if (code === undefined) return false;
  if (code !== 0) throw notInstalled();
  await thread.requireEngine();
  return true;
}

/** Undefined if cancelled, which ends the thread. */
async function withCancel<T>(thread: LakeThread, title: string, work: () => Promise<T>): Promise<T | undefined> {
  return withNotification(title, async (signal) => {
    const end = (): void => thread.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  });
}

function notInstalled(): LaglensError {
  return new LaglensError({
    code: 'engine-missing',
    message: vscode.l10n.t('npm could not install DuckDB. Its terminal says why.'),
    next: vscode.l10n.t('Install Node.js with npm if it is missing, check npm’s proxy and registry settings, then try again.'),
    action: 'retry',
  });
}
