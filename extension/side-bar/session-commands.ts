import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import type { SessionLibrary, StoredSession } from '../../host/capture/library.ts';
import type { StoredFacts } from '../sessions/facts/stored-facts.ts';
import { confirmDeletion } from '../sessions/pick-session.ts';
import { askForText } from '../surface/pickers.ts';
import { SessionRow } from './session-rows.ts';
import type { SessionsTree } from './sessions-tree.ts';

export interface SessionCommandServices {
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  /** Undefined until the view was shown. */
  tree(): SessionsTree | undefined;
}

/** Commands on a row of the view of sessions. */
export class SessionCommands {
  readonly #services: SessionCommandServices;

  constructor(services: SessionCommandServices) {
    this.#services = services;
  }

  async pin(argument: unknown, isPinned: boolean): Promise<void> {
    await this.#services.library.pin(sessionOf(argument), isPinned);
    this.#services.tree()?.refresh();
  }

  /** Deletes the file after a question. */
  async delete(argument: unknown): Promise<void> {
    const { library, facts, tree } = this.#services;
    const session = sessionOf(argument);
    if (!(await confirmDeletion(session, facts))) return;
    await library.remove(session);
    tree()?.refresh();
  }

  /** Shows the file in the system's file manager. */
  async reveal(argument: unknown): Promise<void> {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(sessionOf(argument).path));
  }

  /** Asks for words that listed sessions have. */
  async search(): Promise<void> {
    const tree = this.#services.tree();
    if (tree === undefined) return;
    const prompt = vscode.l10n.t('Words of the app, the device or the file’s name; empty for all sessions');
    const text = await askForText(vscode.l10n.t('Search Sessions'), prompt, tree.search);
    if (text !== undefined) tree.search = text;
  }

  clearSearch(): void {
    const tree = this.#services.tree();
    if (tree !== undefined) tree.search = '';
  }
}

/** The session of a row. @throws LaglensError for key bindings, which pass no row */
function sessionOf(argument: unknown): StoredSession {
  if (argument instanceof SessionRow) return argument.session;
  throw new LaglensError({
    code: 'usage',
    message: vscode.l10n.t('This command works on a row of the view Sessions.'),
    next: vscode.l10n.t('Use the row’s buttons or its context menu.'),
  });
}
