import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { kindText } from './kind-text.ts';

test('a message is named by its callback, else its target; the usual kind says nothing', () => {
  const lag = madeLag(0, 200_000, undefined);
  assert.equal(kindText({ ...lag, target: 'android.os.Handler', callback: 'com.example.shop.Main$1' }), 'Main$1');
  assert.equal(kindText({ ...lag, target: 'android.os.Handler' }), 'Handler');
  assert.equal(kindText(lag), '');
  assert.equal(kindText({ ...lag, kind: 'turn' }), '');
  assert.equal(kindText({ ...lag, kind: 'input' }), 'input');
});
