import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFromPage } from './parse-from-page.ts';

const place = { class: 'com.example.Cart', file: 'Cart.kt', line: 12 };

function selection(ranges: readonly unknown[]): unknown {
  return { type: 'selection', selection: { of: 'lags', ranges } };
}
const everything = { type: 'selection', selection: undefined };

test('a message without fields is taken by its type alone', () => {
  assert.deepEqual(parseFromPage({ type: 'ready', more: 1 }), { type: 'ready' });
  for (const value of [undefined, null, 'ready', 7, [], {}, { type: 'toString' }, { type: 3 }]) {
    assert.equal(parseFromPage(value), undefined);
  }
});

test('ranges of a selection are ordered and do not overlap; anything else selects all of the session', () => {
  const ranges = [
    { beginUs: 1, endUs: 2 },
    { beginUs: 2, endUs: Number.POSITIVE_INFINITY },
  ];
  assert.deepEqual(parseFromPage(selection(ranges)), selection(ranges));
  assert.deepEqual(parseFromPage(selection(ranges.toReversed())), everything);
  assert.deepEqual(parseFromPage(selection([{ beginUs: 2, endUs: 2 }])), everything);
  assert.deepEqual(parseFromPage(selection([{ beginUs: Number.NaN, endUs: 2 }])), everything);
  assert.deepEqual(parseFromPage({ type: 'selection' }), everything);
});

test('lists longer than a session makes them are refused before their items are parsed', () => {
  let reads = 0;
  const range = {
    get beginUs() {
      reads++;
      return 1;
    },
    endUs: 2,
  };
  assert.deepEqual(parseFromPage(selection(Array.from({ length: 100_001 }, () => range))), everything);
  assert.equal(parseFromPage({ type: 'baselineRuns', runs: Array.from({ length: 10_001 }, () => range) }), undefined);
  assert.equal(reads, 0);
});

test('a source keeps what fits: a path that is empty and a call with a negative line are left out', () => {
  const opened = (source: unknown): unknown => parseFromPage({ type: 'open', source, beside: 1 });
  assert.deepEqual(opened({ ...place, path: '', method: 'sort', call: { ...place, line: -1 }, caller: place, apiLevel: 0 }), {
    type: 'open',
    source: { ...place, method: 'sort', call: undefined, caller: place },
    beside: false,
  });
  assert.equal(opened({ ...place, line: 1.5, method: 'sort' }), undefined);
  assert.equal(opened(place), undefined);
});

test('a view is handed on as it is, with its lag where that is whole', () => {
  const shared = (at: unknown): unknown => parseFromPage({ type: 'share', kind: 'link', at });
  const lag = { id: '0:1', run: 0, beginUs: 5, endUs: 9 };
  assert.deepEqual(shared({ lag, view: [1] }), { type: 'share', kind: 'link', at: { lag, view: [1] } });
  assert.deepEqual(shared({ lag: { ...lag, endUs: 4 }, view: 2 }), { type: 'share', kind: 'link', at: { view: 2 } });
  assert.deepEqual(shared(7), { type: 'share', kind: 'link', at: { view: undefined } });
});

test('only settings that causes name are opened', () => {
  const setting = (name: string): unknown => parseFromPage({ type: 'openSetting', setting: name });
  assert.deepEqual(setting('laglens.allocations'), { type: 'openSetting', setting: 'laglens.allocations' });
  assert.equal(setting('security.workspace.trust.enabled'), undefined);
});

test('long texts are cut, and a threshold is between its ends', () => {
  assert.deepEqual(parseFromPage({ type: 'failed', text: 'x'.repeat(9000) }), { type: 'failed', text: 'x'.repeat(4000) });
  assert.deepEqual(parseFromPage({ type: 'locateSymbols', wanted: 'x'.repeat(9000) }), { type: 'locateSymbols', wanted: 'x'.repeat(300) });
  assert.deepEqual(parseFromPage({ type: 'copyText', text: 'a\n  b' }), { type: 'copyText', text: 'a\n  b' });
  assert.deepEqual(parseFromPage({ type: 'threshold', thresholdUs: 16_000 }), { type: 'threshold', thresholdUs: 16_000 });
  assert.equal(parseFromPage({ type: 'threshold', thresholdUs: 15_999 }), undefined);
  assert.equal(parseFromPage({ type: 'threshold', thresholdUs: 60_000_001 }), undefined);
});
