import * as vscode from 'vscode';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { OpenFiles } from '../../../extension/page/open-files.ts';
import { requireBudget, type SessionSets } from '../../../extension/sessions/baseline/session-sets.ts';
import { openSession } from '../../../extension/sessions/stored-sessions.ts';
import type { Log } from '../../../extension/surface/log.ts';
import { withNotification } from '../../../extension/surface/progress.ts';
import { readSettings } from '../../../extension/surface/vscode/settings.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import type { SourceRequest } from '../../../protocol/parse-from-page.ts';
import type { ComparisonLinks } from './comparison-links.ts';
import { type ComparisonPanel, newComparisonPanel } from './comparison-panel.ts';
import { DiffThread } from './diff-thread.ts';
import { shownComparison } from './shown-comparison.ts';

export interface ComparisonServices {
  readonly extension: vscode.Uri;
  readonly log: Log;
  /** Threads of open files. */
  readonly files: OpenFiles;
  appClasses(): Promise<AppClasses>;
  open(source: SourceRequest, beside: boolean): Promise<void>;
  report(error: unknown): void;
}

/** Compares sets of sessions, each comparison on a page of its own. */
export class Comparisons {
  readonly #services: ComparisonServices;

  constructor(services: ComparisonServices) {
    this.#services = services;
  }

  /** @throws LaglensError if a session cannot be read, or there are too many */
  async show(sets: SessionSets): Promise<void> {
    await requireBudget(sets);
    const thread = new DiffThread(this.#services.files);
    try {
      const { thresholdUs } = readSettings();
      const isRead = await this.#read(thread, sets, thresholdUs);
      if (isRead) await new ShownSets(this.#services, thread, sets, thresholdUs).compare();
      else thread.close();
    } catch (error) {
      thread.close();
      throw error;
    }
  }

  /** False if cancelled. */
  #read(thread: DiffThread, { before, now }: SessionSets, thresholdUs: number): Promise<boolean> {
    const sessions = [...new Map([...before, ...now].map((each) => [each.path, each])).values()];
    return withNotification(vscode.l10n.t('Laglens: comparing {0} sessions', sessions.length), async (signal, step) => {
      const end = (): void => thread.close();
      signal.addEventListener('abort', end, { once: true });
      try {
        const appClasses = await this.#services.appClasses();
        for (const [at, { path, title }] of sessions.entries()) {
          signal.throwIfAborted();
          step(vscode.l10n.t('{0} of {1}: {2}', at + 1, sessions.length, oneLine(title, 100)));
          await thread.read({ path, name: title, thresholdUs, appClasses }).catch((error: unknown) => {
            throw named(error, title);
          });
        }
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      } finally {
        signal.removeEventListener('abort', end);
      }
    });
  }
}

/** One comparison and its page; the thread keeps what it read until the page is closed. */
class ShownSets {
  readonly #services: ComparisonServices;
  readonly #thread: DiffThread;
  readonly #thresholdUs: number;
  #sets: SessionSets;
  #links: ComparisonLinks | undefined;
  #panel: ComparisonPanel | undefined;
  #isClosed = false;

  constructor(services: ComparisonServices, thread: DiffThread, sets: SessionSets, thresholdUs: number) {
    this.#services = services;
    this.#thread = thread;
    this.#sets = sets;
    this.#thresholdUs = thresholdUs;
  }

  async compare(): Promise<void> {
    const { extension, log, report } = this.#services;
    const sets = this.#sets;
    const [before, now] = [sets.before.map(({ path }) => path), sets.now.map(({ path }) => path)];
    const compared = await this.#thread.diff({ before, now, thresholdUs: this.#thresholdUs });
    if (this.#isClosed || sets !== this.#sets) return;
    const shown = shownComparison(compared, sets);
    this.#links = shown.links;
    this.#panel ??= newComparisonPanel({
      extension,
      log,
      pressed: ({ id, beside }) => background(this.#follow(id, beside), report),
      closed: () => {
        this.#isClosed = true;
        this.#thread.close();
      },
    });
    this.#panel.show(shown.main);
  }

  async #swap(): Promise<void> {
    this.#sets = { before: this.#sets.now, now: this.#sets.before };
    await this.compare();
  }

  async #follow(press: string, beside: boolean): Promise<void> {
    const link = this.#links?.find(press);
    switch (link?.type) {
      case 'swap':
        return this.#swap();
      case 'session':
        return openSession(vscode.Uri.file(link.path));
      case 'source':
        return this.#services.open(link.source, beside);
    }
  }
}

/** Names the session that failed. */
function named(error: unknown, title: string): unknown {
  if (!(error instanceof LaglensError)) return error;
  const { code, next } = error;
  return new LaglensError({ code, message: phrase`${oneLine(title, 160)}: ${messageOf(error)}`, next, cause: error });
}
