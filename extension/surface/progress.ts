import * as vscode from 'vscode';
import { editorLine } from '../../core/text/editor-text.ts';
import { localized } from './localized.ts';

/** Runs work with a progress notification; cancelling aborts the signal. */
export type ShownWork<T> = (signal: AbortSignal, step: (text: string) => void) => Promise<T>;

export async function withNotification<T>(title: string, work: ShownWork<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: editorLine(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancelling = new AbortController();
    const listening = token.onCancellationRequested(() => cancelling.abort());
    try {
      return await work(cancelling.signal, (text) => progress.report({ message: editorLine(localized(text)) }));
    } finally {
      listening.dispose();
    }
  });
}

export async function withStatus<T>(title: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: editorLine(title) }, work);
}
