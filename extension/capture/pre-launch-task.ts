import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

/** Runs a task to its end; cancelling ends it. @throws LaglensError if it is missing or fails */
export async function runPreLaunchTask(name: string, signal: AbortSignal): Promise<void> {
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find((candidate) => candidate.name === name || `${candidate.source}: ${candidate.name}` === name);
  if (task === undefined) {
    throw new LaglensError({
      code: 'usage',
      message: vscode.l10n.t('The task “{0}” (setting laglens.preLaunchTask) does not exist.', name),
      next: vscode.l10n.t('Correct the setting, or add the task to tasks.json.'),
    });
  }
  const exitCode = await endOf(task, signal);
  signal.throwIfAborted();
  if (exitCode === 0) return;
  throw new LaglensError({
    code: 'launch-failed',
    message: vscode.l10n.t('The task “{0}” ended with exit code {1}, so the app was not launched.', name, String(exitCode ?? '?')),
    next: vscode.l10n.t('Look at its output in the terminal.'),
    action: 'retry',
  });
}

/** Exit code of the task or a failed dependency, after which the task ends without an event. */
async function endOf(task: vscode.Task, signal: AbortSignal): Promise<number | undefined> {
  let failure: number | undefined;
  const subscriptions = [
    vscode.tasks.onDidEndTaskProcess(
      guarded(({ exitCode }) => {
        if (exitCode !== 0) failure ??= exitCode;
      }, unexpected),
    ),
  ];
  try {
    const execution = await vscode.tasks.executeTask(task);
    signal.addEventListener('abort', () => execution.terminate(), { once: true });
    return await new Promise((resolve) => {
      subscriptions.push(
        vscode.tasks.onDidEndTaskProcess(guarded((event) => event.execution === execution && resolve(event.exitCode), unexpected)),
        // A compound task has no process, so no exit code.
        vscode.tasks.onDidEndTask(
          guarded(
            (event) => event.execution === execution && setTimeout(() => resolve(signal.aborted ? undefined : (failure ?? 0)), 200),
            unexpected,
          ),
        ),
      );
    });
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}
