import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startArguments } from './start-arguments.ts';

test('a keybinding may name all, some or nothing', () => {
  assert.deepEqual(startArguments({ device: 'jvm', app: 'com.example.shop', launch: true }), {
    device: 'jvm',
    app: 'com.example.shop',
    launch: true,
  });
  assert.deepEqual(startArguments({ app: 'com.example.shop', pid: 4711 }), { app: 'com.example.shop', pid: 4711 });
  assert.deepEqual(startArguments({ app: 'com.example.shop', wait: true }), { app: 'com.example.shop', wait: true });
  assert.deepEqual(startArguments({ app: 'com.example.shop' }), { app: 'com.example.shop' });
  const launch = { app: 'com.example.shop', launch: true, activity: '.AdminActivity' };
  assert.deepEqual(startArguments(launch), launch);
  assert.deepEqual(startArguments(undefined), {});
});

test('what a menu gives as its argument is not ours', () => {
  assert.deepEqual(startArguments({ $mid: 1, path: '/x', scheme: 'file' }), {});
  assert.deepEqual(startArguments('x'), {});
});

test('a mistake in a keybinding is said', () => {
  assert.throws(() => startArguments({ device: 5 }), /Expected/);
  assert.throws(() => startArguments({ app: '' }), /Expected/);
  assert.throws(() => startArguments({ launch: 'yes' }), /Expected/);
  assert.throws(() => startArguments({ app: 'a', wait: 1 }), /Expected/);
  assert.throws(() => startArguments({ launch: true, activity: 1 }), /Expected/);
  assert.throws(() => startArguments({ app: 'com.example.shop', pid: '4711' }), /Expected/);
  assert.throws(() => startArguments({ app: 'com.example.shop', pid: 0 }), /Expected/);
});
