import * as vscode from 'vscode';
import { LaglensError } from '../../../core/errors.ts';
import { guarded } from '../../../core/guarded.ts';
import { factsText } from '../../sessions/facts/session-texts.ts';
import { unexpected } from '../../surface/vscode/unexpected.ts';
import type { Captures, SavedCapture } from '../captures.ts';
import { startArguments } from '../start-arguments.ts';

/**
 * Captures as a task of tasks.json names it, until the capture ends. Ending the task stops the capture.
 * @throws LaglensError when the capture does not start
 */
export async function runCaptureTask(
  captures: Pick<Captures, 'start' | 'stop' | 'recorded' | 'onDidChange' | 'onDidSave'>,
  definition: unknown,
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let saved: SavedCapture | undefined;
  const saving = captures.onDidSave(
    guarded((capture) => {
      saved = capture;
    }, unexpected),
  );
  try {
    show(vscode.l10n.t('Starting a lag capture…'));
    await captures.start(startArguments(definition));
    if (captures.recorded === undefined) throw notStarted();
    show(vscode.l10n.t('Recording {0}. Ending this task stops the capture.', captures.recorded.app));
    await ended(captures, signal);
    show(saved === undefined ? vscode.l10n.t('Stopped.') : vscode.l10n.t('Stopped: {0}\n{1}', factsText(saved.facts), saved.file.fsPath));
  } finally {
    saving.dispose();
  }
}

/** Resolves when nothing is recorded any more; the signal stops the capture. */
async function ended(captures: Pick<Captures, 'stop' | 'recorded' | 'onDidChange'>, signal: AbortSignal): Promise<void> {
  const stop = guarded(() => captures.stop(), unexpected);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (captures.recorded !== undefined) return;
      changes.dispose();
      resolve();
    };
    const changes = captures.onDidChange(guarded(() => check(), unexpected));
    check();
  });
  signal.removeEventListener('abort', stop);
}

function notStarted(): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: vscode.l10n.t('The capture was not started.'),
    next: vscode.l10n.t('Name device and app in the task, or choose them when asked.'),
  });
}
