import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { ExtensionKind, env, state, useTerminalWindow } from '../../tests/extension/terminal-window.ts';

useTerminalWindow();
const { addTerminalCommand } = await import('./terminal-command.ts');

/** What the terminals get. */
class Collection {
  description = '';
  readonly changes: Record<string, string> = {};

  clear(): void {
    this.description = '';
    for (const name of Object.keys(this.changes)) delete this.changes[name];
  }

  prepend(name: string, value: string, options: object): void {
    this.changes[name] = `${value}+${JSON.stringify(options)}`;
  }

  replace(name: string, value: string): void {
    this.changes[name] = value;
  }
}

function added(extensionKind: number): Collection {
  const collection = new Collection();
  const context: unknown = {
    environmentVariableCollection: collection,
    extension: { extensionKind },
    asAbsolutePath: (path: string) => `/extension/${path}`,
  };
  // The stand-in has what this takes of VS Code.
  addTerminalCommand(context as vscode.ExtensionContext);
  return collection;
}

test('terminals have the folder of the command before their path, and the editor’s executable that runs it', () => {
  state.setting = true;
  const { changes, description } = added(ExtensionKind.UI);
  assert.equal(description, 'Laglens: adds the command `laglens`');
  assert.deepEqual(changes, {
    PATH: `/extension/dist/bin${delimiter}+{"applyAtProcessCreation":true,"applyAtShellIntegration":true}`,
    LAGLENS_NODE: process.execPath,
  });
});

test('the setting takes the command away, and brings it back, without a reload', () => {
  state.setting = true;
  const { changes } = added(ExtensionKind.UI);
  const now = (value: unknown, id: string): readonly string[] => {
    state.setting = value;
    state.changed({ affectsConfiguration: (asked) => asked === id });
    return Object.keys(changes);
  };
  assert.deepEqual(now(false, 'laglens.interval'), ['PATH', 'LAGLENS_NODE']);
  assert.deepEqual(now(false, 'laglens.terminalCommand'), []);
  assert.deepEqual(now(undefined, 'laglens.terminalCommand'), ['PATH', 'LAGLENS_NODE']);
});

test('a remote window’s terminals run where this computer’s files are not', () => {
  state.setting = true;
  env.remoteName = 'ssh-remote';
  assert.deepEqual(added(ExtensionKind.UI).changes, {});
  assert.deepEqual(Object.keys(added(ExtensionKind.Workspace).changes), ['PATH', 'LAGLENS_NODE']);
  env.remoteName = undefined;
});
