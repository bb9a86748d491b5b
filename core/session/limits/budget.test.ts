import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget, budgetsOf, endedBudgets } from './budget.ts';

test('a budget takes up to its limit, then counts what it left out and remembers since when', () => {
  const time = { nowUs: 0 };
  const budgets = budgetsOf({ runs: 2, letters: 10 }, time);
  assert.deepEqual([budgets.runs.takes(), budgets.runs.takes(), budgets.letters.takes(10)], [true, true, true]);
  assert.deepEqual(endedBudgets(budgets), []);
  time.nowUs = 5_000;
  assert.equal(budgets.runs.takes(), false);
  time.nowUs = 6_000;
  assert.deepEqual([budgets.letters.takes(7), budgets.runs.takes()], [false, false]);
  assert.deepEqual(endedBudgets(budgets), [
    { name: 'runs', limit: 2, atUs: 5_000, leftOut: 2 },
    { name: 'letters', limit: 10, atUs: 6_000, leftOut: 7 },
  ]);
});

test('what is no longer held may be taken again', () => {
  const { rows } = budgetsOf({ rows: 3 }, { nowUs: 0 });
  assert.ok(rows.takes(3));
  rows.gives(2);
  assert.deepEqual([rows.takes(2), rows.takes(), rows.used], [true, false, 3]);
});

test('budgets that share a pool give back to it the share of each item', () => {
  const time = { nowUs: 0 };
  const bytes = new Budget(100, time);
  const { rows, texts } = budgetsOf({ rows: 10, texts: 1_000 }, time, (name) => ({ pool: bytes, share: name === 'rows' ? 30 : 1 }));
  assert.deepEqual([rows.takes(3), rows.takes(), texts.takes(10)], [true, false, true]);
  rows.gives(2);
  assert.deepEqual([bytes.used, texts.takes(60), texts.takes()], [40, true, false]);
  rows.adds(1);
  assert.deepEqual([bytes.used, bytes.isOver], [130, true]);
});
