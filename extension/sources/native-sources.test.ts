import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { person, touched, useShareWindow } from '../../tests/extension/share-window.ts';
import { silentLog } from '../../tests/extension/silent-log.ts';
import type { SourceFinder } from './source-finder.ts';

useShareWindow();

const memory = { keys: () => [], get: <T>(_key: string, other?: T) => other, update: async () => undefined };
let finder: SourceFinder;
before(async () => {
  finder = new (await import('./source-finder.ts')).SourceFinder(memory, silentLog);
  Object.assign(person, { workspace: '/home/anna/dev/shop', sources: [] });
});

const place = (path: string) => ({ class: '', file: 'x.cpp', line: 1, path });

for (const path of [
  String.raw`\\server\share\x.cpp`,
  '//server/share/x.cpp',
  String.raw`/\server\share\x.cpp`,
  String.raw`\\?\UNC\server\x.cpp`,
]) {
  test(`a session that names ${path} makes nobody look there`, async () => {
    touched.length = 0;
    assert.equal((await finder.find(place(path))).type, 'nothing');
    assert.equal(await finder.findQuietly(place(path)), undefined);
    assert.deepEqual(touched, []);
  });
}

test('a path of this computer is looked at', async () => {
  touched.length = 0;
  await finder.find(place('/home/bob/x.cpp'));
  assert.deepEqual(touched, ['/home/bob/x.cpp']);
});
