import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearApps } from './near-apps.ts';

const installed = ['com.example.notes', 'com.example.shop', 'com.example.shop.staging', 'android', 'com.android.shell', 'org.Example.Shop'];

test('near application ids are those of another case, with or without a suffix, and of the package above', () => {
  assert.deepEqual(nearApps('com.example.shop.debug', installed), ['com.example.shop', 'com.example.shop.staging']);
  assert.deepEqual(nearApps('com.Example.Shop', installed), ['com.example.shop', 'com.example.shop.staging']);
  assert.deepEqual(nearApps('com.example', installed), ['com.example.shop', 'com.example.notes', 'com.example.shop.staging']);
  assert.deepEqual(nearApps('org.example.shop', installed), ['org.Example.Shop']);
  assert.deepEqual(nearApps('com.example.cart', installed), []);
  assert.deepEqual(nearApps('android.shop', installed), []);
});
