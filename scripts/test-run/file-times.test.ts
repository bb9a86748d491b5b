import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepTimes, readTimes } from './file-times.ts';

test('times of files are known in the next run, and times that cannot be read are unknown', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-times-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'file-times.json');
  assert.equal((await readTimes(path)).size, 0);
  const times = new Map([['core/a.test.ts', 1_200]]);
  await keepTimes(times, path);
  assert.deepEqual(await readTimes(path), times);
  assert.deepEqual(await readdir(folder), ['file-times.json']);
  await writeFile(path, '{ "core/a.test.ts": "long", "core/b.test.ts": 7 }');
  assert.deepEqual(await readTimes(path), new Map([['core/b.test.ts', 7]]));
  for (const text of ['', '{ "core', '7']) {
    await writeFile(path, text);
    assert.equal((await readTimes(path)).size, 0);
  }
});
