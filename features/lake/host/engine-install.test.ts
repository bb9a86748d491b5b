import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { duckDbPackage, duckDbVersion } from './duckdb.ts';
import { prepareEngine } from './engine-install.ts';

test('npm gets the engine’s packages with their checksums, and runs no script', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-engine-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'other.txt'), 'mine');
  await symlink(join(folder, 'other.txt'), join(folder, 'package.json'));
  const words = prepareEngine(folder);
  assert.deepEqual([words[0], words.includes('--ignore-scripts'), words.at(-1)], ['ci', true, folder]);
  assert.equal(await readFile(join(folder, 'other.txt'), 'utf8'), 'mine');
  const { packages } = Object(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
  const named = Object.entries<{ version: string; integrity?: string; resolved?: string }>(packages).filter(([path]) => path !== '');
  assert.equal(Object(packages)[`node_modules/${duckDbPackage}`].version, duckDbVersion);
  assert.ok(named.length >= 10);
  for (const [path, { integrity, resolved }] of named) {
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path);
    assert.equal(resolved, undefined, path);
  }
});
