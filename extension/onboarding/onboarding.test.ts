import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type * as vscode from 'vscode';

/** The parts of VS Code for the sample's address and for context keys. */
const editor = `data:text/javascript,
  const uri = (scheme, path) => ({ scheme, path, toString: () => scheme + ':' + path });
  export const Uri = { from: ({ scheme, path }) => uri(scheme, path), joinPath: (base, ...parts) => uri(base.scheme, [base.path, ...parts].join('/')) };
  export const set = [];
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

test('a step that was done is ticked now and in every later window', async () => {
  const { set }: { readonly set?: unknown[] } = Object(await import('vscode'));
  const memory = new Memory();
  new DoneSteps(memory, fail).done('sample');
  assert.deepEqual(set?.splice(0), [['setContext', 'laglens.sampleDone', true]]);
  const later = new DoneSteps(memory, fail);
  assert.deepEqual(set?.splice(0), [['setContext', 'laglens.sampleDone', true]]);
  later.done('sample');
  later.done('capture');
  assert.deepEqual(set?.splice(0), [['setContext', 'laglens.captureDone', true]]);
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
