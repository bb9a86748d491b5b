import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTargetOf } from './pointer.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false };

test('a click only chooses, with Ctrl or Cmd it opens, with Alt beside', () => {
  assert.equal(openTargetOf(none), undefined);
  assert.equal(openTargetOf({ ...none, ctrlKey: true }), 'here');
  assert.equal(openTargetOf({ ...none, metaKey: true }), 'here');
  assert.equal(openTargetOf({ ...none, altKey: true }), 'beside');
  // As links of VS Code's editor with Ctrl+Alt: to the side.
  assert.equal(openTargetOf({ ...none, altKey: true, ctrlKey: true }), 'beside');
});
