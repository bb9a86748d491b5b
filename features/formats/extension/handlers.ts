import * as vscode from 'vscode';
import { openSession } from '../../../extension/sessions/stored-sessions.ts';
import type { formatCommands } from './contributions.ts';

export const formatHandlers: Readonly<Record<keyof typeof formatCommands, (argument: unknown) => Promise<void> | void>> = {
  openProfile: (argument) => (argument instanceof vscode.Uri ? openSession(argument) : undefined),
};
