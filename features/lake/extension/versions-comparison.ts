import * as vscode from 'vscode';
import { explain, LaglensError } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { ContentPanel } from '../../../extension/page/content-panel.ts';
import type { SessionEditors } from '../../../extension/page/session-editor.ts';
import { appVersions } from '../../../extension/sessions/app-versions.ts';
import type { StoredFacts } from '../../../extension/sessions/facts/stored-facts.ts';
import { factsOf, knownSessions } from '../../../extension/sessions/known-sessions.ts';
import { localized } from '../../../extension/surface/localized.ts';
import type { Log } from '../../../extension/surface/log.ts';
import { type ShownWork, withNotification } from '../../../extension/surface/progress.ts';
import { readSettings } from '../../../extension/surface/vscode/settings.ts';
import type { SessionLibrary, StoredSession } from '../../../host/capture/library.ts';
import { removePrivateTempFolder } from '../../../host/devices/private-temp-folder.ts';
import type { LakePage } from '../core/page/linked-page.ts';
import type { ToLake } from '../protocol/lake-protocol.ts';
import type { FromLake } from '../protocol/parse-from-lake.ts';
import { parseFromLake } from '../protocol/parse-from-lake.ts';
import { type ChosenVersions, chooseVersions } from './choose-versions.ts';
import { hasEngine } from './engine.ts';
import { LakeThread } from './lake-thread.ts';
import { openLag } from './open-lag.ts';

export interface VersionsServices {
  readonly extension: vscode.Uri;
  readonly version: string;
  readonly log: Log;
  readonly editors: SessionEditors;
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  /** Folder of ours, where rows of sessions are kept. */
  readonly folder: string;
  /** Path of the session that is being recorded. */
  recording(): string | undefined;
  report(error: unknown): void;
}

/** Two versions of an app by their stored sessions, on a page. */
export class VersionsComparison {
  readonly #services: VersionsServices;

  constructor(services: VersionsServices) {
    this.#services = services;
  }

  /** @throws LaglensError if sessions cannot be compared, or DuckDB is missing */
  async compare(): Promise<void> {
    const { library, facts, recording } = this.#services;
    const sessions = (await library.sessions()).filter(({ path }) => path !== recording());
    const read = (signal: AbortSignal, step: (text: string) => void) =>
      knownSessions(facts, sessions, signal, (count) => step(countText(count, sessions.length)));
    const known = (await factsOf(facts, sessions)) ?? (await cancellable(vscode.l10n.t('Laglens: reading the versions of sessions'), read));
    const chosen = known && (await chooseVersions(appVersions(known), this.#services.report));
    if (chosen === undefined) return;
    const page = await this.#pageOf(chosen, sessions);
    if (page !== undefined) this.#show(page);
  }

  /** Undefined if cancelled. */
  async #pageOf(chosen: ChosenVersions, sessions: readonly StoredSession[]): Promise<LakePage | undefined> {
    const asking = new LakeThread();
    try {
      if (!(await hasEngine(asking))) return undefined;
    } finally {
      asking.close();
    }
    const { now, before } = chosen;
    const title = vscode.l10n.t('Laglens: comparing version {0} with {1}', now.version, before.version);
    return cancellable(title, async (signal, step) => {
      try {
        return await this.#ask(chosen, sessions, signal, step);
      } catch (error) {
        signal.throwIfAborted();
        this.#services.log.warn(`Rows of sessions are made again: ${explain(error)}`);
        await removePrivateTempFolder(this.#services.folder);
        return this.#ask(chosen, sessions, signal, step).catch((again: unknown) => {
          signal.throwIfAborted();
          throw notCompared(again);
        });
      }
    });
  }

  async #ask(
    { app, now, before }: ChosenVersions,
    sessions: readonly StoredSession[],
    signal: AbortSignal,
    step: (text: string) => void,
  ): Promise<LakePage> {
    const { folder, version } = this.#services;
    const { thresholdUs, appPackages } = readSettings();
    let added = 0;
    const thread = new LakeThread(() => step(countText(++added, sessions.length)));
    const end = (): void => thread.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      const files = sessions.map(({ path, bytes, modifiedMs }) => ({ path, bytes, modifiedMs }));
      const packages = appPackages.length === 0 ? undefined : appPackages;
      await thread.refresh(folder, files, { thresholdUs, packages, madeBy: version });
      return await thread.page({ folder, app, now: now.version, paths: [...now.paths, ...before.paths] });
    } finally {
      signal.removeEventListener('abort', end);
      thread.close();
    }
  }

  #show(page: LakePage): void {
    const { extension, log, editors, library, report } = this.#services;
    const kind = {
      bundle: 'lake',
      tab: vscode.l10n.t('Laglens Versions'),
      name: 'The page of versions',
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

function countText(count: number, all: number): string {
  return vscode.l10n.t('{0} of {1} sessions', count, all);
}

/** Undefined if cancelled. */
async function cancellable<T>(title: string, work: ShownWork<T>): Promise<T | undefined> {
  return withNotification(title, async (signal, step) => {
    try {
      return await work(signal, step);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

function notCompared(cause: unknown): LaglensError {
  if (cause instanceof LaglensError && cause.code === 'disk-full') {
    return new LaglensError({
      code: cause.code,
      message: vscode.l10n.t('The disk is full, so the versions could not be compared.'),
      next: localized(cause.next),
      cause,
    });
  }
  return new LaglensError({
    code: 'query-failed',
    message: vscode.l10n.t('The versions could not be compared.'),
    next: vscode.l10n.t('Try again. The log says what happened.'),
    action: 'showLog',
    cause,
  });
}
