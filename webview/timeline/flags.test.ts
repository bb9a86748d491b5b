import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagAt, placeFlags } from './flags.ts';

test('a flag is met on its name, and near its line at any height', () => {
  const flags = [
    { name: 'Run 2', x: 10, left: 10, right: 60 },
    { name: 'checkout', x: 50, left: 50, right: 120 },
    { name: 'last', x: 300, left: 261, right: 301 },
  ];
  assert.equal(flagAt(flags, 30, 5)?.name, 'Run 2');
  assert.equal(flagAt(flags, 55, 5)?.name, 'checkout', 'the later one lies on top');
  assert.equal(flagAt(flags, 280, 5)?.name, 'last');
  assert.equal(flagAt(flags, 30, 40), undefined, 'below the ruler there is only the line');
  assert.equal(flagAt(flags, 48, 40)?.name, 'checkout');
});

test('names of flags do not lie on each other: the latest is whole, earlier ones are cut or left out', () => {
  // Ten pixels a letter.
  const placed = (width: number, ...moments: readonly (readonly [name: string, x: number])[]): readonly string[] =>
    placeFlags(
      moments.map(([name, x]) => ({ name, x })),
      width,
      (name) => 10 * name.length,
    ).map(({ name, left, right }) => `${name} ${left}-${right}`);
  assert.deepEqual(placed(400, ['launched', 0], ['background', 200]), ['launched 0-80', 'background 200-300']);
  // No room to the right of the last line: its name stands to the left, on what comes before.
  assert.deepEqual(placed(400, ['launched', 0], ['background', 330], ['active', 380]), [
    'launched 0-80',
    'background 330-330',
    'active 321-381',
  ]);
  // 50 of the 80 pixels, which tell something; 30 would not.
  assert.deepEqual(placed(400, ['launched', 0], ['background', 50]), ['launched 0-50', 'background 50-150']);
  assert.deepEqual(placed(400, ['launched', 0], ['background', 30]), ['launched 0-0', 'background 30-130']);
  // A short name needs no more than itself; marks come after phases, whatever their moment.
  assert.deepEqual(placed(400, ['late', 200], ['A', 10], ['B', 20]), ['late 200-240', 'A 10-20', 'B 20-30']);
});
