import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { shortRustName } from './short-rust.ts';

test('what LLVM put behind a name goes, in any order, and nothing else does', () => {
  assert.equal(shortRustName('shop::cart::total.llvm.7F3A@.cold.12'), 'shop::cart::total');
  assert.equal(shortRustName('shop::cart::total.llvm.xyz'), 'shop::cart::total.llvm.xyz');
  // By one expression for all pieces, which is right for short names.
  const random = seededRandom(8);
  const pieces = ['.llvm.', '.llvm', '.cold', '.', '12', 'AF@', 'x', '.7', 'llvm'];
  for (let round = 0; round < 5_000; round++) {
    const tail = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    const expected = `total${tail}`.replace(/(?:\.llvm\.[\dA-F@]+|\.cold|\.\d+)+$/, '');
    assert.equal(shortRustName(`total${tail}`), expected, tail);
  }
});

test('of a name with a hundred thousand pieces that are no end each is looked at once', () => {
  // One expression for all of them took a minute and more.
  const name = `total${'.1'.repeat(100_000)}x`;
  assert.equal(shortRustName(name), name);
  assert.equal(shortRustName(name.slice(0, -1)), 'total');
});
