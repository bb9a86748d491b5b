import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { LaglensError } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import type { AppClasses, ComparedOthers, RunChoice } from '../../protocol/page-protocol.ts';
import { type FileServices, FileSession, sessionKey } from '../page/file-session.ts';
import type { PageHost } from '../page/page-host.ts';
import type { SessionEditors } from '../page/session-editor.ts';
import { baselineText, chooseRun } from '../sessions/baseline/baseline-dialogs.ts';
import { baselineOfSeveral } from '../sessions/baseline/baseline-of-several.ts';
import type { BaselineStore } from '../sessions/baseline/baseline-store.ts';
import { chooseSeveral, chooseVersion, type SeveralSessions } from '../sessions/baseline/choose-b.ts';
import { baselineOfFile } from '../sessions/facts/baseline-thread.ts';
import type { ReadBaseline } from '../sessions/facts/read-baseline.ts';
import { fileText } from '../sessions/facts/session-texts.ts';
import type { StoredFacts } from '../sessions/facts/stored-facts.ts';
import { pickSession } from '../sessions/pick-session.ts';
import { browseSessions } from '../sessions/stored-sessions.ts';
import type { Share } from '../share/share.ts';
import { withNotification } from '../surface/progress.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { SessionRow } from './session-rows.ts';

export interface FileCommandServices {
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  readonly editors: Pick<SessionEditors, 'show'>;
  /** Open pages, also the panel of this window's capture. */
  readonly pages: Iterable<PageHost>;
  readonly baseline: BaselineStore;
  readonly share: Share;
  readonly files: FileServices;
  appClasses(): Promise<AppClasses>;
  report(error: unknown): void;
}

/** The session that is compared. */
export interface SideA {
  /** Undefined while it is recorded. */
  readonly uri: vscode.Uri | undefined;
  /** Its path or key. */
  readonly session: string;
}

/** Commands on a session file: a row of the view of sessions, or a file of the Explorer. */
export class FileCommands {
  readonly #services: FileCommandServices;
  #comparison: vscode.Disposable | undefined;

  constructor(services: FileCommandServices) {
    this.#services = services;
  }

