import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutEndSlashes } from './end-slashes.ts';

/** The path without its end, and how many letters were looked at. */
function counted(path: string): readonly [path: string, letters: number] {
  let letters = 0;
  const charCodeAt = (at: number): number => {
    letters++;
    return path.charCodeAt(at);
  };
  return [withoutEndSlashes({ length: path.length, charCodeAt, slice: path.slice.bind(path) }), letters];
}

test('slashes at the end of a path go, and only they are looked at', () => {
  assert.deepEqual(counted('/ci/build//'), ['/ci/build', 3]);
  assert.deepEqual(counted('/'), ['', 1]);
  assert.deepEqual(counted(''), ['', 0]);
  const many = '/'.repeat(100_000);
  assert.deepEqual(counted(`D${many}:`), [`D${many}:`, 1]);
  assert.deepEqual(counted(`D${many}`), ['D', 100_001]);
});
