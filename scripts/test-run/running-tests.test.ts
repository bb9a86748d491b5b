import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { RunningTests, type TestChange } from './running-tests.ts';

const file = resolve('tests/slow.test.ts');
const begins = (name: string, nesting: number): TestChange => ({ type: 'test:dequeue', data: { file, name, nesting } });
const ends = (name: string, nesting: number): TestChange => ({ type: 'test:complete', data: { file, name, nesting } });

test('a step that takes long is named once, with the test and the file that it is in', () => {
  const tests = new RunningTests(1_000);
  tests.take(begins('tests/slow.test.ts', 0), 0);
  tests.take(begins('the journey', 0), 100);
  tests.take(begins('its first step', 1), 200);
  tests.take(ends('its first step', 1), 900);
  tests.take(begins('its second step', 1), 900);
  assert.deepEqual(tests.long(1_899), []);
  assert.deepEqual(tests.long(1_900), ['Still at it after 1 s: tests/slow.test.ts > the journey > its second step']);
  assert.deepEqual(tests.long(5_000), []);
});

test('a file whose tests are over is named when its process goes on', () => {
  const tests = new RunningTests(1_000);
  tests.take(begins('tests/slow.test.ts', 0), 0);
  tests.take(begins('the journey', 0), 100);
  tests.take(ends('the journey', 0), 200);
  assert.deepEqual(tests.long(1_000), ['Still at it after 1 s: tests/slow.test.ts']);
  tests.take(ends('tests/slow.test.ts', 0), 1_100);
  assert.deepEqual(tests.long(9_000), []);
});
