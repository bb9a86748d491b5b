import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { changedFiles } from './changed-files.ts';

const execute = promisify(execFile);

test('changed, new, deleted and renamed files of the work tree, and those of a branch’s commits', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-changed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    execute('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], { cwd: folder });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await git('init', '-q', '-b', 'main');
  await write('.gitignore', 'ignored\n');
  for (const name of ['same.ts', 'edited.ts', 'deleted.ts', 'renamed.ts']) await write(name, `${name}\n`);
  await git('add', '-A');
  await git('commit', '-qm', 'One');
  assert.deepEqual(await changedFiles(folder, 'HEAD'), []);

  await write('edited.ts', 'edited\n');
  await write('new ä.ts', 'new\n');
  await write('ignored', 'ignored\n');
  await rm(join(folder, 'deleted.ts'));
  await git('mv', 'renamed.ts', 'name.ts');
  const changed = ['deleted.ts', 'edited.ts', 'name.ts', 'new ä.ts', 'renamed.ts'];
  assert.deepEqual(await changedFiles(folder, 'HEAD'), changed);

  await git('checkout', '-qb', 'work');
  await git('add', '-A');
  await git('commit', '-qm', 'Two');
  assert.deepEqual([await changedFiles(folder, 'HEAD'), await changedFiles(folder, 'main')], [[], changed]);
  await assert.rejects(changedFiles(folder, 'nowhere'), /nowhere/);
});
