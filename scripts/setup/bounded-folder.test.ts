import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { dropOldest, isUsedAgain } from './bounded-folder.ts';

const HOUR_MS = 3_600_000;
let folder: string;

/** Each of 100 bytes, changed so many hours ago; the names are in another order. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-bounded-'));
  for (const [name, hours] of Object.entries({ fresh: 0.5, b: 5, a: 2, c: 9 })) {
    await writeFile(join(folder, name), Buffer.alloc(100));
    await utimes(join(folder, name), new Date(), new Date(Date.now() - hours * HOUR_MS));
  }
});
afterEach(() => rm(folder, { recursive: true }));

const left = async (): Promise<readonly string[]> => (await readdir(folder)).sort();

test('a folder within its bound keeps all files', async () => {
  await dropOldest(folder, 400);
  assert.deepEqual(await left(), ['a', 'b', 'c', 'fresh']);
});

test('the oldest files go first, and no more than the bound asks for', async () => {
  await dropOldest(folder, 399);
  assert.deepEqual(await left(), ['a', 'b', 'fresh']);
  await dropOldest(folder, 250);
  assert.deepEqual(await left(), ['a', 'fresh']);
});

test('a file that is used again stays', async () => {
  assert.ok(await isUsedAgain(join(folder, 'c')));
  assert.ok(!(await isUsedAgain(join(folder, 'gone'))));
  await dropOldest(folder, 0);
  assert.deepEqual(await left(), ['c', 'fresh']);
});

test('files that a run may use, and folders, stay', async () => {
  await mkdir(join(folder, 'deeper'));
  await dropOldest(folder, 0);
  assert.deepEqual(await left(), ['deeper', 'fresh']);
});
