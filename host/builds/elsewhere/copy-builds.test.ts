import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { builtApps } from '../../devices/android/gradle-apps.ts';
import { gradle } from '../finders/gradle.ts';
import { xcodeWorkspace } from '../finders/xcode.ts';
import { copiedSymbols } from './copied-symbols.ts';
import { type CopiedBuilds, copyBuilds } from './copy-builds.ts';
import { findBuilds } from './find-builds.ts';
import type { ElsewhereFiles, Wanted } from './walk-elsewhere.ts';
import { namedBuilds, projectBuilds } from './wanted-builds.ts';

const never = new AbortController().signal;
const MAPPING = 'app/build/outputs/mapping/freeRelease/mapping.txt';
const METADATA = 'app/build/outputs/apk/free/release/output-metadata.json';
const LIBRARY = 'app/build/intermediates/merged_native_libs/release/out/lib/arm64-v8a/libshop.so';
const LINKED = 'lib/build/intermediates/cxx/Debug/3b2c/obj/x86_64/liba.so';
const FLUTTER = 'build/app/outputs/symbols/app.android-arm64.symbols';
const DSYM = 'ios/build/Build/Products/Debug-iphoneos/Shop.app.dSYM/Contents/Resources/DWARF/Shop';
const others = [
  ...['ios/build/Build/Products/Debug-iphoneos/Shop.app/Shop', 'ios/build/Build/Intermediates/x.dSYM/Contents/Resources/DWARF/x'],
  ...['docs/mapping.txt', 'app/src/main/build/outputs/mapping/x/mapping.txt', 'node_modules/a/build/outputs/mapping/x/mapping.txt'],
  ...['app/build/outputs/apk/free/release/app.apk', 'app/build/intermediates/stripped_native_libs/release/libshop.so'],
  ...['app/build/intermediates/cxx/Debug/3b2c/prefab/libb.so', 'app/build/kotlin/Cart.kt', '.hidden/a.symbols'],
];

let folder = '';

/** A path below the folder, with slashes. */
function below(path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens elsewhere '));
});
afterEach(() => rm(folder, { recursive: true }));

/** A file system in memory, which counts what is read. */
class Elsewhere implements ElsewhereFiles {
  readonly files = new Map<string, { content: string; modifiedMs: number }>();
  readonly read_: string[] = [];
  listed = 0;

  put(content: string, modifiedMs: number, ...paths: readonly string[]): this {
    for (const path of paths) this.files.set(path, { content, modifiedMs });
    return this;
  }

  async list(path: readonly string[]): ReturnType<ElsewhereFiles['list']> {
    this.listed++;
    const start = path.map((name) => `${name}/`).join('');
    const found = new Map<string, 'file' | 'folder'>();
    for (const file of this.files.keys()) {
      if (!file.startsWith(start)) continue;
      const [name = '', ...rest] = file.slice(start.length).split('/');
      found.set(name, rest.length > 0 ? 'folder' : 'file');
    }
    return [...found].map(([name, kind]) => ({ name, kind }));
  }

  async stat(path: readonly string[]): Promise<{ size: number; modifiedMs: number }> {
    const { content, modifiedMs } = this.#file(path);
    return { size: content.length, modifiedMs };
  }

  async read(path: readonly string[]): Promise<Uint8Array> {
    this.read_.push(path.join('/'));
    return Buffer.from(this.#file(path).content);
  }

  #file(path: readonly string[]): { content: string; modifiedMs: number } {
    const found = this.files.get(path.join('/'));
    if (found === undefined) throw new Error(`${path.join('/')} is gone`);
    return found;
  }
}

async function copy(
  from: ElsewhereFiles,
  wanted: Wanted = projectBuilds,
  limits?: { fileBytes: number; bytes: number },
): Promise<CopiedBuilds> {
  const found = await findBuilds(from, wanted, never);
  const options = { signal: never, step: () => undefined, ...(limits === undefined ? {} : { limits }) };
  return copyBuilds(from, found, folder, options);
}

async function copied(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => below(join(parentPath, name)));
}

test('a project’s builds are copied where the finders search them, and nothing else', async () => {
  const metadata = JSON.stringify({
    variantName: 'freeRelease',
    applicationId: 'com.example.shop',
    artifactType: { type: 'APK' },
    elements: [],
  });
  const from = new Elsewhere().put('x', 5_000, MAPPING, LIBRARY, LINKED, FLUTTER, DSYM, ...others).put(metadata, 5_000, METADATA);
  assert.deepEqual(await copy(from), { changed: 6, problems: [] });
  assert.deepEqual((await copied()).toSorted(), [MAPPING, METADATA, LIBRARY, LINKED, FLUTTER, DSYM].toSorted());
  assert.equal((await stat(join(folder, MAPPING))).mode & 0o777, 0o600);
  const [app] = await builtApps([folder], never);
  assert.deepEqual([app?.applicationId, app?.variant, app?.builtMs], ['com.example.shop', 'freeRelease', 5_000]);
  const report = { problem: assert.fail, watch: () => undefined };
  const found = [];
  for (const finder of [gradle(folder), xcodeWorkspace(folder), copiedSymbols(folder)])
    for await (const { path, kind, applicationIds } of finder.candidates(report)) found.push([below(path), kind, applicationIds]);
  assert.deepEqual(found.toSorted(), [
    [LIBRARY, 'native', undefined],
    [MAPPING, 'mapping', ['com.example.shop']],
    [FLUTTER, 'native', undefined],
    [DSYM, 'native', undefined],
    [LINKED, 'native', undefined],
  ]);
});

