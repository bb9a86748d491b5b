import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flameKey, type KeyPress } from './keyboard.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
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

test('with Shift arrows move the picture: left and right pan, up and down zoom', () => {
  assert.deepEqual(flameKey(press('ArrowLeft', { shiftKey: true })), { type: 'pan', part: -0.2 });
  assert.deepEqual(flameKey(press('ArrowUp', { shiftKey: true })), { type: 'zoom', factor: 0.7 });
  assert.deepEqual(flameKey(press('ArrowDown', { shiftKey: true })), { type: 'zoom', factor: 1 / 0.7 });
});

test('plus zooms in and minus out', () => {
  for (const key of ['+', '=']) assert.deepEqual(flameKey(press(key)), { type: 'zoom', factor: 0.7 });
  assert.deepEqual(flameKey(press('-')), { type: 'zoom', factor: 1 / 0.7 });
});

test('letters are transforms, with Shift or without, but for Z', () => {
  for (const letter of 'wasdWASD') assert.equal(flameKey(press(letter, { shiftKey: letter < 'a' })), undefined);
  assert.deepEqual(flameKey(press('z')), { type: 'focus' });
});

test('Escape takes back one thing, 0 shows everything', () => {
  assert.deepEqual(flameKey(press('Escape')), { type: 'clear' });
  assert.deepEqual(flameKey(press('0')), { type: 'whole' });
});

test("VS Code's own shortcuts stay VS Code's", () => {
  // Keys that mean something here without them: undo is Cmd+Z on a Mac, and Ctrl with plus zooms the window.
  for (const key of ['z', '+', '-', '0', 'Enter', 'ArrowUp'])
    for (const held of ['ctrlKey', 'metaKey']) assert.equal(flameKey(press(key, { [held]: true })), undefined, `${held} ${key}`);
  assert.equal(flameKey(press('F1')), undefined);
  assert.equal(flameKey(press('Tab')), undefined);
});
