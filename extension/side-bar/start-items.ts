import * as vscode from 'vscode';
import { commandId } from '../contributions/commands.ts';
import { StatusEntry } from '../surface/status-bar.ts';

/** The saved session of the last capture. */
export interface SavedSession {
  readonly file: vscode.Uri;
  readonly title: string;
  /** `16 lags · worst 271 ms` */
  readonly lags: string;
}

/** Items of the status bar while nothing is recorded: one starts a capture, one leads to the session of the last. */
export class StartItems implements vscode.Disposable {
  #start: StatusEntry | undefined;
  #session: StatusEntry | undefined;
  #saved: SavedSession | undefined;
  #hasProject = false;
  #isRecording = false;

  /** The workspace has an app that can be captured. */
  showStart(): void {
    this.#hasProject = true;
    this.#show();
  }

  set isRecording(isRecording: boolean) {
    if (isRecording === this.#isRecording) return;
    this.#isRecording = isRecording;
    if (isRecording) this.#saved = undefined;
    this.#show();
  }

  showSaved(saved: SavedSession): void {
    this.#saved = saved;
    this.#show();
  }

  dispose(): void {
    this.#start?.dispose();
    this.#session?.dispose();
  }

  #show(): void {
    this.dispose();
    const { start, session } = this.#wanted();
    this.#start = start;
    this.#session = session;
  }

  #wanted(): { readonly start: StatusEntry | undefined; readonly session: StatusEntry | undefined } {
    if (this.#isRecording) return { start: undefined, session: undefined };
    return { start: this.#hasProject ? startEntry() : undefined, session: this.#saved && savedEntry(this.#saved) };
  }
}

function startEntry(): StatusEntry {
  const entry = new StatusEntry('laglens.start', vscode.l10n.t('Laglens: start a capture'), { command: commandId('start') });
  entry.show('record', 'Laglens', vscode.l10n.t('Laglens: Start Lag Capture'), '');
  return entry;
}

function savedEntry({ file, title, lags }: SavedSession): StatusEntry {
  const entry = new StatusEntry('laglens.saved', vscode.l10n.t('Laglens: last session'), {
    command: commandId('openStored'),
    arguments: [file],
  });
  entry.show('pulse', lags, vscode.l10n.t('Laglens: open the saved session {0}', title), '');
  return entry;
}
