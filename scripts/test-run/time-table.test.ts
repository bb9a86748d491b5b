import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { handSteps, takeSteps, timeTable } from './time-table.ts';

test('steps and groups have a line each, then comes the sum, and behind it what themes took of it', () => {
  const groups = [
    ['unit', { files: 12, ms: 61_400 }],
    ['e2e', { files: 1, ms: 600_000 }],
  ] as const;
  assert.deepEqual(
    timeTable([['set-up', 8_600]], groups, [['hostile', { files: 3, ms: 9_000 }]])
      .trim()
      .split('\n')
      .slice(1),
    [
      '  set-up             0:09',
      '  unit               1:01  12 files',
      '  e2e               10:00  1 file',
      '  all               11:10  by the clock',
      '  hostile            0:09  3 files of these',
    ],
  );
});

test('steps reach the test runner through its environment', () => {
  const steps = [
    ['lint', 12],
    ['set-up', 3],
  ] as const;
  assert.deepEqual(takeSteps(handSteps(steps)), steps);
  assert.deepEqual(takeSteps({}), []);
});

test("the test runner's own figures come last, right behind the table", async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const reporter = new URL('spec-with-times.ts', import.meta.url).href;
  const argv = ['--test', `--test-reporter=${reporter}`, 'scripts/test-run/choose-files.test.ts'];
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const child = spawn(process.execPath, argv, { cwd: root, env: { ...environment, ...handSteps([['set-up', 7_000]]) }, stdio: 'pipe' });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(code, 0, errors);
  const lines = output.trimEnd().split('\n');
  const table = lines.findIndex((line) => line.startsWith('Minutes by group'));
  assert.match(lines[table + 1] ?? '', /^ {2}set-up +0:07$/);
  assert.match(lines[table + 2] ?? '', /^ {2}unit +0:0\d {2}1 file$/);
  const figures = lines.slice(table + 4).filter((line) => line !== '');
  assert.deepEqual(
    figures.map((line) => line.split(' ')[1]),
    ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms'],
  );
});
