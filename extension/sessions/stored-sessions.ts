import { basename } from 'node:path';
import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import { Recovery } from '../../host/capture/recover.ts';
import { sweepDrafts } from '../../host/capture/sweep.ts';
import { editorTypeOf } from '../contributions/context-keys.ts';
import { sessionKey } from '../page/file-session.ts';
import { chooseFiles } from '../surface/dialogs.ts';
import { inform } from '../surface/notifications.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { fileText } from './facts/session-texts.ts';
import type { StoredFacts } from './facts/stored-facts.ts';
import { pickSession } from './pick-session.ts';

/** Two checks reveal a growing old journal; a new one is watched for two minutes. */
const RECHECK_MS = 10_000;

/** Stored sessions and the way to other files. */
export class StoredSessions {
  readonly #library: SessionLibrary;
  readonly #facts: StoredFacts;
  readonly #report: (error: unknown) => void;
  readonly #recovery: Recovery;
  #checking: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;
  #isSwept = false;

  /** @param report shows failures that must not stop a command */
  constructor(library: SessionLibrary, facts: StoredFacts, report: (error: unknown) => void) {
    this.#library = library;
    this.#facts = facts;
    this.#report = report;
    this.#recovery = new Recovery({ folder: library.folder, failed: report });
  }

  /** Completes recordings of killed editors, at any time, and offers to open them. */
  recover(): Promise<void> {
    // Unrecoverable files stay for the next time.
    this.#checking ??= this.#check()
      .catch(this.#report)
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  /** Offers the newest stored sessions, and any file. */
  async choose(): Promise<void> {
    await this.recover();
    const picked = await pickSession({ library: this.#library, facts: this.#facts, report: this.#report });
    if (picked === undefined || picked === 'several' || picked === 'version' || picked === 'baseline') return;
    if (picked !== 'browse') return openSession(picked);
    for (const uri of await browseSessions(true)) await openSession(uri);
  }

  /** The stored session of a page's key, undefined if it is gone. */
  async withKey(key: unknown): Promise<vscode.Uri | undefined> {
    await this.recover();
    return (await this.#library.sessions()).map(({ path }) => vscode.Uri.file(path)).find((uri) => sessionKey(uri) === key);
  }

  /** Repeats while another computer may be writing journals. */
  async #check(): Promise<void> {
    const { paths, waiting } = await this.#recovery.recoverAbandoned();
    clearTimeout(this.#again);
    if (waiting > 0)
      this.#again = setTimeout(
        guarded(() => background(this.recover(), unexpected), unexpected),
        RECHECK_MS,
      ).unref();
    this.#notify(paths);
    if (this.#isSwept) return;
    this.#isSwept = true;
    await sweepDrafts(this.#library.folder);
  }

  #notify(recovered: readonly string[]): void {
    const newest = recovered.at(-1);
    if (newest === undefined) return;
    const isOne = recovered.length === 1;
    const show = isOne ? vscode.l10n.t('Open') : vscode.l10n.t('Open the Newest');
    const text = isOne
      ? vscode.l10n.t('The recording {0} was cut off when VS Code ended. It has been recovered.', fileText(basename(newest, '.laglens')))
      : vscode.l10n.t('{0} recordings were cut off when VS Code ended. They have been recovered.', recovered.length);
    // Without waiting, so that the command continues.
    background(
      inform(text, show).then(async (answer) => {
        if (answer === show) await openSession(vscode.Uri.file(newest));
      }),
      unexpected,
    );
  }
}

/** Asks for session files anywhere, or any files to open; none when cancelled. */
export function browseSessions(isToOpen: boolean, canSelectMany = isToOpen): Promise<readonly vscode.Uri[]> {
  const sessions = { [vscode.l10n.t('Laglens session')]: ['laglens'] };
  const others = { [vscode.l10n.t('Profile of another tool')]: ['*'] };
  return chooseFiles({ filters: isToOpen ? { ...sessions, ...others } : sessions, canSelectMany });
}

export async function openSession(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, editorTypeOf(uri));
}
