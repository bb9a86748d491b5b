import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMainName, namePartsOf } from './frame-names.ts';

test('packaged names are split into class and method, others are functions', () => {
  const parts = (name: string) => Object.values(namePartsOf(name)).join(' | ');
  assert.equal(parts('com.example.shop.Cart.total'), 'com.example.shop.Cart | total');
  assert.equal(parts('com/example/shop/Cart$1.run_[j]'), 'com.example.shop.Cart$1 | run');
  assert.equal(parts('java.util.ArrayList.<init>(I)V'), 'java.util.ArrayList | <init>');
  assert.equal(parts('std::vector<int>::push_back(int&&)'), ' | std::vector<int>::push_back(int&&)');
  assert.equal(parts('-[ShopCart total]'), ' | -[ShopCart total]');
  assert.equal(parts('Cart.total'), ' | Cart.total');
  assert.equal(parts('do_syscall_64_[k]'), ' | do_syscall_64');
});

test('usual names of main threads are known', () => {
  assert.deepEqual(['main', 'Main Thread', 'CrRendererMain', 'worker'].map(isMainName), [true, true, true, false]);
});
