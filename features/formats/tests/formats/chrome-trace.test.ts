import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrace } from '../../core/chrome/read.ts';
import { writeTrace } from '../../core/chrome/write.ts';
import { imported, lagsOf, rowsOf } from './import-profile.ts';
import { devToolsSlices } from './trace-engine.ts';
import { twoThreads } from './two-threads.ts';
import { writtenProfile } from './written-profile.ts';

test('Chrome’s DevTools draw the written calls and lags at their times, and they come back', async () => {
  const model = await twoThreads();
  const text = writtenProfile(writeTrace, { model, name: 'shop', lags: lagsOf(model, 40_000) }).toString();
  const { traceEvents }: { traceEvents: unknown } = JSON.parse(text);
  assert.deepEqual(await devToolsSlices(traceEvents), {
    main: [
      'com.example.Shop.open 0+50000',
      'com.example.Cart.total 0+30000',
      'com.example.Cart.sort 30000+20000',
      'com.example.Shop.open 80000+10000',
      'com.example.Cart.total 80000+10000',
    ],
    decoder: ['com.example.Image.decode 10000+20000'],
    Lags: ['lag 0+50000'],
  });
  const back = (await imported(readTrace, text, 100)).model;
  const total = 'Lcom/example/Shop;open/Lcom/example/Cart;total';
  assert.deepEqual(
    back.threads.map((thread) => [thread.name, rowsOf(back, thread)]),
    [
      ['main', [`0-30 ${total}`, `30-50 ${total.replace('total', 'sort')}`, `80-90 ${total}`]],
      ['decoder', ['10-30 Lcom/example/Image;decode']],
      ['Lags', ['0-50 lag']],
    ],
  );
  assert.equal(back.threads[0]?.isMain, true);
});
