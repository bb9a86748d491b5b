import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorLink } from './editor-link.ts';

test('a link to a line holds the whole path, whatever signs are in it', () => {
  assert.equal(editorLink('/home/ada/shop/Cart.kt', 12), 'vscode://file/home/ada/shop/Cart.kt:12');
  assert.equal(editorLink('/c:/Users/Ada/shop/Cart.kt', 0), 'vscode://file/c%3A/Users/Ada/shop/Cart.kt:1');
  const odd = '/home/ada/C# 100 %?/Öl.kt';
  const link = new URL(editorLink(odd, 3));
  assert.deepEqual([decodeURIComponent(link.pathname), link.search, link.hash], [`${odd}:3`, '', '']);
});

test('a name that is no text leads to a file that is not there, and nothing worse', () => {
  assert.equal(editorLink('/home/ada/a\ud800b/\u{1f600}.kt', 1), 'vscode://file/home/ada/a%EF%BF%BDb/%F0%9F%98%80.kt:1');
});
