import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import { Deferred } from '../deferred.ts';
import type { Candidate, CandidateKind, Finder } from '../folders/finder.ts';
import { BuildIndex } from './build-index.ts';
import type { FileFacts } from './symbol-questions.ts';

let folder = '';
let read: string[] = [];
const opened: BuildIndex[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens index '));
  read = [];
});
afterEach(async () => {
  for (const index of opened.splice(0)) index.close();
  await rm(folder, { recursive: true });
});

/** Files in these tests hold their ids: `a1 debug` has debug information. */
async function put(name: string, contents: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, contents);
  return path;
}

async function identify(path: string, kind: CandidateKind): Promise<readonly FileFacts[]> {
  read.push(basename(path));
  const text = await readFile(path, 'utf8');
  if (text === 'damaged') throw new LaglensError({ code: 'symbols-malformed', message: `${path} is damaged.`, next: '' });
  const [id = '', ...rest] = text.split(' ');
  if (kind === 'mapping') return [{ kind, id, hash: '' }];
  const link = rest.find((word) => word.startsWith('link='))?.slice(5) ?? '';
  return [{ kind: 'native', id, entry: kind === 'archive' ? 'lib/libshop.so' : '', hasDebugInfo: rest.includes('debug'), debugLink: link }];
}

function finder(candidates: () => readonly Candidate[], forImage: () => readonly Candidate[] = () => []): Finder {
  return {
    place: 'here',
    async *candidates(report) {
      report.watch(folder);
      yield* candidates();
    },
    async *forImage() {
      yield* forImage();
    },
  };
}

const candidate = (path: string, kind: CandidateKind = 'native'): Candidate => ({ path, kind, foundBy: 'here' });

interface Opened {
  readonly index: BuildIndex;
  /** As if something had been built. */
  built(): void;
}

async function open(finders: readonly Finder[], kept?: string): Promise<Opened> {
  let built = (): void => undefined;
  const index = await BuildIndex.open({
    finders,
    identify,
    ...(kept === undefined ? {} : { folder: kept }),
    watch: (changed) => {
      built = changed;
      return { start: () => ({ add: () => undefined, close: () => undefined }), close: () => undefined };
    },
  });
  opened.push(index);
  return { index, built: () => built() };
}

const image = (id: string) => ({ id, path: '/data/libshop.so' });

async function names(index: BuildIndex, id: string): Promise<readonly string[]> {
  return (await index.native(image(id))).map(({ path, facts }) => basename(path) + (facts.entry === '' ? '' : ` ${facts.entry}`));
}

test('of files with the same id those with debug information come first, then the larger ones', async () => {
  const files = await Promise.all([put('small', 'a1'), put('large', 'a1   more'), put('debug', 'a1 debug'), put('other', 'b2 debug')]);
  const { index } = await open([finder(() => files.map((path) => candidate(path)))]);
  assert.deepEqual(await names(index, 'a1'), ['debug', 'large', 'small']);
  assert.deepEqual(await names(index, 'c3'), []);
  assert.deepEqual(await names(index, ''), []);
});

test('a second start reads no file again, and one that was written again is read once', async () => {
  const path = await put('lib', 'a1 debug');
  const kept = join(folder, 'kept');
  const places = [finder(() => [candidate(path)])];
  await names((await open(places, kept)).index, 'a1');
  assert.deepEqual(read, ['lib']);
  assert.deepEqual(await names((await open(places, kept)).index, 'a1'), ['lib']);
  assert.deepEqual(await names((await open(places, kept)).index, 'zz'), []);
  assert.deepEqual(read, ['lib']);
  await put('lib', 'b2 debug');
  await utimes(path, 1_000, 1_000);
  const { index } = await open(places, kept);
  assert.deepEqual(await names(index, 'a1'), []);
  assert.deepEqual(await names(index, 'b2'), ['lib']);
  assert.deepEqual(read, ['lib', 'lib']);
});

test('an index that was damaged, or written by another version, is as if there were none', async () => {
  const path = await put('lib', 'a1 debug');
  const kept = join(folder, 'kept');
  const places = [finder(() => [candidate(path)])];
  await names((await open(places, kept)).index, 'a1');
  const file = join(kept, 'symbol-index.json');
  assert.equal((await stat(file)).mode & 0o077, 0);
  const { size, mtimeMs } = await stat(path);
  const entry = { path, kind: 'native', size, modifiedMs: mtimeMs, foundBy: '', variant: '', applicationIds: [], failure: '' };
  const lie = [{ kind: 'native', id: 'a1', entry: '', hasDebugInfo: 'yes', debugLink: '' }];
  for (const text of [
    '{"version":1,"files":[{',
    '{"version":99,"files":[]}',
    JSON.stringify({ version: 1, files: [{ ...entry, facts: lie }, 7] }),
  ]) {
    await writeFile(file, text);
    read = [];
    assert.deepEqual(await names((await open(places, kept)).index, 'a1'), ['lib']);
    assert.deepEqual(read, ['lib']);
  }
});

