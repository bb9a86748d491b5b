import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerOf } from './process-owners.ts';

test('the owner of an app’s processes is read from the list of packages, with others of the same user id', () => {
  const output =
    'package:com.example.shop uid:10123\npackage:com.example.stock versionCode:3 uid:10123\r\npackage:other uid:10124,1010124\n';
  assert.deepEqual(ownerOf('com.example.shop', output), { name: 'com.example.shop', uid: 10_123, siblings: ['com.example.stock'] });
  assert.equal(ownerOf('com.example', output), undefined);
});

test('lines without an end do not take long', () => {
  assert.equal(ownerOf('a', `package:${'a'.repeat(1 << 20)}\npackage:${'a '.repeat(1 << 19)}`), undefined);
});
