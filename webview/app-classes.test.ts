import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appClassTest } from './app-classes.ts';

test('packages of the sources match exactly, fallbacks with what is below them', () => {
  const isApp = appClassTest({ packages: ['com.example.ui'], prefixes: ['org.shared'] }, () => []);
  assert.ok(isApp('com.example.ui.List$Row'));
  assert.ok(!isApp('com.example.ui.vendor.Thing'));
  assert.ok(isApp('org.shared.deep.Thing'));
  assert.ok(!isApp('org.sharedother.Thing'));
});

test('the app id is a fallback, also with a process suffix, a user or as a main class', () => {
  for (const app of ['com.example.shop', 'com.example.shop:sync', 'com.example.shop@10', 'com.example.shop.Main']) {
    const isApp = appClassTest({ packages: [], prefixes: [] }, () => [app]);
    assert.ok(isApp('com.example.shop.cart.Cart'), app);
    assert.ok(!isApp('com.example.other.Cart'), app);
  }
  assert.ok(!appClassTest({ packages: [], prefixes: [] }, () => [''])('java.lang.String'));
});
