import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { Budget } from '../limits/budget.ts';
import { NodeTable } from './node-table.ts';

test('a node gets one row for each parent, method and line, as in a Map with text keys', () => {
  const random = seededRandom(6);
  const below = (limit: number): number => Math.floor(random() * limit);
  const table = new NodeTable(new Budget(100_000, { nowUs: 0 }));
  const expected = new Map<string, number>();
  for (let round = 0; round < 60_000; round++) {
    const [parent, method, line] = [below(Math.min(table.length, 300)), below(60), below(60)];
    const key = `${parent} ${method} ${line}`;
    const row = table.intern(parent, method, line);
    assert.ok(row !== undefined);
    assert.equal(row, expected.get(key) ?? expected.size + 1);
    expected.set(key, row);
  }
  assert.equal(table.length, expected.size + 1);
});

test('a stack deeper than 4,096 frames has no node', () => {
  const table = new NodeTable(new Budget(100_000, { nowUs: 0 }));
  let row: number | undefined = 0;
  for (let depth = 1; depth <= 4_096; depth++) row = table.intern(row ?? 0, 1, 1);
  assert.equal(table.depth[row ?? 0], 4_096);
  assert.equal(table.intern(row ?? 0, 1, 1), undefined);
});
