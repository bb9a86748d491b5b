import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitColumns, waitKind } from './thread-columns.ts';

test('an owner without a stack keeps its earlier one, another owner does not, and each keeps since when it is known', () => {
  const waits = new WaitColumns();
  const row = waits.begin(10);
  waits.describe(row, waitKind.monitor, 0);
  const ask = (atUs: number, owner: number, ownerNode: number): readonly unknown[] => {
    waits.own(row, { atUs, owner, ownerNode, waiters: 1 });
    return [waits.owner[row], waits.ownerNode[row], waits.ownerUs[row], waits.heldFromUs[row]];
  };
  assert.deepEqual(ask(30, 1, 7), [1, 7, 30, 30]);
  assert.deepEqual(ask(40, 1, 0), [1, 7, 40, 30]);
  assert.deepEqual(ask(50, 2, 0), [2, 0, 50, 50]);
  assert.deepEqual(ask(60, 1, 0), [1, 0, 60, 60]);
});
