import type * as vscode from 'vscode';

const nothing = (): undefined => undefined;

/** Silent; a logged error fails the test. */
export const silentLog: vscode.LogOutputChannel = {
  name: 'Laglens',
  logLevel: 0,
  onDidChangeLogLevel: () => ({ dispose: nothing }),
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (text) => {
    throw new Error(`Logged as an error: ${text}`);
  },
  append: nothing,
  appendLine: nothing,
  replace: nothing,
  clear: nothing,
  show: nothing,
  hide: nothing,
  dispose: nothing,
};
