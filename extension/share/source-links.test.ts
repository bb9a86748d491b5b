import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { pathShortener } from '../../core/session/copy/short-paths.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { SourcePlace } from '../../protocol/parse-from-page.ts';
import { helloMessage, processMessage } from '../../tests/core/sample-stream.ts';
import { sourceRequest } from '../../webview/page/source-request.ts';
import { sharedPlaces } from './source-links.ts';

const built = '/home/ada/dev/shop/src/cart.cpp';
const frame = { class: '', name: 'total', short: '', signature: '', line: 3, column: 0 } as const;

/** A frame of the app's Java, one of a library, and one of its native code. */
function messages(file: string): readonly Message[] {
  return [
    processMessage(0),
    helloMessage(5_000),
    { type: 'thread', thread: 1, tid: 7, name: 'main', group: 'main', flags: 1, atUs: 5_000 },
    { type: 'method', id: 1, class: 'Lshop/Cart;', name: 'open', signature: '()V', sourceFile: 'Cart.java', modifiers: 1 },
    { type: 'method', id: 2, class: 'Llib/Each;', name: 'each', signature: '()V', sourceFile: 'Each.java', modifiers: 1 },
    { type: 'node', id: 1, parent: 0, method: 1, line: 7, pc: -1 },
    { type: 'node', id: 2, parent: 1, method: 2, line: 8, pc: -1 },
    { type: 'image', id: 1, base: 4_096, size: 4_096, path: '/data/app/libcart.so', buildId: new Uint8Array(16) },
    { type: 'nativeNode', id: 3, parent: 2, image: 1, offset: 64 },
    { type: 'sample', thread: 1, atUs: 6_000, node: 3, state: 0, cpuUs: undefined },
    { type: 'addressNames', run: 0, image: 1, offset: 64, confidence: 2, others: 0, frames: [{ ...frame, file }] },
  ];
}

function modelOf(file: string): SessionModel {
  const model = new SessionModel();
  for (const message of messages(file)) model.apply(message);
  return model;
}

/** Finds every source in one folder, as VS Code has it on Windows. */
const finder = {
  findQuietly: async ({ file, path }: SourcePlace): Promise<vscode.Uri> =>
    Object.assign(Object.create(null), { scheme: 'file', path: `/c:/shop/${path ?? file}`, fsPath: `c:\\shop\\${path ?? file}` }),
};

test('the page finds the place of a source by what it asks for, also where its paths are shorter than those of the session', async () => {
  const shownPath = pathShortener(['/home/ada/dev/shop']);
  const isAppClass = (name: string): boolean => name === 'shop.Cart';
  const places = await sharedPlaces(modelOf(built), { isAppClass, finder, shownPath }, new AbortController().signal);
  // The page's session, and its request in `webview/shared/main.ts`.
  const shared = modelOf(shownPath(built));
  const found: string[] = [];
  for (let node = shared.shownNode(0, 3); node !== 0; node = shared.nodes.parent[node] ?? 0) {
    const { class: className, file, path } = sourceRequest(shared, node);
    found.push(places[`${className} ${path ?? file}`] ?? `no place: ${file}`);
  }
  assert.deepEqual(found, [`/c:/shop/${built}`, 'no place: Each.java', '/c:/shop/Cart.java']);
});
