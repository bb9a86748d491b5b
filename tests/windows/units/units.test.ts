import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Wine } from '../wine/wine.ts';
import { judge, reasonAgainst } from './judge.ts';
import { makeModules, runUnits } from './run-units.ts';

const root = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
/** Each file runs with the first that has it. `npm test` ends a test after seven minutes. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  analysis: ['core/analysis', 'tests/core'],
  core: ['core', 'protocol'],
  'features’ core': ['features/*/core', 'features/*/protocol'],
  captures: ['host/capture'],
  host: ['host', 'features/*/host'],
  'command line': ['cli', 'features/*/cli'],
  extension: ['extension', 'features/*/extension'],
};
/** The slowest file takes 25 s on a busy computer. */
const FILE_MS = 200_000;
const ROOM_MS = 400_000;

const refusal = await Wine.missing();
let wine: Wine | undefined;
let made: string | undefined;

before(async () => {
  if (refusal !== undefined) return;
  wine = await Wine.start();
  made = await mkdtemp(join(tmpdir(), 'laglens-modules-'));
  await makeModules(root, made);
});
after(async () => {
  await wine?.end();
  if (made !== undefined) await rm(made, { recursive: true });
});

const taken = new Set<string>();
for (const [room, folders] of Object.entries(rooms)) {
  const patterns = folders.map((folder) => `${folder}/**/*.test.ts`);
  const all = globSync(patterns, { cwd: root }).filter((file) => !taken.has(file));
  for (const file of all) taken.add(file);
  test(`unit tests pass in Windows’ Node: ${room}`, { skip: refusal }, async (t) => {
    assert.ok(wine && made);
    const files = all.filter((file) => reasonAgainst(file) === undefined).sort();
    const runs = await runUnits(wine, { root, made, files, fileMs: FILE_MS, limitMs: ROOM_MS });
    const { passed, known, problems } = judge(files, runs);
    t.diagnostic(`${passed} tests of ${files.length} files passed; ${known} tests, and ${all.length - files.length} files, are left out`);
    assert.deepEqual(problems, []);
  });
}
