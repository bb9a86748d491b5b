import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beforeAny, withoutEnd } from './cuts.ts';

test('a text ends before the first of some letters', () => {
  assert.equal(beforeAny('com.example.shop:sync@10', ':@'), 'com.example.shop');
  assert.equal(beforeAny('com.example.shop@10:sync', ':@'), 'com.example.shop');
  assert.equal(beforeAny('com.example.shop', ':@'), 'com.example.shop');
  assert.equal(beforeAny(':sync', ':'), '');
});

test('letters are removed from the end only', () => {
  assert.equal(withoutEnd('E|10\n\0\n', '\n\0'), 'E|10');
  assert.equal(withoutEnd('\n\nB|10|a\nb', '\n\0'), '\n\nB|10|a\nb');
  assert.equal(withoutEnd('\n\0\n', '\n\0'), '');
});