test('only files of another size or time are read again; those that are gone lose their copy', async () => {
  const from = new Elsewhere().put('one', 5_000, MAPPING, LIBRARY, LINKED);
  await copy(from);
  from.put('two', 5_000, MAPPING).put('one', 6_000, LIBRARY).put('none', 0, FLUTTER);
  from.files.delete(LINKED);
  from.read_.length = 0;
  assert.equal((await copy(from)).changed, 3);
  assert.deepEqual(from.read_.toSorted(), [LIBRARY, FLUTTER].toSorted());
  from.put('three', 7_000, MAPPING);
  from.read_.length = 0;
  assert.equal((await copy(from)).changed, 1);
  // A file system without times may have another file of the same size.
  assert.deepEqual(from.read_.toSorted(), [MAPPING, FLUTTER].toSorted());
  assert.equal(await readFile(join(folder, MAPPING), 'utf8'), 'three');
});

test('a copy that another window writes at the moment is left; one that was broken off long ago is removed', async (t) => {
  const from = new Elsewhere().put('x', 5_000, LIBRARY);
  await copy(from);
  const unfinished = `${LIBRARY}.0f8fad5b-d9cb-469f-a165-70867728950e`;
  await writeFile(join(folder, unfinished), 'half');
  await utimes(join(folder, unfinished), 5, 5);
  assert.equal((await copy(from)).changed, 0);
  assert.deepEqual((await copied()).toSorted(), [LIBRARY, unfinished].toSorted());
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 });
  assert.equal((await copy(from)).changed, 1);
  assert.deepEqual(await copied(), [LIBRARY]);
});

test('what is too large or cannot be read is said, and costs nobody else', async () => {
  const from = new Elsewhere().put('x'.repeat(40), 5_000, LIBRARY).put('x'.repeat(30), 5_000, LINKED).put('x', 5_000, MAPPING, FLUTTER);
  const read = from.read.bind(from);
  from.read = async (path) => {
    if (path.at(-1) === 'mapping.txt') throw new Error('no connection');
    return path.at(-1) === 'liba.so' ? Buffer.alloc(100) : read(path);
  };
  const { changed, problems } = await copy(from, projectBuilds, { fileBytes: 39, bytes: 60 });
  assert.equal(changed, 1);
  assert.deepEqual(problems.toSorted(), [
    `${LIBRARY} is too large to be copied (1 MB).`,
    `${MAPPING} cannot be read: no connection.`,
    `${LINKED} is larger than was said.`,
  ]);
});

test('names that are no names of files lead nowhere', async () => {
  const from = new Elsewhere();
  const names = ['..', '.', '', 'a/b.so', 'a\\b.so', 'c:d.so', 'e.so ', 'f.so.', 'g\u0000.so', 'x'.repeat(300)];
  from.list = async () => [...names, 'good.so'].map((name) => ({ name, kind: 'file' }));
  from.stat = async () => ({ size: 1, modifiedMs: 5_000 });
  from.read = async () => Buffer.from('x');
  await copy(from, { folder: () => true, file: () => true });
  assert.deepEqual(await copied(), ['good.so']);
});

test('folders without an end are left, which is said; then nothing is removed', async () => {
  const from = new Elsewhere().put('x', 5_000, 'kept.so');
  await copy(from, namedBuilds);
  from.files.clear();
  const endless: ElsewhereFiles['list'] = async () => ['a', 'b', 'c'].map((name) => ({ name, kind: 'folder' }));
  let lists = 0;
  from.list = (path) => {
    lists++;
    return endless(path);
  };
  const found = await findBuilds(from, { folder: () => true, file: () => true }, never);
  assert.deepEqual([lists, found.isWhole, found.problems], [4_000, false, ['There are more than 4,000 folders.']]);
  await copyBuilds(from, found, folder, { signal: never, step: () => assert.fail() });
  assert.deepEqual(await copied(), ['kept.so']);
});

test('a signal ends the walk and the copies', async () => {
  const from = new Elsewhere().put('x', 5_000, MAPPING, LIBRARY);
  const ending = new AbortController();
  const found = await findBuilds(from, projectBuilds, ending.signal);
  let steps = 0;
  const step = (): void => {
    if (++steps === 2) ending.abort();
  };
  await assert.rejects(copyBuilds(from, found, folder, { signal: ending.signal, step }), { name: 'AbortError' });
  assert.equal((await copied()).length, 1);
  await assert.rejects(findBuilds(from, projectBuilds, ending.signal), { name: 'AbortError' });
});

test('a file system that never answers is given up by folder, and Cancel does not wait for a file', async (t) => {
  const from = new Elsewhere().put('x', 5_000, MAPPING, LIBRARY);
  const found = await findBuilds(from, projectBuilds, never);
  const ending = new AbortController();
  from.read = () => new Promise(() => undefined);
  const copying = copyBuilds(from, found, folder, { signal: ending.signal, step: () => undefined });
  ending.abort();
  await assert.rejects(copying, { name: 'AbortError' });
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  from.list = () => new Promise(() => undefined);
  const searching = findBuilds(from, projectBuilds, never);
  t.mock.timers.tick(30_000);
  const { isWhole, problems } = await searching;
  assert.equal(isWhole, false);
  assert.match(String(problems), /^A folder cannot be listed: An answer of the remote file system took longer than 30 s/);
});

test('a folder with names without number costs a limited time', async () => {
  const from = new Elsewhere();
  let listed = 0;
  from.list = async () => {
    listed++;
    return Array.from({ length: 300_000 }, (_, at) => ({ name: `f${at}`, kind: 'folder' }) as const);
  };
  const { problems } = await findBuilds(from, { folder: () => true, file: () => true }, never);
  assert.ok(listed < 20, `${listed} folders were listed`);
  assert.deepEqual(problems, ['There are more than 500,000 names.']);
});
