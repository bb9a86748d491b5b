import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../../tests/core/analyzed-app.ts';
import { nameOf, ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import type { Lag } from './lag-detector.ts';

test('names change the lags whose stacks they name, and leave all others as they are', () => {
  // Lags 0 to 9, each with a frame of its own, all below the same one; settled after three seconds.
  const phone = new ScriptedPhone();
  for (let index = 0; index < 10; index++) phone.idle(60 * ms).turn(150 * ms, ['UIKit 5', 'Debug 100', `Cart ${index}`, 'kernel 3']);
  const app = new AnalyzedApp().take(...phone.idle(3_000 * ms).messages);
  const before = app.detector.lags;
  assert.equal(before.length, 10);
  const changed = (now: readonly Lag[]): readonly number[] => now.flatMap((lag, index) => (lag === before[index] ? [] : [index]));

  app.take(nameOf('Cart 4', 'total', '/src/Cart.swift', 12));
  assert.deepEqual(changed(app.detector.lags), [4]);
  assert.deepEqual([app.detector.lags[4]?.culprit?.method, app.detector.lags[4]?.culprit?.line], ['total', 12]);
  // Of an address that is on no stack nothing changes; of the frame above all of them everything does.
  app.take(nameOf('Cart 400', 'other', '/src/Cart.swift', 1));
  assert.deepEqual(changed(app.detector.lags), [4]);
  app.take(nameOf('Debug 100', 'show', '/src/Feed.swift', 3));
  assert.deepEqual(changed(app.detector.lags), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(app.lines, new AnalyzedApp().replay([...phone.messages, ...named]).lines);
});

const named = [nameOf('Cart 4', 'total', '/src/Cart.swift', 12), nameOf('Debug 100', 'show', '/src/Feed.swift', 3)];
