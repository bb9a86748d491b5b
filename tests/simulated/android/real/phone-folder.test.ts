import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { makePhoneFolder } from './phone-folder.ts';

test('a phone removes folders of phones whose process was killed, and no others', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'laglens-phone-folders-'));
  t.after(() => rm(parent, { recursive: true }));
  // Its process has ended when the number is known.
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const kept = [`laglens-real-phone-${process.ppid}-abc`, `laglens-real-phone-of-old`, `other-${ended}-abc`];
  const left = `laglens-real-phone-${ended}-abc`;
  for (const name of [...kept, left]) await mkdir(join(parent, name, 'data'), { recursive: true });
  await writeFile(join(parent, left, 'data', 'file'), 'of an app');
  const made = await makePhoneFolder(parent);
  assert.deepEqual((await readdir(parent)).sort(), [...kept, basename(made)].sort());
  assert.equal((await stat(made)).mode & 0o777, 0o700);
});
