import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroupTimes } from './group-times.ts';

test('the time of files that run side by side is divided among their groups, and none is counted twice', () => {
  const times = new GroupTimes({ unit: ['core', 'host'], none: ['cli'], slow: ['tests'] });
  times.begin('core/a.test.ts', 1_000);
  times.begin('tests/b.test.ts', 1_100); // core alone for 100
  times.end('core/a.test.ts', 1_300, 90); // both for 200: 100 each
  times.begin('host/c.test.ts', 1_300);
  times.end('tests/b.test.ts', 1_400, 7); // both for 100: 50 each
  times.end('host/c.test.ts', 1_450, 10); // host alone for 50
  assert.deepEqual(times.times, [
    ['unit', { files: 2, ms: 100 + 100 + 50 + 50, cpuMs: 90 + 10 }],
    ['slow', { files: 1, ms: 100 + 50, cpuMs: 7 }],
  ]);
});

test('a file of no group is counted, too', () => {
  const times = new GroupTimes({ unit: ['core'] });
  times.begin('odd.test.ts', 10);
  times.end('odd.test.ts', 15, 3);
  assert.deepEqual(times.times, [['other', { files: 1, ms: 5, cpuMs: 3 }]]);
});

test('a theme has the time of its files beside their groups', () => {
  const times = new GroupTimes({ unit: ['core'], slow: ['tests'] }, { hostile: ['core/a.test.ts', 'tests'], reality: ['cli'] });
  times.begin('core/a.test.ts', 0);
  times.end('core/a.test.ts', 10, 1);
  times.begin('core/b.test.ts', 10);
  times.end('core/b.test.ts', 30, 2);
  times.begin('tests/c.test.ts', 30);
  times.end('tests/c.test.ts', 35, 4);
  assert.deepEqual(times.times, [
    ['unit', { files: 2, ms: 30, cpuMs: 3 }],
    ['slow', { files: 1, ms: 5, cpuMs: 4 }],
  ]);
  assert.deepEqual(times.themeTimes, [['hostile', { files: 2, ms: 15, cpuMs: 5 }]]);
});
