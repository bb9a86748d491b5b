import * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import type { LakePage } from '../../core/lake/page/page-node.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import type { FromLake, ToLake } from '../../protocol/lake-protocol.ts';
import { parseFromLake } from '../../protocol/parse-from-lake.ts';
import { ContentPanel } from '../page/content-panel.ts';
import type { SessionEditors } from '../page/session-editor.ts';
import type { Log } from '../surface/log.ts';
import { withNotification } from '../surface/progress.ts';
import { chooseLake } from './choose-lake.ts';
import { hasEngine } from './engine.ts';
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
    const { memory, library } = this.#services;
    const last: unknown = memory.get(KEY);
    const chosen = await chooseLake(typeof last === 'string' ? last : undefined, library.folder);
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
