import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costBox, fitsBefore } from './cost-column.ts';

test('a cost stands before code that is indented by eight columns, however they are made', () => {
  assert.ok(fitsBefore('        int x = 0;', 4));
  assert.ok(!fitsBefore('       int x = 0;', 4));
  // A tab ends at the next multiple of its size: 2 blanks and a tab are 4 columns.
  assert.ok(fitsBefore('\t\tread();', 4));
  assert.ok(!fitsBefore('  \tread();', 4));
  assert.ok(!fitsBefore('main()', 4));
  for (const blank of ['', '  \t', ' '.repeat(20)]) assert.ok(!fitsBefore(blank, 4));
});

test('costs end at the same column, and take none of the code’s', () => {
  for (const text of ['820 ms', '1.2 s', '12 s']) {
    const { width, margin } = costBox(text);
    const [, right = '', , left = ''] = margin.split(' ');
    const columns = [left, width, right].map((size) => Number(/^(-?\d+)ch$/.exec(size)?.[1]));
    const [before = 0, own = 0, after = 0] = columns;
    assert.equal(before + own + after, 0, `${text}: ${margin}`);
    // One column stays between cost and code.
    assert.equal(before + text.length, 7);
  }
});
