import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownFolder } from './own-folder.ts';

test('a folder of ours is only ours, and takes away what editors left that were killed days ago', async (t) => {
  const prefix = `laglens-own-folder-${process.pid}-`;
  const [old, young] = [await mkdtemp(join(tmpdir(), prefix)), await mkdtemp(join(tmpdir(), prefix))];
  await writeFile(join(old, 'left'), '');
  const fourDaysAgo = new Date(Date.now() - 4 * 24 * 3600 * 1000);
  await utimes(old, fourDaysAgo, fourDaysAgo);
  const folder = await ownFolder(prefix, 'It');
  t.after(() => Promise.all([young, folder].map((each) => rm(each, { recursive: true }))));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  await assert.rejects(stat(old), { code: 'ENOENT' });
  assert.ok((await stat(young)).isDirectory());
});
