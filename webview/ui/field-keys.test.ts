import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVsCodeKey } from './field-keys.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false };

test('a field leaves function keys and shortcuts to VS Code, and keeps what writes and edits its text', () => {
  for (const key of ['F1', 'F12']) assert.equal(isVsCodeKey({ ...plain, key }), true, key);
  assert.equal(isVsCodeKey({ ...plain, ctrlKey: true, key: 'p' }), true);
  assert.equal(isVsCodeKey({ ...plain, metaKey: true, key: 'P' }), true);
  for (const key of ['p', 'F', 'Enter', 'Escape', 'ArrowDown']) assert.equal(isVsCodeKey({ ...plain, key }), false, key);
  for (const key of ['a', 'V', 'ArrowLeft', 'Backspace']) assert.equal(isVsCodeKey({ ...plain, ctrlKey: true, key }), false, key);
});

test('characters that some keyboards write with Ctrl and Alt are text', () => {
  assert.equal(isVsCodeKey({ ...plain, ctrlKey: true, altKey: true, key: '@' }), false);
});
