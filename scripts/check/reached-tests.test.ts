import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedTests } from './reached-tests.ts';

const file = (path: string, ...lines: readonly string[]) => ({ path, lines });
const files = [
  file('core/row.ts'),
  file('core/row.test.ts', "import { row } from './row.ts';"),
  file('core/table.ts', "import type { Row } from './row.ts';"),
  file('core/table.test.ts', "import { table } from './table.ts';", "import { other } from './other.ts';"),
  file('host/worker.ts', "import { table } from '../core/table.ts';"),
  file('host/thread.ts', "const program = new URL('./worker.ts', import.meta.url);"),
  file('host/thread.test.ts', "import { thread } from './thread.ts';"),
  file('core/other.ts'),
  file('core/other.test.ts', "import { other } from './other.ts';"),
];

test('tests are reached by imports and by programs of threads, the nearest first', () => {
  assert.deepEqual(reachedTests(files, ['core/row.ts']), [
    { path: 'core/row.test.ts', distance: 1 },
    { path: 'core/table.test.ts', distance: 2 },
    { path: 'host/thread.test.ts', distance: 4 },
  ]);
});

test('a changed test is its own, and several changes reach a test once, by the shortest way', () => {
  assert.deepEqual(reachedTests(files, ['core/table.test.ts', 'core/row.ts']).slice(0, 2), [
    { path: 'core/table.test.ts', distance: 0 },
    { path: 'core/row.test.ts', distance: 1 },
  ]);
});

test('a deleted file reaches who still imports it; a deleted test is not run', () => {
  assert.deepEqual(reachedTests(files.slice(1), ['core/row.ts', 'gone.test.ts'])[0], { path: 'core/row.test.ts', distance: 1 });
});
