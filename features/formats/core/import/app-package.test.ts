import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPackage, hasClassesOf } from './app-package.ts';

const classes = [
  'Ljava/util/List;',
  'Ljava/util/Map;',
  'Lcom/example/shop/Main;',
  'Lcom/example/shop/cart/Cart;',
  'Lokhttp3/Call;',
  'Lokhttp3/Request;',
  'Lokhttp3/Response;',
  'LTop;',
  '',
];

test('the app is the package with most methods, but systems’', () => {
  assert.equal(commonPackage(classes), 'com.example.shop');
  assert.equal(commonPackage(['Ljava/util/List;', '', 'LTop;']), '');
});

test('a process name that is an application id needs no guess', () => {
  assert.ok(hasClassesOf('com.example.shop.debug:sync', classes));
  assert.ok(!hasClassesOf('cart.json', classes) && !hasClassesOf('shop', classes));
});
