import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import { helloMessage, processMessage } from '../../tests/core/sample-stream.ts';
import { whereTexts } from './session-texts.ts';

test('device and system are one part, and a process without a number has none', () => {
  for (const [pid, where] of [
    [312, 'Pixel, Android 14 · pid 312'],
    [0, 'Pixel, Android 14'],
  ] as const) {
    const model = new SessionModel();
    model.apply(processMessage(0, { device: 'Pixel' }));
    model.apply(helloMessage(0, { os: 'android', apiLevel: 34, pid }));
    assert.equal(whereTexts({ model }).where, where);
  }
});
