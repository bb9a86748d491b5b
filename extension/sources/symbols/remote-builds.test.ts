import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { remote, Uri, useRemoteWindow } from '../../../tests/extension/remote-window.ts';
import { silentLog } from '../../../tests/extension/silent-log.ts';

useRemoteWindow();
const { RemoteBuilds } = await import('./remote-builds.ts');

const MAPPING = 'app/build/outputs/mapping/release/mapping.txt';
let folder = '';
let relative: readonly string[] = [];
let builds: InstanceType<typeof RemoteBuilds>;
/** Called at a change of copies. */
let hasChanged = (): void => undefined;

beforeEach(async () => {
  relative = [];
  folder = await mkdtemp(join(tmpdir(), 'laglens remote '));
  builds = new RemoteBuilds(
    join(folder, 'copies'),
    silentLog,
    () => relative,
    () => hasChanged(),
  );
  Object.assign(remote, { folders: [{ name: 'shop', uri: uriOf('shop') }], read: [], shown: [], cancels: false });
  await put(`shop/${MAPPING}`);
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), path);
}

function uriOf(path: string, scheme = 'vscode-remote'): never {
  return new Uri(scheme, join(folder, path).replaceAll(sep, '/')) as never;
}

test('a remote folder’s builds are copied with a notification, which another search without news does not show', async () => {
  const [only] = builds.folders;
  assert.ok(only);
  await new Promise<void>((resolve) => {
    hasChanged = resolve;
    builds.update();
    builds.update();
  });
  assert.equal(await readFile(join(only.copy, MAPPING), 'utf8'), `shop/${MAPPING}`);
  assert.deepEqual(remote.shown, ['Laglens: searching builds in shop', 'Laglens: copying builds of shop']);
  assert.equal(builds.placeText(`Gradle's build folders in ${only.copy}`), "Gradle's build folders in the remote folder shop");
  assert.deepEqual(builds.places, []);
  await builds.here(uriOf('shop'));
  remote.read.length = 0;
  remote.shown.length = 0;
  await builds.here(uriOf('shop'));
  assert.deepEqual([remote.read, remote.shown], [[], ['Laglens: searching builds in shop']]);
});

test('folders of this computer and repositories of web sites are not walked', () => {
  remote.folders = ['file', 'vscode-vfs', 'vscode-remote'].map((scheme) => ({ name: scheme, uri: uriOf('shop', scheme) }));
  assert.deepEqual(
    builds.folders.map(({ name }) => name),
    ['vscode-remote'],
  );
});

test('a chosen remote file or folder has a copy here, one of this computer is itself', async () => {
  await put('symbols/app.android-arm64.symbols');
  await put('symbols/Cart.kt');
  const copy = await builds.here(uriOf('symbols/app.android-arm64.symbols'));
  assert.match(await readFile(copy, 'utf8'), /symbols$/);
  const named = await builds.here(uriOf('symbols'));
  assert.ok(await readFile(join(named, 'app.android-arm64.symbols')));
  await assert.rejects(readFile(join(named, 'Cart.kt')), { code: 'ENOENT' });
  assert.equal(await builds.here(uriOf('symbols', 'file')), join(folder, 'symbols'));
  await assert.rejects(builds.here(uriOf('gone')), { code: 'ENOENT' });
});

test('Cancel ends the copies, which the list of places says', async () => {
  remote.cancels = true;
  await assert.rejects(builds.here(uriOf('shop')), { name: 'AbortError' });
  assert.deepEqual(remote.read, []);
});

test('the newest copies of other folders are kept', async () => {
  for (let index = 0; index < 12; index++) {
    const copy = join(folder, 'copies', String(index));
    await mkdir(join(copy, 'app'), { recursive: true, mode: 0o700 });
    await utimes(copy, index, index);
  }
  await new Promise<void>((resolve) => {
    hasChanged = resolve;
    builds.update();
  });
  const kept = (await readdir(join(folder, 'copies'))).filter((name) => name.length < 3);
  assert.deepEqual(kept.toSorted(), ['10', '11', '4', '5', '6', '7', '8', '9']);
});

test('relative paths of the settings are searched below the remote folder, and lead nowhere else', async () => {
  await put('shop/symbols/libcart.so');
  await put('shop/symbols/Cart.kt');
  await put('shop/libfeed.so');
  await put('secret/libother.so');
  relative = ['symbols', 'libfeed.so', '../secret', 'missing', ''];
  await new Promise<void>((resolve) => {
    hasChanged = resolve;
    builds.update();
  });
  const [symbols = '', feed = '', ...more] = builds.named;
  assert.deepEqual(await readdir(symbols), ['libcart.so']);
  assert.equal(await readFile(feed, 'utf8'), 'shop/libfeed.so');
  assert.deepEqual(more, []);
});

test('a chosen file or folder keeps its copy when the project is searched again', async () => {
  const updated = (): Promise<void> =>
    new Promise((resolve) => {
      hasChanged = resolve;
      builds.update();
    });
  await put('shop/libfeed.so');
  await updated();
  const file = await builds.here(uriOf('shop/libfeed.so'));
  const all = await builds.here(uriOf('shop'));
  await put('shop/build/app/outputs/symbols/app.symbols');
  await updated();
  assert.equal(await readFile(file, 'utf8'), 'shop/libfeed.so');
  assert.equal(await readFile(join(all, 'libfeed.so'), 'utf8'), 'shop/libfeed.so');
});
