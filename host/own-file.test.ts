import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { replaceOwnFile } from './own-file.ts';

test('a report replaces a file, but never the target of a link', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-report-'));
  t.after(() => rm(folder, { recursive: true }));
  const [report, target, link] = ['report.sarif', 'target.txt', 'link.sarif'].map((name) => join(folder, name));
  assert.ok(report && target && link);
  await replaceOwnFile(report, 'a longer text');
  await replaceOwnFile(report, 'short');
  assert.equal(await readFile(report, 'utf8'), 'short');
  await writeFile(target, 'mine');
  await symlink(target, link);
  await assert.rejects(replaceOwnFile(link, 'theirs'), { code: 'ELOOP' });
  assert.equal(await readFile(target, 'utf8'), 'mine');
});
