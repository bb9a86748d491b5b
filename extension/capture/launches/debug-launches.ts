import * as vscode from 'vscode';
import { inform } from '../../surface/notifications.ts';
import type { Captures } from '../captures.ts';
import { lastChoice } from '../last-choice.ts';

export interface DebugLaunchServices {
  readonly captures: Pick<Captures, 'start' | 'recorded'>;
  readonly memory: vscode.Memento;
}

/** The relevant parts of a debug session that VS Code started. */
export type Launch = Pick<vscode.DebugSession, 'configuration'>;

/**
 * Captures the app that a named launch configuration starts; waits until it runs. Asks first when a debugger is attached, and for device
 * and app when nothing was captured in the workspace.
 */
export async function captureLaunch({ captures, memory }: DebugLaunchServices, { configuration }: Launch): Promise<void> {
  // A running capture follows the app to its next process.
  if (captures.recorded !== undefined) return;
  if (configuration.noDebug !== true && !(await isWanted(configuration.name))) return;
  await captures.start({ ...lastChoice(memory), launch: false, wait: true });
}

async function isWanted(name: string): Promise<boolean> {
  const capture = vscode.l10n.t('Capture');
  const question = vscode.l10n.t('{0} runs with a debugger, which makes times longer. Capture its lags?', name);
  return (await inform(question, capture)) === capture;
}
