import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL_VIEW, type ViewState } from '../state/view-state.ts';
import { parseViewState as parse } from './parse-view-state.ts';

const parseViewState = (stored: unknown): ViewState => parse(stored, ['time', 'sandwich']);

test('a page without a past begins at the beginning, whatever was stored instead of a view', () => {
  for (const stored of [undefined, null, 7, 'x', [], {}]) assert.deepEqual(parseViewState(stored), INITIAL_VIEW);
});

test('all that the reader chose comes back after a reload', () => {
  const state: ViewState = {
    lag: 'a',
    group: 'g',
    range: { fromUs: 1, toUs: 5 },
    within: { fromUs: 1, toUs: 5 },
    range2: { fromUs: 7, toUs: 9 },
    view: { fromX: 1, toX: 2 },
    overview: { fromX: 1, toX: 6 },
    mode: 'sandwich',
    weight: 'blocked',
    transforms: [
      { type: 'focusFunction', function: 'com.example.Cart.total' },
      { type: 'mergeNode', path: ['main', 'com.example.Cart.total'] },
      { type: 'focusCategory', category: 'app' },
      { type: 'collapseLibrary', library: 'libc.so' },
      { type: 'hideSystem' },
    ],
    focus: 'com.example.Cart.total',
    table: { direction: 'bottomUp', sort: 'self', descending: false },
    thread: 3,
    order: 'longest',
    grouped: true,
    hiddenGroups: ['main|com.example.Cart.total'],
    hidesLackedCore: true,
    change: 'worse',
    screen: 'com.example.CartActivity',
    ran: 'com.example.Cart.total',
    search: { text: 'Cart', regex: true, matchCase: true },
    lit: 'blocked',
    pausedUs: 9,
    difference: false,
    acrossApps: true,
    tracks: true,
    tracksPx: 200,
    rootsOpen: true,
    allFramesOfLags: true,
    heat: false,
  };
  assert.deepEqual(parseViewState(JSON.parse(JSON.stringify(state))), state);
});

test('what does not fit is left out, field by field', () => {
  const stored = {
    lag: 3,
    range: { fromUs: 5, toUs: 1 },
    range2: { fromUs: '1', toUs: 2 },
    view: { fromX: 0, toX: Number.NaN },
    mode: 'x',
    weight: 'gold',
    transforms: [{ type: 'hideSystem' }, { type: 'focusFunction' }, { type: 'mergeNode', path: [1] }, { type: 'x' }, null],
    focus: {},
    table: { direction: 'up', sort: 'x', descending: 'yes' },
    thread: 1.5,
    order: 3,
    hiddenGroups: ['a', 7],
    search: 'Cart',
    pausedUs: '9',
    difference: 1,
  };
  assert.deepEqual(parseViewState(stored), { ...INITIAL_VIEW, transforms: [{ type: 'hideSystem' }] });
});

test('a long search and too many transforms are cut', () => {
  const restored = parseViewState({ search: { text: 'x'.repeat(5000) }, transforms: Array(1000).fill({ type: 'hideSystem' }) });
  assert.equal(restored.search.text.length, 200);
  assert.equal(restored.transforms.length, 50);
});

test('a mode of another version of the page gives way to the first one', () => {
  assert.equal(parse({ mode: 'sandwich' }, ['time', 'table']).mode, INITIAL_VIEW.mode);
});
