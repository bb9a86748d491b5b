import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isCancel, LaglensError } from '../../../core/errors.ts';
import { chooseEntry } from './choose-entry.ts';
import type { OfferedEntries } from './conversion.ts';

/** The session of a file or an entry of it; a list where one has to be chosen. */
type SessionOf = (uri: vscode.Uri, entry: string | undefined) => Promise<vscode.Uri | OfferedEntries>;

/** Another tool's file in an editor, which asks for one of several files in it once. */
export class ImportedFile {
  readonly #uri: vscode.Uri;
  readonly #sessionOf: SessionOf;
  #entry: string | undefined;
  #opening: Promise<vscode.Uri> | undefined;

  constructor(uri: vscode.Uri, sessionOf: SessionOf) {
    this.#uri = uri;
    this.#sessionOf = sessionOf;
  }

  /**
   * Its session; the file itself if it is one.
   * @throws LaglensError if it cannot be read, none was chosen, or its conversion was cancelled
   */
  session(): Promise<vscode.Uri> {
    // A page that loads again waits for the same answer.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<vscode.Uri> {
    const found = await this.#ofEntry();
    if (!('entries' in found)) return found;
    const name = basename(this.#uri.fsPath);
    this.#entry = await chooseEntry(name, found);
    const session = this.#entry === undefined ? undefined : await this.#ofEntry();
    if (session !== undefined && !('entries' in session)) return session;
    throw new LaglensError({
      code: 'format-several',
      message: vscode.l10n.t('{0} holds several files that Laglens reads, and none was chosen.', name),
      next: vscode.l10n.t('Open it again, and choose one.'),
    });
  }

  async #ofEntry(): Promise<vscode.Uri | OfferedEntries> {
    try {
      return await this.#sessionOf(this.#uri, this.#entry);
    } catch (error) {
      // The file may have changed: the next opening asks again.
      this.#entry = undefined;
      if (!isCancel(error)) throw error;
      throw new LaglensError({
        code: 'usage',
        message: vscode.l10n.t('The conversion of {0} was cancelled.', basename(this.#uri.fsPath)),
        next: vscode.l10n.t('Close this editor. To convert the file after all, open it again.'),
      });
    }
  }
}
