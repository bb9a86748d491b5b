import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type Guard, guardsNow, keepPasses, leftOutLines, RECORDS, readRecords, staleGuards } from './guard-records.ts';

const files: Readonly<Record<string, string>> = {
  'package-lock.json': '{}',
  [RECORDS]: '{}',
  'agents/agent.c': 'int one;',
  'core/row.ts': 'export const row = 1;',
  'core/other.ts': 'export const other = 1;',
  'tests/row.test.ts': "import { row } from '../core/row.ts';",
  'tests/other.test.ts': "import { other } from '../core/other.ts';",
};
const tests = ['tests/other.test.ts', 'tests/row.test.ts'];
let root: string;
let tools: readonly string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'laglens-guards-'));
  tools = ['clang-14 1:14.0.6'];
  for (const [path, text] of Object.entries(files)) await write(path, text);
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function now(paths = Object.keys(files)): readonly Guard[] {
  const tree = { paths, text: (path: string) => readFileSync(join(root, path), 'utf8') };
  const more = (file: string) => (file === 'tests/row.test.ts' ? ['agents'] : []);
  return guardsNow(tests, tree, root, () => tools, more);
}

async function stale(paths?: string[]): Promise<readonly string[]> {
  return staleGuards(now(paths), await readRecords(root)).map(({ file }) => file);
}

test('a guard without a record runs; one whose inputs are those of its pass does not', async () => {
  assert.deepEqual(await stale(), tests);
  assert.equal(await keepPasses(root, new Set(tests), now(), now()), 2);
  assert.deepEqual(await stale(), []);
});

for (const [name, path, text, ran] of [
  ['what it imports', 'core/row.ts', 'export const row = 2;', ['tests/row.test.ts']],
  ['its own file', 'tests/other.test.ts', `${files['tests/other.test.ts']}\n`, ['tests/other.test.ts']],
  ['a file of a folder that is added to its inputs', 'agents/agent.c', 'int two;', ['tests/row.test.ts']],
  ['npm’s packages', 'package-lock.json', '{ }', tests],
] as const)
  test(`a guard runs again after a change of ${name}`, async () => {
    await keepPasses(root, new Set(tests), now(), now());
    await write(path, text);
    assert.deepEqual(await stale(), ran);
  });

test('a guard runs again with a new or deleted input, and with another version of a tool', async () => {
  await keepPasses(root, new Set(tests), now(), now());
  await write('agents/new.c', '');
  assert.deepEqual(await stale([...Object.keys(files), 'agents/new.c']), ['tests/row.test.ts']);
  assert.deepEqual(await stale(Object.keys(files).filter((path) => path !== 'agents/agent.c')), ['tests/row.test.ts']);
  tools = ['clang-14 1:14.0.7'];
  assert.deepEqual(await stale(), tests);
});

test('only passes are kept, and none of a guard whose inputs were edited while it ran', async () => {
  const before = now();
  assert.equal(await keepPasses(root, new Set(['tests/row.test.ts']), before, now()), 1);
  assert.deepEqual(Object.keys(await readRecords(root)), ['tests/row.test.ts']);
  await write('core/other.ts', 'export const other = 2;');
  assert.equal(await keepPasses(root, new Set(tests), before, now()), 1);
  assert.deepEqual(await stale(), ['tests/other.test.ts']);
});

test('a failed guard stays as it was recorded, and runs again', async () => {
  await keepPasses(root, new Set(tests), now(), now());
  await write('core/row.ts', 'export const row = 2;');
  assert.equal(await keepPasses(root, new Set(), now(), now()), 0);
  assert.deepEqual(await stale(), ['tests/row.test.ts']);
});

test('records of tests that are gone are dropped, and the others are in order', async () => {
  await write(RECORDS, '{ "tests/gone.test.ts": "0", "tests/row.test.ts": "1" }');
  await keepPasses(root, new Set(['tests/other.test.ts']), now(), now());
  assert.deepEqual(Object.keys(JSON.parse(await readFile(join(root, RECORDS), 'utf8'))), tests);
});

test('each file that is left out is listed with the reason, and how to run it', () => {
  assert.deepEqual(leftOutLines([]), []);
  assert.deepEqual(
    leftOutLines([
      { file: 'tests/a.test.ts', hash: '0', files: 12, tools: 3 },
      { file: 'tests/long.test.ts', hash: '0', files: 7, tools: 1 },
    ]),
    [
      'Left out: 2 test files, as nothing that they depend on differs from their last pass (tests/guards.json). Run all: npm test -- all',
      '  tests/a.test.ts     12 files and 3 tools as when it passed',
      '  tests/long.test.ts  7 files and 1 tools as when it passed',
    ],
  );
});
