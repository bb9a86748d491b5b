import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importLimits } from './import-limits.ts';
import { ImportReport } from './import-report.ts';
import { StackTable } from './stack-table.ts';

test('each pair of caller and frame is one stack, also after the table grew', () => {
  const stacks = new StackTable(importLimits, new ImportReport('test'));
  const pairs: (readonly [parent: number, frame: number, node: number])[] = [];
  for (let index = 0; index < 100_000; index++) {
    // Half of them wide below the empty stack, half of them deep.
    const parent = index % 2 === 0 || index % 1_000 === 1 ? 0 : (pairs.at(-2)?.[2] ?? 0);
    pairs.push([parent, index, stacks.intern(parent, index)]);
  }
  assert.equal(stacks.length, 100_001);
  assert.equal(new Set(pairs.map(([, , node]) => node)).size, 100_000);
  for (const [parent, frame, node] of pairs) assert.equal(stacks.intern(parent, frame), node);
  assert.deepEqual(stacks.path(stacks.intern(stacks.intern(0, 7), 8)), [8, 7]);
});

test('a caller that is no stack is an error of the reader', () => {
  const stacks = new StackTable(importLimits, new ImportReport('test'));
  assert.throws(() => stacks.intern(5, 1), RangeError);
});

test('bounds of depth and number give the caller’s stack, counted', () => {
  const report = new ImportReport('test');
  const stacks = new StackTable({ ...importLimits, stacks: 2 }, report);
  const one = stacks.intern(0, 1);
  assert.equal(stacks.intern(one, 2), 2);
  assert.equal(stacks.intern(one, 3), one);
  assert.equal(stacks.intern(0, 1), one);
  assert.match(report.text, /1 frame beyond the bound of stacks/);
});
