import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Deferred } from '../deferred.ts';
import { watchFolders } from './watch-folders.ts';

test('a file that comes into a watched folder is reported once it is quiet, whatever other folders are', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens watch '));
  const changed = new Deferred<void>();
  let changes = 0;
  const watch = watchFolders(() => {
    changes++;
    changed.resolve();
  });
  const watching = watch.start();
  for (const path of [join(folder, 'not there'), folder]) watching.add(path);
  try {
    // At once: a busy computer might let it be quiet in between.
    for (let i = 0; i < 5; i++) writeFileSync(join(folder, 'mapping.txt'), `${i}`);
    await changed.promise;
    assert.equal(changes, 1);
  } finally {
    watching.close();
    watch.close();
    await rm(folder, { recursive: true });
  }
});
