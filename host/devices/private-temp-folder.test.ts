import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { privateTempFolder, removePrivateTempFolder } from './private-temp-folder.ts';

test('a folder of ours is only ours, and takes away what editors left that were killed days ago', async (t) => {
  const prefix = `own-folder-${process.pid}-`;
  const [old, recent] = [await mkdtemp(join(tmpdir(), prefix)), await mkdtemp(join(tmpdir(), prefix))];
  await writeFile(join(old, 'left'), '');
  const fourDaysAgo = new Date(Date.now() - 4 * 24 * 3600 * 1000);
  await utimes(old, fourDaysAgo, fourDaysAgo);
  const folder = await privateTempFolder(prefix, 'It');
  t.after(() => Promise.all([recent, folder].map((each) => rm(each, { recursive: true }))));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  await assert.rejects(stat(old), { code: 'ENOENT' });
  assert.ok((await stat(recent)).isDirectory());
});

test('a folder that others may write to, and a link to one of ours, are never removed with what they hold', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-kept-'));
  t.after(() => rm(scratch, { recursive: true }));
  const make = async (name: string): Promise<string> => {
    const path = join(scratch, name);
    await mkdir(path, { mode: 0o700 });
    await writeFile(join(path, 'important.txt'), '');
    return path;
  };
  const [ours, open, linked] = [await make('ours'), await make('open'), await make('linked')];
  await chmod(open, 0o770);
  await symlink(linked, join(scratch, 'link'));
  const gone = [ours, open, join(scratch, 'link'), join(scratch, 'never')].map(removePrivateTempFolder);
  assert.deepEqual(await Promise.all(gone), [true, false, false, true]);
  assert.deepEqual((await readdir(scratch)).sort(), ['link', 'linked', 'open']);
  assert.deepEqual([await readdir(open), await readdir(linked)], [['important.txt'], ['important.txt']]);
});

test('left folders that others may write to stay, and the new one is made all the same', async (t) => {
  const prefix = `own-folder-${process.pid}-kept-`;
  const left = await mkdtemp(join(tmpdir(), prefix));
  t.after(() => rm(left, { recursive: true }));
  await writeFile(join(left, 'important.txt'), '');
  await chmod(left, 0o777);
  const fourDaysAgo = new Date(Date.now() - 4 * 24 * 3600 * 1000);
  await utimes(left, fourDaysAgo, fourDaysAgo);
  const folder = await privateTempFolder(prefix, 'It');
  assert.equal(await removePrivateTempFolder(folder), true);
  assert.deepEqual(await readdir(left), ['important.txt']);
});
