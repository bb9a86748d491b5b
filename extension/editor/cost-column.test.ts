import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsToMove, costBox } from './cost-column.ts';

test('code moves by as many columns as the shortest indentation of a costly line lacks', () => {
  assert.equal(columnsToMove(['        int x = 0;', '            read();'], 4), 0);
  assert.equal(columnsToMove(['        int x = 0;', '    read()'], 4), 4);
  assert.equal(columnsToMove(['main()'], 4), 8);
  // A tab ends at the next multiple of its size: 2 blanks and a tab are 4 columns.
  assert.equal(columnsToMove(['\t\tread();'], 4), 0);
  assert.equal(columnsToMove(['  \tread();'], 4), 4);
  assert.equal(columnsToMove(['', '  \t'], 4), 0);
  assert.equal(columnsToMove([], 4), 0);
});

test('costs end at the same column, and take only the columns that the code moved by', () => {
  for (const moved of [0, 4, 8]) {
    for (const text of ['820 ms', '1.2 s', '12 s']) {
      const { width, margin } = costBox(text, moved);
      const [, right = '', , left = ''] = margin.split(' ');
      const columns = [left, width, right].map((size) => Number(/^(-?\d+)ch$/.exec(size)?.[1]));
      const [before = 0, own = 0, after = 0] = columns;
      assert.equal(before + own + after, moved, `${text}: ${margin}`);
      // One column stays between cost and code.
      assert.equal(before + text.length, 7);
    }
  }
});