  /** Shows the session and makes it the baseline; its page asks for a run if there are several. */
  async setBaseline(uri: vscode.Uri): Promise<void> {
    (await this.#show(uri))?.setBaseline();
  }

  /**
   * Asks for side B, makes that the baseline, then shows side A with its changes. Pages stay where they are; a local file without a page is
   * read in a thread.
   */
  async compare({ uri, session }: SideA, of?: ComparedOthers): Promise<void> {
    const { library, facts, report } = this.#services;
    const sets = { library, facts };
    if (of === 'several') return this.#compareWithSeveral(uri, await chooseSeveral(sets, session));
    if (of === 'version') return this.#compareWithSeveral(uri, await chooseVersion(sets, session));
    const placeholder = vscode.l10n.t('B: the session to compare with');
    const title = vscode.l10n.t('Compare');
    const baseline = await this.#services.baseline.get();
    const isOther = (baseline?.range ?? baseline?.sessions) !== undefined && baseline?.session !== session;
    const noneText = vscode.l10n.t('No other recorded session. Browse for a file.');
    const picked = await pickSession(
      { library, facts, report },
      {
        ...{ title, placeholder, noneText, comparedTo: session, offersSeveral: true },
        ...(isOther && baseline !== undefined ? { baseline: oneLine(baselineText(baseline), 160) } : {}),
      },
    );
    if (picked === 'baseline') {
      await this.#showA(uri);
      return;
    }
    if (picked === 'several' || picked === 'version') return this.compare({ uri, session }, picked);
    const other = picked === 'browse' ? (await browseSessions(false))[0] : picked;
    if (other !== undefined) await this.#compareWith(uri, other);
  }

  async #compareWithSeveral(uri: vscode.Uri | undefined, chosen: SeveralSessions | undefined): Promise<void> {
    if (chosen === undefined) return;
    const { thresholdUs, limits } = readSettings();
    const settings = { thresholdUs, limits, appClasses: await this.#services.appClasses() };
    const made = await baselineOfSeveral(chosen, settings, this.#services.files.open);
    if (made === undefined) return;
    await this.#services.baseline.set(made);
    await this.#showA(uri);
  }

  /** Makes a page's session the baseline, and shows the baseline's. @param session key of the page's */
  async swap(session: string): Promise<void> {
    const before = await this.#services.baseline.get();
    const page = [...this.#services.pages].find(({ source }) => source.about.session === session);
    if (before === undefined || page === undefined || before.session === session) return;
    if (before.range !== undefined || before.sessions !== undefined) throw partCannotSwap(before);
    const shown = fileOfKey(before.session);
    await requireFile(shown, before.title);
    await this.#compareWith(shown, fileOfKey(session));
  }

  async #compareWith(uri: vscode.Uri | undefined, other: vscode.Uri): Promise<void> {
    const { baseline, report } = this.#services;
    if (this.#pageOf(other) === undefined && other.scheme === 'file') return this.#compareWithFile(uri, other);
    const key = sessionKey(other);
    const wasOpen = this.#pageOf(other) !== undefined;
    const page = await this.#show(other);
    const showCompared = async (): Promise<void> => {
      // Another baseline means that the comparison was given up.
      comparison.dispose();
      if ((await baseline.get())?.session !== key) return;
      await this.#showA(uri);
      if (!wasOpen) page?.close();
    };
    const comparison = baseline.onDidChange(guarded(() => background(showCompared(), report), unexpected));
    this.#comparison?.dispose();
    this.#comparison = comparison;
    // The page's bar says what is compared.
    page?.setBaseline(undefined, () => comparison.dispose(), true);
  }

  async #compareWithFile(uri: vscode.Uri | undefined, other: vscode.Uri): Promise<void> {
    const first = await this.#readBaseline(other, undefined);
    const run = first !== undefined && 'runs' in first ? await chooseRun(first.runs) : undefined;
    const made = run === undefined ? first : await this.#readBaseline(other, run);
    if (made === undefined || !('baseline' in made)) return;
    await this.#services.baseline.set(made.baseline);
    await this.#showA(uri);
  }

  #readBaseline(other: vscode.Uri, run: RunChoice | undefined): Promise<ReadBaseline | undefined> {
    const name = basename(other.fsPath, '.laglens');
    const title = typeof run === 'number' ? `${name}, ${vscode.l10n.t('Run {0}', run + 1)}` : name;
    return withNotification(vscode.l10n.t('Laglens: reading {0}', fileText(name)), async (signal) => {
      const appClasses = await this.#services.appClasses();
      const { thresholdUs, limits } = readSettings();
      const wanted = { path: other.fsPath, title, session: sessionKey(other), thresholdUs, limits, appClasses, run };
      return baselineOfFile(wanted, this.#services.files.open, signal);
    });
  }

  /** Writes the session as a page without opening it. */
  async sharePage(uri: vscode.Uri): Promise<void> {
    const { share, files } = this.#services;
    const shown = this.#pageOf(uri)?.source;
    const source = shown ?? new FileSession(uri, files);
    try {
      await share.share(source, 'page', { view: undefined });
    } finally {
      if (shown === undefined) source.dispose?.();
    }
  }

  #pageOf(uri: vscode.Uri): PageHost | undefined {
    const key = sessionKey(uri);
    return [...this.#services.pages].find(({ source }) => source.about.session === key);
  }

  /** A running capture stays where it is. */
  async #showA(uri: vscode.Uri | undefined): Promise<void> {
    if (uri !== undefined) await this.#show(uri);
  }

  /** Brings up the session's page, else opens one; undefined if VS Code shows none. */
  async #show(uri: vscode.Uri): Promise<PageHost | undefined> {
    const shown = this.#pageOf(uri);
    shown?.reveal();
    return shown ?? this.#services.editors.show(uri);
  }
}

/** By `sessionKey`. A drive's letter is no scheme. */
function fileOfKey(key: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:/i.test(key) ? vscode.Uri.parse(key) : vscode.Uri.file(key);
}

function partCannotSwap(baseline: Baseline): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: vscode.l10n.t(
      'The sides cannot be swapped: the baseline is {0}, and only whole sessions change sides.',
      oneLine(baselineText(baseline), 160),
    ),
    next: vscode.l10n.t('Set the whole session as the baseline.'),
  });
}

async function requireFile(uri: vscode.Uri, title: string): Promise<void> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch (cause) {
    throw new LaglensError({
      code: 'session-not-found',
      message: vscode.l10n.t('The sides cannot be swapped: the file of {0} is not there any more.', oneLine(fileText(title), 160)),
      next: vscode.l10n.t('Compare with another session.'),
      cause,
    });
  }
}

/** The file that a menu's command is about; undefined for palette and keys. */
export function fileOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof SessionRow) return vscode.Uri.file(argument.session.path);
  return argument instanceof vscode.Uri && argument.path.endsWith('.laglens') ? argument : undefined;
}
