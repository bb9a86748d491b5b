import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformLetters } from '../frames/frame-transforms.ts';
import { INITIAL_VIEW, OF_FUNCTION, OVER_TIME, SUMMED } from '../state/view-state.ts';
import { keyColumns } from '../views/keys-dialog.ts';
import { modeIds, modeOf, modes } from './modes.ts';

test('each mode has its own id and key, and its tooltip says the key', () => {
  assert.equal(new Set(modeIds).size, modes.length);
  assert.equal(new Set(modes.map(({ key }) => key)).size, modes.length);
  for (const { key, hint } of modes) assert.ok(hint().endsWith(`(${key})`), hint());
});

test('the list of keys names each mode in its order', () => {
  const keys = modes.map(({ key }) => key).join();
  const [, named = ''] =
    keyColumns()
      .flatMap(({ rows }) => rows)
      .find(([of]) => of.join() === keys) ?? [];
  assert.deepEqual(
    named.toLowerCase().split(', '),
    modes.map(({ label }) => label().toLowerCase()),
  );
});

test('letters of modes are those of no transform and of no other action', () => {
  const letters = modes.flatMap(({ ofFunction }) => ofFunction?.letter ?? []);
  const taken = [...transformLetters().map(({ letter }) => letter), 'w', 'l', ...modes.map(({ key }) => key)];
  assert.ok(letters.length > 0);
  assert.deepEqual(
    letters.filter((letter, at) => taken.includes(letter) || letters.indexOf(letter) !== at),
    [],
  );
});

test('the modes that actions lead to are in the list, and do what the action needs', () => {
  assert.equal(modeOf(INITIAL_VIEW).id, OVER_TIME);
  assert.ok(modeOf({ mode: OVER_TIME }).isOverTime);
  assert.ok(!modeOf({ mode: SUMMED }).isOverTime && modeOf({ mode: SUMMED }).colorsDifference);
  const { ofFunction } = modeOf({ mode: OF_FUNCTION });
  assert.deepEqual(ofFunction?.change('com.example.Cart.total'), { mode: OF_FUNCTION, focus: 'com.example.Cart.total' });
  assert.throws(() => modeOf({ mode: 'x' }), /“x”/);
});
