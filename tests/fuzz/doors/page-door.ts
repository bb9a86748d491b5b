import assert from 'node:assert/strict';
import type { FromPage } from '../../../protocol/parse-from-page.ts';
import { parseFromPage } from '../../../protocol/parse-from-page.ts';
import { parseViewState } from '../../../webview/page/parse-view-state.ts';
import { INITIAL_VIEW, type ViewState } from '../../../webview/state/view-state.ts';
import { alteredJson } from '../damage-json.ts';
import type { Door } from '../door.ts';
import { baselineSeed } from './baseline-door.ts';

const view: ViewState = {
  ...INITIAL_VIEW,
  lag: '0:1:5000',
  range: { fromUs: 1_000, toUs: 90_000 },
  range2: { fromUs: 100_000, toUs: 190_000 },
  view: { fromX: 0, toX: 1e6 },
  mode: 'sandwich',
  focus: 'com.example.shop.Cart.sort',
  thread: 3,
  search: { text: 'Cart|sort', regex: true, matchCase: false },
  pausedUs: 12_000,
};
const place = { class: 'com.example.shop.Cart', file: 'Cart.kt', path: '/src/Cart.kt', line: 12 };

const messages: readonly FromPage[] = [
  { type: 'ready' },
  { type: 'loaded', session: '/sessions/shop.laglens' },
  { type: 'share', kind: 'markdown', at: { lag: { id: '0:1', run: 0, beginUs: 5, endUs: 9 }, view } },
  { type: 'open', source: { ...place, method: 'sort', call: place, caller: place, apiLevel: 34 }, beside: true },
  { type: 'threshold', thresholdUs: 100_000 },
  { type: 'baseline', baseline: baselineSeed },
  {
    type: 'baselineRuns',
    runs: [
      { beginUs: 0, endUs: 5, lags: 3 },
      { beginUs: 5, endUs: 9, lags: 0 },
    ],
  },
  { type: 'locateSymbols', wanted: 'libshop.so' },
  {
    type: 'selection',
    selection: {
      of: 'lags',
      ranges: [
        { beginUs: 1, endUs: 2 },
        { beginUs: 2, endUs: 5 },
      ],
    },
  },
  { type: 'failed', text: 'Error: at x' },
];

/** A page's messages to the extension host, and the view that a page reads from its store, a link or a sender. */
export const page: Door = {
  name: 'page',
  seeds: async () => [...messages, view].map((message) => new TextEncoder().encode(JSON.stringify(message))),
  altered: alteredJson,
  run: parseAll,
  refuses: (error) => error instanceof SyntaxError && /JSON/.test(error.message),
  most: (bytes) => 100_000 + 20 * bytes,
};

/** Parsed values parse to themselves: nothing unknown is left, and nothing the next reader refuses. */
function parseAll(bytes: Uint8Array): unknown {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const message = parseFromPage(value);
  assert.deepEqual(parseFromPage(message), message);
  const modes = [INITIAL_VIEW.mode, view.mode];
  const restored = parseViewState(value, modes);
  assert.deepEqual(parseViewState(restored, modes), restored);
  return [message, restored];
}
