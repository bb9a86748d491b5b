import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedTests } from '../../scripts/check/reached-tests.ts';
import { OwnProcess } from '../../scripts/test-run/batches/own-process.ts';
import { chooseFiles, isWithin } from '../../scripts/test-run/choose-files.ts';
import { groups, tiles } from '../../scripts/test-run/groups.ts';
import { presentGuards } from '../../scripts/test-run/guards/choose-guards.ts';
import { readRecords } from '../../scripts/test-run/guards/guard-records.ts';
import { isGuard } from '../../scripts/test-run/guards/guards.ts';
import { root, sourceFiles } from './project-sources.ts';

test('every test file lies in exactly one of the groups that tile the suite', async () => {
  const files = await sourceFiles((path) => path.endsWith('.test.ts'));
  const paths = Object.entries(tiles).flatMap(([name, list]) => list.map((path) => ({ name, path })));
  const wrong = files.flatMap(({ path: file }) => {
    const owners = paths.filter(({ path }) => isWithin(file, path)).map(({ name }) => name);
    return owners.length === 1 ? [] : [`${file}: ${owners.join(' and ') || 'no group'}`];
  });
  assert.deepEqual(wrong, []);
});

test('every group finds tests at each of its paths, and no name of a group begins a path', async () => {
  const files = (await sourceFiles((path) => path.endsWith('.test.ts'))).map(({ path }) => path);
  for (const name of Object.keys(groups)) {
    assert.ok(chooseFiles(files, [name], groups).length > 0, name);
    assert.deepEqual(
      files.filter((file) => file.startsWith(name)),
      [],
    );
  }
});

test('tests of the group unit reach nothing that has to be built or simulated, and no browser', async () => {
  const files = await sourceFiles();
  const isUnit = (path: string): boolean => path.endsWith('.test.ts') && (tiles.unit ?? []).some((unit) => isWithin(path, unit));
  const needs = files
    .map(({ path }) => path)
    .filter((path) => /^tests\/(?:demo-app\/(?:build|start|release)-|simulated\/|runtimes\/|e2e\/harness\/browser)/.test(path));
  assert.ok(needs.length > 50);
  assert.deepEqual(
    reachedTests(files, needs)
      .map(({ path }) => path)
      .filter(isUnit),
    [],
  );
});

/** Starting Node for each of them would take most of the group's time. */
const MOST_APART = 10;

test(`no module has ${MOST_APART} test files of the group unit run in processes of their own`, async () => {
  const texts = new Map((await sourceFiles()).map(({ path, lines }) => [path, lines.join('\n')]));
  const own = new OwnProcess((path) => texts.get(path));
  const unit = chooseFiles([...texts.keys()].filter((path) => path.endsWith('.test.ts')).sort(), ['unit'], groups);
  const counts = new Map<string, number>();
  for (const file of unit) {
    const reason = own.reasonFor(file);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  assert.ok(unit.length > 400 && counts.size > 20);
  assert.deepEqual(
    [...counts].filter(([, count]) => count >= MOST_APART).map(([reason, count]) => `${reason}, loaded by ${count}`),
    [],
    'Take the state away, or say in scripts/test-run/batches/harmless-state.ts why it is harmless.',
  );
});

for (const [name, least] of [
  ['hostile', 40],
  ['strangers', 90],
] as const) {
  test(`the group ${name} has at least ${least} tests`, async () => {
    const files = await sourceFiles((path) => path.endsWith('.test.ts'));
    const paths = files.map(({ path }) => path);
    const chosen = new Set(chooseFiles(paths, [name], groups));
    const tests = files
      .filter(({ path }) => chosen.has(path))
      .flatMap(({ lines }) => lines.filter((line) => /^\s*(?:await )?(?:t\.)?(?:test|it)\(/.test(line)));
    assert.ok(tests.length >= least, `${tests.length} tests`);
  });
}

test('guards have records of their passes, all but a few new ones, which run, and every record has a guard', async () => {
  const files = (await sourceFiles((path) => path.endsWith('.test.ts'))).map(({ path }) => path).filter(isGuard);
  const records = Object.keys(await readRecords(root));
  const isNew = (file: string): boolean => !records.includes(file);
  assert.ok(files.length > 100);
  assert.ok(files.filter(isNew).length <= 5, `npm test -- guards gives records to ${files.filter(isNew).join(', ')}`);
  assert.deepEqual(
    records.filter((file) => !files.includes(file)),
    [],
  );
});

test('guards depend on the parts that they judge, and on their tools’ versions', async () => {
  const names = ['tests/agent/limits/portable.test.ts', 'tests/names/rust.test.ts', 'tests/symbols/macho.test.ts'];
  const [agent, ...others] = await presentGuards(root, names);
  // Sources of the agents alone are more.
  assert.ok(agent !== undefined && agent.files > 200, JSON.stringify(agent));
  for (const guard of [agent, ...others]) assert.ok(guard.files > 10 && guard.tools > 5, JSON.stringify(guard));
});
