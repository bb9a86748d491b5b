import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessOf } from './freshness.ts';

const asBuilt = { savedMs: 1_000, recordedMs: 2_000, wasDirty: false, isEdited: false, isMisplaced: false };

test('a file that was saved before the recording is as it was built, also when it is edited later: its lines are followed', () => {
  assert.equal(freshnessOf(asBuilt), 'asBuilt');
  assert.equal(freshnessOf({ ...asBuilt, isEdited: true }), 'edited');
  assert.equal(freshnessOf({ ...asBuilt, savedMs: 0 }), 'asBuilt', 'nothing is known of a file without a time');
  assert.equal(freshnessOf({ ...asBuilt, recordedMs: 0 }), 'asBuilt');
});

test('a file that was saved later, or had changes already, may be another; one whose lines do not fit surely is', () => {
  assert.equal(freshnessOf({ ...asBuilt, savedMs: 2_001 }), 'newer');
  assert.equal(freshnessOf({ ...asBuilt, wasDirty: true, isEdited: true }), 'newer');
  assert.equal(freshnessOf({ ...asBuilt, isMisplaced: true }), 'other');
});
