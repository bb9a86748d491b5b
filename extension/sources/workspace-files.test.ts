import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { remote, Uri, useRemoteWindow } from '../../tests/extension/remote-window.ts';

useRemoteWindow();
const { findFiles, forgetLists, sourceText } = await import('./workspace-files.ts');
const { SourceFinder } = await import('./source-finder.ts');
const { silentLog } = await import('../../tests/extension/silent-log.ts');

const FEED = 'app/src/main/java/com/example/shop/Feed.kt';
const GENERATED = 'app/build/generated/source/com/example/shop/Binding.java';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens files '));
  forgetLists();
  for (const path of [FEED, GENERATED, 'app/build/tmp/Feed.kt', 'node_modules/a/Feed.kt', 'app/src/notes.txt', 'jni/Cart.cpp']) {
    await put(path, 'package com.example.shop');
  }
  Object.assign(remote, { folders: [{ name: 'shop', uri: uriOf('memfs') }], searched: [], found: [], listed: 0 });
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

function uriOf(scheme: string): Uri {
  return new Uri(scheme, folder);
}

/** The paths of sources with these names. */
async function find(name: string): Promise<readonly string[]> {
  const isWanted = (path: string): boolean => path.endsWith(`/${name}`);
  const found = await findFiles({ glob: `**/${name}`, exclude: '', most: 10, isWanted });
  return found.map(({ scheme, path }) => `${scheme}:${path.slice(folder.length + 1)}`);
}

test('a folder that VS Code cannot search is listed once, without outputs but generated sources', async () => {
  assert.deepEqual(await find('Feed.kt'), [`memfs:${FEED}`]);
  const { listed } = remote;
  assert.deepEqual(await find('Binding.java'), [`memfs:${GENERATED}`]);
  assert.deepEqual(await find('Cart.cpp'), ['memfs:jni/Cart.cpp']);
  assert.deepEqual(await find('notes.txt'), []);
  assert.equal(remote.listed, listed);
  assert.deepEqual(remote.searched, [], 'a search would wait without an end');
  await put('app/src/main/java/com/example/shop/Cart.kt', '');
  forgetLists();
  assert.deepEqual(await find('Cart.kt'), ['memfs:app/src/main/java/com/example/shop/Cart.kt']);
});

test('remote folders of VS Code’s own kinds are searched by it, beside them others are listed, too', async () => {
  remote.folders = [{ name: 'a', uri: uriOf('vscode-remote') }];
  remote.found = [uriOf('vscode-remote')];
  assert.deepEqual(await find('Feed.kt'), ['vscode-remote:']);
  assert.equal(remote.listed, 0);
  remote.folders.push({ name: 'b', uri: uriOf('memfs') });
  assert.deepEqual(await find('Feed.kt'), ['vscode-remote:', `memfs:${FEED}`]);
  assert.deepEqual(remote.searched, ['**/Feed.kt', '**/Feed.kt']);
});

test('a frame’s source is found in such a folder by package, and by a native path inside of it', async () => {
  await put('old/jni/Cart.cpp', '');
  const memory = { keys: () => [], get: <T>(_key: string, other?: T) => other, update: async () => undefined };
  const finder = new SourceFinder(memory, silentLog);
  const uriText = async (place: { class: string; file: string; path?: string }): Promise<string | undefined> =>
    (await finder.findQuietly({ ...place, line: 1 }))?.toString();
  assert.equal(await uriText({ class: 'com.example.shop.Feed', file: 'Feed.kt' }), `memfs://${join(folder, FEED)}`);
  assert.equal(await uriText({ class: 'com.example.shop.Binding', file: 'Binding.java' }), `memfs://${join(folder, GENERATED)}`);
  const path = join(folder, 'jni/Cart.cpp');
  assert.equal(await uriText({ class: '', file: 'Cart.cpp', path }), `memfs://${path}`);
  assert.equal(
    await uriText({ class: '', file: 'Cart.cpp', path: '/ci/shop/old/jni/Cart.cpp' }),
    `memfs://${join(folder, 'old/jni/Cart.cpp')}`,
  );
});

test('a file that is too long for a source is not read', async () => {
  await put('Long.kt', 'x'.repeat((4 << 20) + 1));
  remote.read.length = 0;
  assert.equal(await sourceText(Uri.joinPath(uriOf('memfs'), 'Long.kt') as never), '');
  assert.deepEqual(remote.read, []);
});
