import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangingRows } from './changing-rows.ts';

const row = (id: string) => ({ id });
const [first, second, third] = [row('first'), row('second'), row('third')];

test('a row that has just taken the place of another one was not meant, until the window shows it', () => {
  const rows = new ChangingRows<{ id: string }>(({ id }) => id);
  rows.replace([first, third], 0);
  assert.equal(rows.meant(third, 10), third);
  rows.replace([first, second, third], 5_000);
  assert.equal(rows.meant(first, 5_010), first);
  assert.equal(rows.meant(second, 5_010), undefined);
  assert.equal(rows.meant(third, 5_010), third);
  assert.equal(rows.meant(second, 6_000), second);
});

test('rows that the window shows are meant at once, and while two changes are under way none that either moves', () => {
  const rows = new ChangingRows<{ id: string }>(({ id }) => id);
  rows.replace([first, third], 0);
  rows.shown([first]);
  rows.replace([first, second, third], 100);
  rows.replace([first, third, second], 200);
  assert.equal(rows.meant(first, 210), first);
  assert.equal(rows.meant(third, 210), undefined);
  rows.shown([first]);
  assert.equal(rows.meant(third, 220), undefined);
  rows.shown([first]);
  assert.equal(rows.meant(third, 230), third);
});

test('the same rows again are no change', () => {
  const rows = new ChangingRows<{ id: string }>(({ id }) => id);
  rows.replace([second], 0);
  rows.replace([first, second], 5_000);
  const again = row('first');
  rows.replace([again, second], 5_900);
  assert.equal(rows.meant(again, 5_910), again);
});
