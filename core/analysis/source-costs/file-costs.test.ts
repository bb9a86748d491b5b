import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../session/model/model.ts';
import { StackSums } from '../calls/stack-sums.ts';
import { FileCosts } from './file-costs.ts';

test('time without a stack costs no line, also as the first of a file', () => {
  const sums = new StackSums();
  sums.add(0, 1_000, 1_000, 0, 0);
  const costs = new FileCosts(new SessionModel(), () => true, { from: 0, to: 1 }, []);
  costs.addAll(0, sums);
  assert.deepEqual(costs.heat([], []), { lines: [], functions: [] });
});
