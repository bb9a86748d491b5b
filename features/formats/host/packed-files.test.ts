import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { anyModel } from '../../../host/any-model.ts';
import { tarOf, zipOf } from '../../../tests/fixtures/made-archives.ts';
import { SeveralProfiles } from '../core/containers/entry-choice.ts';
import { allText } from '../core/import/byte-source.ts';
import { storedFile } from '../tests/formats/stored-file.ts';
import type { StoredFile } from './container.ts';
import { importFile } from './import-file.ts';
import { openProfile } from './open-profile.ts';
import { splitEntry } from './profile-file.ts';

const stacks = 'main;a;b 3\nmain;a 2\n';
const forms = [
  ['zip', (files: Record<string, string | Uint8Array>) => zipOf(files)],
  ['tar', (files: Record<string, string | Uint8Array>) => tarOf(files)],
  ['tgz', (files: Record<string, string | Uint8Array>) => gzipSync(tarOf(files))],
] as const;
const never = new AbortController().signal;

let folder = '';
let session: Buffer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens packed '));
  session = await readFile(join(import.meta.dirname, '../../../media/sample/shop.laglens'));
});
after(() => rm(folder, { recursive: true }));

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Name, container and text of what opens. */
async function opened(bytes: Uint8Array, entry?: string): Promise<readonly unknown[]> {
  const found = await openProfile(storedFile('shop.zip', bytes), entry);
  assert.ok(!('session' in found));
  return [found.source.name, found.container, await allText(found.source, 1 << 20)];
}

for (const [outerForm, outer] of forms) {
  for (const [innerForm, inner] of forms) {
    test(`the only readable file of a ${innerForm} in a ${outerForm} is read, one of several by both names, none deeper`, async () => {
      const packed = inner({ 'notes.md': 'words', 'b/stacks.txt': stacks });
      const one = outer({ 'README.md': 'words', 'a/in.bin': packed, 'z.md': 'words' });
      const expected = ['stacks.txt', 'shop.zip!/a/in.bin', stacks];
      assert.deepEqual(await opened(one), expected);
      assert.deepEqual(await opened(one, 'a/in.bin'), expected);
      assert.deepEqual(await opened(one, 'in.bin!/stacks.txt'), expected);
      await assert.rejects(opened(one, 'in.bin!/gone'), { message: 'shop.zip!/a/in.bin has no file “gone”.' });
      const several = outer({ 'a/in.bin': packed, 'more.txt': `x;${stacks}` });
      await assert.rejects(opened(several), (error) => {
        assert.ok(error instanceof SeveralProfiles);
        assert.deepEqual(
          error.found.map(({ name }) => name),
          ['a/in.bin!/b/stacks.txt', 'more.txt'],
        );
        return true;
      });
      assert.deepEqual((await opened(several, 'more.txt'))[2], `x;${stacks}`);
      await assert.rejects(opened(outer({ 'deep.bin': inner({ 'deeper.bin': packed }) })), {
        message: 'In shop.zip, deeper.bin is itself a zip or tar.',
      });
    });
  }
}

test('an app in a container is named for what it is, and a container without profiles says so', async () => {
  await assert.rejects(opened(zipOf({ 'shop.apk': zipOf({ 'AndroidManifest.xml': 'x' }) })), {
    message: 'In shop.zip, shop.apk is an app of Android, no profile.',
  });
  await assert.rejects(opened(zipOf({ 'in.zip': zipOf({ a: 'x', b: 'y' }) })), {
    message: 'In shop.zip, in.zip holds no file that Laglens reads.',
  });
  await assert.rejects(opened(zipOf({ 'stacks.txt': stacks }), 'stacks.txt!/x'), {
    message: 'shop.zip!/stacks.txt holds no files: it is no zip or tar.',
  });
});

