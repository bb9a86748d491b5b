import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingClick } from './opening-click.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false };

test('a click only chooses, with Ctrl or Cmd it opens, with Alt beside', () => {
  assert.equal(openingClick(none), undefined);
  assert.equal(openingClick({ ...none, ctrlKey: true }), 'here');
  assert.equal(openingClick({ ...none, metaKey: true }), 'here');
  assert.equal(openingClick({ ...none, altKey: true }), 'beside');
  // As links of VS Code's editor with Ctrl+Alt: to the side.
  assert.equal(openingClick({ ...none, altKey: true, ctrlKey: true }), 'beside');
});
