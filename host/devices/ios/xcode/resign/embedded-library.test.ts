import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { placeLibrary, replaceFile } from './embedded-library.ts';

test('a library is put into the copy itself, never through a link out of it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-carried-'));
  t.after(() => rm(folder, { recursive: true }));
  const outside = join(folder, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'notes.txt'), 'kept');
  const bytes = new Uint8Array([1, 2, 3]);

  const linkedFile = join(folder, 'File.app');
  await mkdir(join(linkedFile, 'Frameworks'), { recursive: true });
  await symlink(join(outside, 'notes.txt'), join(linkedFile, 'Frameworks', 'a.dylib'));
  const library = await placeLibrary(linkedFile, 'a.dylib', bytes);
  assert.deepEqual(new Uint8Array(await readFile(library)), bytes);

  const executable = join(linkedFile, 'Shop');
  await symlink(join(outside, 'notes.txt'), executable);
  await replaceFile(executable, bytes);
  assert.deepEqual(new Uint8Array(await readFile(executable)), bytes);

  const linkedFolder = join(folder, 'Folder.app');
  await mkdir(linkedFolder);
  await symlink(outside, join(linkedFolder, 'Frameworks'));
  await assert.rejects(placeLibrary(linkedFolder, 'a.dylib', bytes), { code: 'app-damaged' });
  assert.deepEqual([await readdir(outside), await readFile(join(outside, 'notes.txt'), 'utf8')], [['notes.txt'], 'kept']);
});
