import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRINGS_ELEMENT } from '../../../protocol/page-protocol.ts';
import { pageStrings } from '../../../protocol/page-strings.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { kindText } from './kind-text.ts';

// The page's texts are read from its document.
const texts = new Map([[STRINGS_ELEMENT, { textContent: JSON.stringify(pageStrings) }]]);
Object.assign(globalThis, { document: { getElementById: (id: string) => texts.get(id) } });

test('a message is named by its callback, else its target; the usual kind says nothing', () => {
  const lag = madeLag(0, 200_000, undefined);
  assert.equal(kindText({ ...lag, target: 'android.os.Handler', callback: 'com.example.shop.Main$1' }), 'Main$1');
  assert.equal(kindText({ ...lag, target: 'android.os.Handler' }), 'Handler');
  assert.equal(kindText(lag), '');
  assert.equal(kindText({ ...lag, kind: 'turn' }), '');
  assert.equal(kindText({ ...lag, kind: 'input' }), 'input');
});