test('a build that comes after its file was read, while the first search goes on, is reported and found', {
  timeout: 600_000,
}, async () => {
  const path = await put('mapping.txt', 'old');
  const index = await BuildIndex.open({
    finders: [finder(() => [candidate(path, 'mapping')])],
    identify: async (file, kind) => {
      const facts = await identify(file, kind);
      if (read.length === 1) await put('mapping.txt', 'newer');
      return facts;
    },
  });
  opened.push(index);
  const changed = new Deferred<void>();
  index.onChange(() => changed.resolve());
  await index.mappings();
  await changed.promise;
  assert.deepEqual(
    (await index.mappings()).map(({ facts }) => facts.id),
    ['newer'],
  );
});

test('a build that comes while it is watched is reported and found', async () => {
  const candidates: Candidate[] = [];
  const { index, built } = await open([finder(() => candidates)]);
  let changes = 0;
  index.onChange(() => changes++);
  assert.deepEqual(await names(index, 'a1'), []);
  candidates.push(candidate(await put('lib', 'a1 debug')));
  assert.deepEqual(await names(index, 'a1'), []);
  built();
  assert.equal(changes, 1);
  assert.deepEqual(await names(index, 'a1'), ['lib']);
});

test('a file that is gone, or is no longer the one that was read, is not given', async () => {
  const path = await put('lib', 'a1 debug');
  const { index } = await open([finder(() => [candidate(path)])]);
  assert.deepEqual(await names(index, 'a1'), ['lib']);
  await rm(path);
  assert.deepEqual(await names(index, 'a1'), []);
});

test('archives are read only when no file answers', async () => {
  const [lib, apk] = [await put('lib', 'a1 debug'), await put('app.apk', 'b2')];
  const { index } = await open([finder(() => [candidate(apk, 'archive'), candidate(lib)])]);
  await names(index, 'a1');
  assert.deepEqual(read, ['lib']);
  assert.deepEqual(await names(index, 'b2'), ['app.apk lib/libshop.so']);
});

test('an archive that has no answer is read once as long as it stays the same, whatever else is built, also after a start', async () => {
  const archive = await put('shop.apk', 'damaged');
  const other = await put('libother.so', 'b1');
  const finders = [finder(() => [candidate(archive, 'archive'), candidate(other)])];
  const { index, built } = await open(finders, folder);
  await index.native({ id: 'a1', path: 'libshop.so' });
  await put('libother.so', 'b22');
  built();
  await index.native({ id: 'a1', path: 'libshop.so' });
  const again = await open(finders, folder);
  await again.index.native({ id: 'a1', path: 'libshop.so' });
  assert.equal(read.filter((name) => name === 'shop.apk').length, 1);
});

test('where a library says that its debug information is, it is looked for, and must have the same id', async () => {
  const path = await put('lib', 'a1 link=lib.debug');
  await put('lib.debug', 'a1 debug');
  const { index } = await open([finder(() => [candidate(path)])]);
  assert.deepEqual(await names(index, 'a1'), ['lib.debug', 'lib']);
  await put('lib2', 'b2 link=lib2.debug');
  await put('lib2.debug', 'c3 debug');
  const other = await open([finder(() => [candidate(join(folder, 'lib2'))])]);
  assert.deepEqual(await names(other.index, 'b2'), ['lib2']);
});

test('places that are too large to be listed are asked for the image', async () => {
  const path = await put('system', 'a1');
  const { index } = await open([
    finder(
      () => [],
      () => [candidate(path), candidate(join(folder, 'not there'))],
    ),
  ]);
  assert.deepEqual(await names(index, 'a1'), ['system']);
});

test('a file that can’t be read is said and hides no other', async () => {
  const files = [await put('damaged', 'damaged'), await put('lib', 'a1 debug')];
  const { index } = await open([finder(() => files.map((path) => candidate(path)))]);
  assert.deepEqual(await names(index, 'a1'), ['lib']);
  assert.deepEqual(index.problems, [`${files[0]} is damaged.`]);
});

test('mappings come newest first', async () => {
  const files = [await put('old.txt', 'a1'), await put('new.txt', 'b2')];
  await utimes(files[0] ?? '', 1_000, 1_000);
  const { index } = await open([finder(() => files.map((path) => candidate(path, 'mapping')))]);
  assert.deepEqual(
    (await index.mappings()).map(({ facts }) => facts.id),
    ['b2', 'a1'],
  );
});
