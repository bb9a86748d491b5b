import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clearOneSelection,
  INITIAL_VIEW,
  isFollowing,
  sessionBounds,
  shownView,
  summedRange,
  turnedTable,
  type ViewState,
} from './view-state.ts';

const second = 1_000_000;

test('a live session shows its last ten seconds and follows', () => {
  const bounds = sessionBounds(60 * second, true);
  assert.deepEqual(shownView(INITIAL_VIEW, bounds, true), { fromX: 50 * second, toX: 60 * second });
  assert.ok(isFollowing(INITIAL_VIEW, true));
  assert.ok(!isFollowing({ ...INITIAL_VIEW, group: 'decode' }, true));
});

test('a session that has just begun does not spread its first moments over the whole page', () => {
  assert.deepEqual(sessionBounds(200_000, true), { fromX: 0, toX: 10 * second });
  assert.deepEqual(sessionBounds(200_000, false), { fromX: 0, toX: 200_000 });
});

test('a recorded session is shown as a whole and does not follow', () => {
  const bounds = sessionBounds(60 * second, false);
  assert.deepEqual(shownView(INITIAL_VIEW, bounds, false), bounds);
  assert.ok(!isFollowing(INITIAL_VIEW, false));
});

test('a selected range narrows both graphs; the summed one exactly', () => {
  const state = { ...INITIAL_VIEW, range: { fromUs: 10 * second, toUs: 11 * second } };
  const bounds = sessionBounds(60 * second, true);
  assert.deepEqual(shownView(state, bounds, true), { fromX: 9_970_000, toX: 11_030_000 });
  assert.deepEqual(summedRange(state, bounds, true), state.range);
  assert.ok(!isFollowing(state, true));
});

test('zooming by hand is kept, and sums up what can be seen', () => {
  const state = { ...INITIAL_VIEW, view: { fromX: 1 * second, toX: 2 * second } };
  const bounds = sessionBounds(60 * second, true);
  assert.deepEqual(summedRange(state, bounds, true), { fromUs: 1 * second, toUs: 2 * second });
});

test('Escape takes back one thing after the other: search, comparison, selection, listed lags; transforms stay', () => {
  const state: ViewState = {
    ...INITIAL_VIEW,
    lag: 'a',
    range: { fromUs: 1, toUs: 5 },
    range2: { fromUs: 6, toUs: 8 },
    search: { text: 'Cart', regex: true, matchCase: false },
    transforms: [{ type: 'invert' }],
    ran: 'com.example.Cart.total',
  };

  const searched = { ...state, ...clearOneSelection(state) };
  assert.deepEqual(searched.search, { text: '', regex: true, matchCase: false });
  assert.equal(searched.lag, 'a');
  const compared = { ...searched, ...clearOneSelection(searched) };
  assert.equal(compared.range2, undefined);
  assert.equal(compared.lag, 'a');
  const whole = { ...compared, ...clearOneSelection(compared) };
  assert.deepEqual([whole.lag, whole.range], [undefined, undefined]);
  assert.deepEqual(whole.transforms, state.transforms);
  assert.equal(whole.ran, state.ran);
  const listed = { ...whole, ...clearOneSelection(whole) };
  assert.equal(listed.ran, undefined);
  assert.equal(clearOneSelection(listed), undefined);
});

test('a table that is turned round is sorted by what one looks for there, unless the reader chose otherwise', () => {
  const bottomUp = turnedTable(INITIAL_VIEW.table, 'bottomUp');
  assert.deepEqual(bottomUp, { direction: 'bottomUp', sort: 'self', descending: true });
  assert.deepEqual(turnedTable(bottomUp, 'topDown'), INITIAL_VIEW.table);
  assert.equal(turnedTable({ ...bottomUp, sort: 'cpu' }, 'topDown').sort, 'cpu');
});

test('Escape first shows again what an entry of the legend has faded', () => {
  const searching: ViewState = { ...INITIAL_VIEW, search: { ...INITIAL_VIEW.search, text: 'cart' } };
  assert.deepEqual(clearOneSelection({ ...searching, lit: 'blocked' }), { lit: undefined });
  assert.deepEqual(clearOneSelection(searching), { search: { ...INITIAL_VIEW.search, text: '' } });
});
