import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandOfKey, type LegendKey, legendKeys } from '../state/legend-key.ts';
import { isLit } from './lit-boxes.ts';

/** Entries that mean a box. */
function litBy(box: Partial<Parameters<typeof isLit>[1]>): readonly LegendKey[] {
  return legendKeys.filter(
    (key) => bandOfKey(key) === undefined && isLit(key, { category: 'app', state: undefined, certainty: 'certain', ...box }),
  );
}

test('an entry of the legend means boxes by owner, by the state of their own time, or by their certainty', () => {
  assert.deepEqual(litBy({}), ['app', 'busy']);
  assert.deepEqual(litBy({ state: 'blocked' }), ['app', 'blocked', 'waiting']);
  assert.deepEqual(litBy({ category: 'framework', state: 'ready', certainty: 'nearest' }), ['framework', 'ready', 'unsure']);
  assert.deepEqual(litBy({ category: 'idle', state: 'idle' }), ['idle']);
  // Code without a name is not time without a known reason.
  assert.deepEqual(litBy({ category: 'unknown' }), ['nameless', 'busy']);
  assert.deepEqual(litBy({ category: 'native', state: 'unknown' }), ['native', 'unknown']);
});

test('severities of lags fade no box', () => {
  const severities = legendKeys.filter((key) => bandOfKey(key) !== undefined);
  assert.deepEqual(severities, ['hitch', 'hang', 'longHang', 'anr', 'severeHang']);
  assert.ok(severities.every((key) => isLit(key, { category: 'framework', state: undefined, certainty: 'certain' })));
});

test('and all steps of one direction in a comparison', () => {
  assert.deepEqual(litBy({ category: 'more1' }), ['busy', 'more']);
  assert.deepEqual(litBy({ category: 'less3' }), ['busy', 'less']);
  assert.deepEqual(litBy({ category: 'same' }), ['busy', 'same']);
});
