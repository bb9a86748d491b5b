import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorterPaths } from './short-paths.ts';

const folders = ['/Users/anna/dev/shop', '/srv/shop/app'];

test('paths in the workspace begin with its folder', () => {
  assert.equal(shorterPaths('/Users/anna/dev/shop/Feed/Feed.swift', folders), 'shop/Feed/Feed.swift');
  assert.equal(shorterPaths('/srv/shop/app/src/cart.c:12', folders), 'app/src/cart.c:12');
  assert.equal(shorterPaths('C:\\dev\\shop\\Cart.kt', ['C:\\dev\\shop']), 'shop\\Cart.kt');
});

test('a folder whose name only begins alike is another one', () => {
  assert.equal(shorterPaths('/srv/shop/apple/x.c', folders), '/srv/shop/apple/x.c');
});

test('homes of people are told by a tilde, wherever they stand in a text', () => {
  assert.equal(shorterPaths('/Users/bob/other/x.c', folders), '~/other/x.c');
  assert.equal(shorterPaths('/home/ci', folders), '~');
  assert.equal(shorterPaths('Looked in /home/bob and /Users/anna/Library.', folders), 'Looked in ~ and ~/Library.');
  assert.equal(shorterPaths('C:\\Users\\Anna Smith\\x.c', []), '~\\x.c');
});

test('names of functions, types and files of the phone stay', () => {
  for (const text of ['Lcom/example/Shop;', '/data/app/com.example.shop/lib/x86_64/libcart.so', '(I)V', '/usr/lib/libSystem.dylib', 'home'])
    assert.equal(shorterPaths(text, folders), text);
});
