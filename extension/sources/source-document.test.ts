import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPathNamed, mayHaveHeat, originsOf, sourceKey } from './source-document.ts';

const origin = (className: string, sourceFile: string, sourcePath = '') => ({ class: className, sourceFile, sourcePath });
const kotlin = '// licence\npackage com.example.shop\n\nfun total() = 1\n';
const anyOne = (): boolean => true;

test('frames of classes are of the file of their name in their package', () => {
  const isHere = originsOf(sourceKey('Cart.kt', kotlin, anyOne, new Set()));
  assert.ok(isHere(origin('com.example.shop.CartKt', 'Cart.kt')));
  assert.ok(isHere(origin('com.example.shop.Cart$total$1', 'Cart.kt')));
  assert.ok(!isHere(origin('com.example.shop.CartKt', 'Lists.kt')), 'inlined from another file');
  assert.ok(!isHere(origin('com.example.shop.old.Cart', 'Cart.kt')), 'another package');
  // Without a SourceFile attribute the outer class tells, as the search for sources takes it.
  assert.ok(isHere(origin('com.example.shop.CartKt$total$1', '')));
  assert.ok(!isHere(origin('com.example.shop.Shop', '')));
  assert.ok(!isHere(origin('', 'Cart.kt')));
});

test('of several files that are alike only the one that the reader chose has them', () => {
  const asked: string[] = [];
  const isOther = originsOf(sourceKey('Cart.kt', kotlin, (name) => asked.push(name) === 0, new Set()));
  assert.ok(!isOther(origin('com.example.shop.CartKt', 'Cart.kt')));
  assert.deepEqual(asked, ['com.example.shop']);
});

test('native frames are of the file that their paths were found to lead to', () => {
  const isHere = originsOf(sourceKey('cart.cpp', 'int total();', anyOne, new Set(['/ci/build/shop/src/cart.cpp'])));
  assert.ok(isHere(origin('', 'cart.cpp', '/ci/build/shop/src/cart.cpp')));
  assert.ok(!isHere(origin('', 'cart.cpp', '/ci/build/library/cart.cpp')));
  assert.ok(!isHere(origin('com.example.Cart', 'cart.cpp')));
  const named = ['/a/Cart.cpp', 'C:\\b\\cart.cpp', '/a/cart.h', `/${'a'.repeat(5_000)}/cart.cpp`].map((sourceFile) =>
    isPathNamed({ image: 1, sourceFile }, 'cart.cpp'),
  );
  assert.deepEqual(named, [true, true, false, false]);
  assert.ok(!isPathNamed({ image: 0, sourceFile: 'cart.cpp' }, 'cart.cpp'), 'a class');
});

test('only what could be compiled into an app is looked at', () => {
  assert.deepEqual(['Cart.java', 'Cart.kt', 'cart.cpp', 'Cart.swift', 'cart.mm'].map(mayHaveHeat), [true, true, true, true, true]);
  assert.deepEqual(['README.md', 'build.gradle', 'java', 'Cart.class'].map(mayHaveHeat), [false, false, false, false]);
});
