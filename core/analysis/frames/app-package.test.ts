import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appPackage } from './app-classes.ts';

test('process suffixes, users and main classes are taken off', () => {
  for (const app of ['com.example.shop', 'com.example.shop:sync', 'com.example.shop@10', 'com.example.shop.Main']) {
    assert.equal(appPackage(app), 'com.example.shop');
  }
  assert.equal(appPackage('Main'), '');
  assert.equal(appPackage(''), '');
});
