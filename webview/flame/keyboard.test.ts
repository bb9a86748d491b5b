import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flameKey, type KeyPress } from './keyboard.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

test('Enter opens the source, with Alt beside', () => {
  assert.deepEqual(flameKey(press('Enter')), { type: 'open', beside: false });
  assert.deepEqual(flameKey(press('Enter', { altKey: true })), { type: 'open', beside: true });
});

test('up and down follow the stack, left and right the neighbours', () => {
  assert.deepEqual(flameKey(press('ArrowUp')), { type: 'step', direction: 'caller' });
  assert.deepEqual(flameKey(press('ArrowDown')), { type: 'step', direction: 'callee' });
  assert.deepEqual(flameKey(press('ArrowRight')), { type: 'step', direction: 'next' });
  assert.deepEqual(flameKey(press('ArrowRight', { shiftKey: true })), { type: 'pan', part: 0.2 });
});

test('zoom keys go by their place on the keyboard, so that they work on AZERTY too; without Shift letters are transforms', () => {
  assert.deepEqual(flameKey(press('Z', { code: 'KeyW', shiftKey: true })), { type: 'zoom', factor: 0.7 });
  assert.equal(flameKey(press('w', { code: 'KeyW' })), undefined);
  assert.deepEqual(flameKey(press('z', { code: 'KeyY' })), { type: 'focus' });
});

test('Escape takes back one thing, 0 shows everything', () => {
  assert.deepEqual(flameKey(press('Escape')), { type: 'peel' });
  assert.deepEqual(flameKey(press('0')), { type: 'whole' });
});

test("VS Code's own shortcuts stay VS Code's", () => {
  assert.equal(flameKey(press('f', { code: 'KeyF', ctrlKey: true })), undefined);
  assert.equal(flameKey(press('s', { code: 'KeyS', metaKey: true })), undefined);
  assert.equal(flameKey(press('F1')), undefined);
  assert.equal(flameKey(press('Tab')), undefined);
});