test('sessions in containers and in gzip are read, and unpacked as they are', async () => {
  const plain = await anyModel(await put('plain.laglens', session), never);
  const packed = {
    'shop.zip': zipOf({ 'notes.md': 'words', 'shop.laglens': session }),
    'shop.tgz': gzipSync(tarOf({ 'shop.laglens': session })),
    'nested.zip': zipOf({ 'in.zip': zipOf({ 'shop.laglens': session }) }),
    'shop.laglens.gz': gzipSync(session),
    'packed.laglens': gzipSync(session),
  };
  for (const [name, bytes] of Object.entries(packed)) {
    const path = await put(name, bytes);
    const { model, imported } = await anyModel(path, never);
    assert.deepEqual(
      [imported, model.threads.length, model.nodes.length],
      [undefined, plain.model.threads.length, plain.model.nodes.length],
      name,
    );
    const output = join(folder, 'out.laglens');
    assert.match((await importFile(path, output, never)) ?? '', /^The session /);
    assert.ok(session.equals(await readFile(output)), name);
  }
});

test('one of several files is a session, which can be chosen', async () => {
  const path = await put('several.zip', zipOf({ 'shop.laglens': session, 'stacks.txt': stacks }));
  await assert.rejects(anyModel(path, never), {
    code: 'format-several',
    message: /shop\.laglens \(session\), stacks\.txt \(folded stacks\)/,
  });
  assert.ok((await anyModel(`${path}!/shop.laglens`, never)).model.threads.length > 1);
  const output = join(folder, 'chosen.laglens');
  assert.match((await importFile(path, output, never, 'stacks.txt')) ?? '', /^Imported from stacks\.txt in several\.zip/);
});

test('the mark between a container and its entry may stand in folders’ names', async () => {
  await mkdir(join(folder, 'a!'));
  const path = await put('a!/b.zip', zipOf({ 'stacks.txt': stacks }));
  assert.deepEqual(await splitEntry(`${path}!/c!/d`), { path, entry: 'c!/d' });
  assert.deepEqual(await splitEntry(path), { path, entry: undefined });
  assert.deepEqual(await splitEntry('gone!/c!/d'), { path: 'gone', entry: 'c!/d' });
});

test('each entry of a tar is searched for its keys in one pass', async () => {
  const far = JSON.stringify({ padding: 'x'.repeat(200_000), other: 1 });
  const trace = JSON.stringify({ metadata: 'x'.repeat(100_000), traceEvents: [{ name: 'a', ph: 'X', pid: 1, tid: 1, ts: 0, dur: 9 }] });
  const files = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`${at}.json`, at % 2 === 0 ? far : gzipSync(far)]));
  const bytes = tarOf({ ...files, 'trace.json': trace });
  let passes = 0;
  const plain = storedFile('many.tar', bytes, 100_000);
  const file: StoredFile = {
    ...plain,
    chunks: () => {
      passes++;
      return plain.chunks();
    },
  };
  const found = await openProfile(file, undefined);
  assert.ok('source' in found && found.source.name === 'trace.json');
  // The list, the search, the begin and the keys of the chosen one.
  assert.equal(passes, 4);
});

test('a signal ends the search within a file', async () => {
  const zip = zipOf({ 'a.json': JSON.stringify({ padding: 'x'.repeat(3_000_000) }), 'b.json': '{}' });
  for (const bytes of [zip, tarOf({ 'a.json': 'x'.repeat(3_000_000) }), gzipSync(zipOf({ 'a.zip': zip }))]) {
    const ending = new AbortController();
    const plain = storedFile('many.zip', bytes, 1_000);
    let pieces = 0;
    const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        if (++pieces === 2) ending.abort();
        yield chunk;
      }
    };
    const file: StoredFile = {
      ...plain,
      chunks: () => counted(plain.chunks()),
      stored: (from, length) => counted(plain.stored(from, length)),
    };
    await assert.rejects(openProfile(file, undefined, { signal: ending.signal }), { name: 'AbortError' });
    assert.ok(pieces <= 4, `${pieces}`);
  }
});
