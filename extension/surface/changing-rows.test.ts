import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangingRows } from './changing-rows.ts';

const row = (id: string) => ({ id });
const separator = row('—');
const [first, second, third] = [row('first'), row('second'), row('third')];
const changingRows = (): ChangingRows<{ id: string }> => new ChangingRows(({ id }) => ({ key: id, isChoosable: id !== separator.id }));

test('a choice soon after a change means the row that stood there, until the window surely shows the new one', () => {
  const rows = changingRows();
  rows.replace([first, third], 0);
  assert.equal(rows.meant(third, 10), third);
  rows.replace([first, second, third], 5_000);
  assert.equal(rows.meant(first, 5_010), first);
  assert.equal(rows.meant(second, 5_010), third);
  assert.equal(rows.meant(third, 5_010), third);
  assert.equal(rows.meant(second, 6_000), second);
});

test('a row that is gone, and a separator, are no choice', () => {
  const rows = changingRows();
  rows.replace([first, second, third], 0);
  rows.replace([first, third], 5_000);
  assert.equal(rows.meant(third, 5_010), undefined);
  rows.replace([separator, first, third], 10_000);
  assert.equal(rows.meant(separator, 10_010), first);
  assert.equal(rows.meant(separator, 11_000), undefined);
});

test('the place of a separator was not chosen before it became a row', () => {
  const rows = changingRows();
  rows.replace([first, separator, third], 0);
  rows.replace([first, second, separator, third], 5_000);
  assert.equal(rows.meant(second, 5_010), second);
});

test('Enter takes the active row, before and after the window shows that it moved', () => {
  const rows = changingRows();
  rows.replace([first, second], 0, second);
  rows.replace([third, first, second], 5_000, second);
  assert.equal(rows.meant(first, 5_010), second);
  assert.equal(rows.meant(second, 5_020), second);
  rows.replace([second, third, first], 6_000, second);
  assert.equal(rows.meant(second, 6_010), second);
});

test('the same rows again are no change', () => {
  const rows = changingRows();
  rows.replace([second], 0);
  rows.replace([first, second], 5_000);
  const again = row('first');
  rows.replace([again, second], 5_900);
  assert.equal(rows.meant(again, 5_910), again);
});
