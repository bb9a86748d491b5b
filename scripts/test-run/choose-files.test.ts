import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFiles } from './choose-files.ts';

const files = ['cli/report-command.test.ts', 'core/wire/a.test.ts', 'core/wire-two/b.test.ts', 'host/c.test.ts'];
const groups = { pair: ['core/wire', 'host/c.test.ts'], empty: [], lost: ['core/wire', 'host/d.test.ts'] };

test('without a filter all tests run, with a path those whose path begins so', () => {
  assert.deepEqual(chooseFiles(files, [], groups), files);
  assert.deepEqual(chooseFiles(files, ['./core/wi'], groups), ['core/wire/a.test.ts', 'core/wire-two/b.test.ts']);
});

test('a group that stands apart runs only when it is asked for', () => {
  assert.deepEqual(chooseFiles(files, [], groups, ['pair']), ['cli/report-command.test.ts', 'core/wire-two/b.test.ts']);
  assert.deepEqual(chooseFiles(files, ['pair'], groups, ['pair']), ['core/wire/a.test.ts', 'host/c.test.ts']);
});

test('the name of a group stands for its files and folders, and goes along with paths', () => {
  assert.deepEqual(chooseFiles(files, ['pair'], groups), ['core/wire/a.test.ts', 'host/c.test.ts']);
  assert.deepEqual(chooseFiles(files, ['pair', 'host', 'cli'], groups), [
    'cli/report-command.test.ts',
    'core/wire/a.test.ts',
    'host/c.test.ts',
  ]);
});

test('an empty group, a path without tests and an unknown name are errors that say what to mend', () => {
  assert.throws(() => chooseFiles(files, ['empty'], groups), /The test group empty is empty: give it a path/);
  assert.throws(() => chooseFiles(files, ['lost'], groups), /The test group lost names host\/d\.test\.ts, where no test is\./);
  assert.throws(
    () => chooseFiles(files, ['cli', 'hosts'], groups),
    /begins with "hosts", and no group has this name\. Tests are in: cli, core, host\. Groups are: pair, empty, lost\./,
  );
  assert.throws(() => chooseFiles(files, ['toString'], groups), /No test's path begins with "toString"/);
  assert.throws(() => chooseFiles(files, [''], groups), /No test's path begins with ""/);
});
