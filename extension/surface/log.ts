import * as vscode from 'vscode';
import { logText } from '../../core/text/log-text.ts';

/** The extension's log, which people read and send. */
export interface Log extends vscode.Disposable {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
  show(): void;
}

export function openLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  return {
    debug: (text) => channel.debug(logText(text)),
    info: (text) => channel.info(logText(text)),
    warn: (text) => channel.warn(logText(text)),
    error: (text) => channel.error(logText(text)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
