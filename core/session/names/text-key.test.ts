import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_KEY_LETTERS, textKey } from './text-key.ts';

test('short texts are their own keys', () => {
  for (const text of ['', 'Lcom/example/Shop;', 'a'.repeat(MOST_KEY_LETTERS)]) assert.equal(textKey(text), text);
});

test('long texts have short keys that differ where the texts do', () => {
  const keys = new Set<string>();
  for (let at = 0; at < 2_000; at++) {
    const text = `${'a'.repeat(30_000 + at)}b${'a'.repeat(30_000 - at)}`;
    const key = textKey(text);
    assert.ok(key.length < 256);
    assert.equal(textKey(`${text}`), key);
    keys.add(key);
  }
  assert.equal(keys.size, 2_000);
});
