import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notInstalled } from './errors.ts';
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

test('the error names them, and the nearest as the next step', () => {
  const error = notInstalled.android('com.example.shop.debug', nearApps('com.example.shop.debug', installed));
  assert.equal(
    error.message,
    'com.example.shop.debug is not installed on the device; com.example.shop and com.example.shop.staging are there.',
  );
  assert.equal(error.next, 'Use com.example.shop? Otherwise: install it, or pick another app.');
  assert.equal(notInstalled.ios('a.b', []).next, 'Run it on the device from Xcode, or pick another app.');
});
