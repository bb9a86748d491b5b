import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';

/** The parts of VS Code for the sample's address and for context keys. */
const editor = `data:text/javascript,
  const uri = (scheme, path) => ({ scheme, path, toString: () => scheme + ':' + path });
  export const Uri = { from: ({ scheme, path }) => uri(scheme, path), joinPath: (base, ...parts) => uri(base.scheme, [base.path, ...parts].join('/')) };
  export const set = [];
  export const tabs = [];
  const watches = new Set();
  export const showTab = (tab) => { tabs.push(tab); for (const watch of watches) watch({ opened: [tab], changed: [] }); };
  export const window = { tabGroups: { all: [{ tabs }], onDidChangeTabs: (watch) => { watches.add(watch); return { dispose: () => watches.delete(watch) }; } } };
  export const commands = { executeCommand: async (...call) => void set.push(call) };
  export class EventEmitter {}
  export class FileSystemError extends Error { static FileNotFound() { return new FileSystemError('none'); } }
  export const workspace = { fs: { readFile: async ({ path }) => new TextEncoder().encode(path) } };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

const { DoneSteps } = await import('./done-steps.ts');
const { SampleFiles, sampleUri } = await import('./sample-files.ts');
const { SampleHints } = await import('./sample-hints.ts');

/** Memory of all windows. */
class Memory implements vscode.Memento {
  readonly #kept = new Map<string, unknown>();
  keys(): readonly string[] {
    return [...this.#kept.keys()];
  }

  get<T>(key: string): T | undefined;
  get(key: string): unknown {
    return this.#kept.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#kept.set(key, value);
  }
}

function fail(error: unknown): never {
  throw error;
}

/** A window's steps. */
class Steps extends DoneSteps {
  constructor(memory: vscode.Memento) {
    super(memory, fail);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

test('steps that were done in any window are ticked when the walkthrough opens, and while it is open', async () => {
  type Editor = { readonly set?: unknown[]; readonly tabs?: unknown[]; showTab?(tab: { input?: unknown; label: string }): void };
  const { set = [], tabs = [], showTab }: Editor = Object(await import('vscode'));
  const pulse = (key: string): unknown[] => [true, false].map((value) => ['setContext', `laglens.${key}Done`, value]);
  const memory = new Memory();
  {
    using first = new Steps(memory);
    first.done('sample');
  }
  using later = new Steps(memory);
  later.done('diagnose');
  showTab?.({ input: {}, label: 'Laglens.md' });
  assert.deepEqual(set, []);
  showTab?.({ label: 'Welcome' });
  await setImmediate();
  assert.deepEqual(set.splice(0), [...pulse('sample'), ...pulse('diagnose')]);
  later.done('capture');
  await setImmediate();
  assert.deepEqual(set.splice(0), [...pulse('sample'), ...pulse('capture'), ...pulse('diagnose')]);
  tabs.length = 0;
});

test('only the sample has hints, and they never come back', async () => {
  const { Uri } = await import('vscode');
  const hints = new SampleHints(new Memory(), fail);
  assert.equal(hints.followed(undefined), undefined);
  assert.equal(hints.followed(Uri.from({ scheme: 'file', path: '/shop.laglens' })), undefined);
  assert.equal(hints.followed(sampleUri()), 0);
  hints.keep(2);
  hints.keep(1);
  assert.equal(hints.followed(sampleUri()), 2);
});

test('the sample is read from the packed file under a name without folders; there is no other file', async () => {
  const { Uri } = await import('vscode');
  const files = new SampleFiles(Uri.from({ scheme: 'file', path: '/extensions/laglens' }));
  assert.equal(sampleUri().path, '/Sample: shop.laglens');
  assert.equal(new TextDecoder().decode(await files.readFile(sampleUri())), '/extensions/laglens/media/sample/shop.laglens');
  assert.throws(() => files.readFile(Uri.from({ scheme: 'laglens-sample', path: '/etc/passwd' })), /none/);
});
