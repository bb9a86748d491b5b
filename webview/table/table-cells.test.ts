import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText } from './table-cells.ts';

test('zero is a dash in columns of amounts and differences, and stays a number as a share', () => {
  assert.deepEqual(
    (['total', 'self', 'blocked', 'samples', 'allocated', 'delta'] as const).map((column) => cellText(0, column, 'wall')),
    ['–', '–', '–', '–', '–', '–'],
  );
  assert.equal(cellText(0, 'share', 'wall'), '0 %');
  // 0.04 % would be shown as 0.
  assert.deepEqual([cellText(0.0004, 'delta', 'wall'), cellText(-0.004, 'delta', 'wall')], ['–', '−0.4 %']);
  assert.equal(cellText(1_500, 'self', 'wall'), '1.5');
});
