import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagKey } from '../../core/analysis/lags/groups/lag-groups.ts';
import { madeLag } from '../../tests/core/made-lag.ts';
import type { ViewAction } from './page-action.ts';
import { canSwapRanges, centerMoment, type SessionFacts, viewChange, withoutLost, withoutTime } from './view-changes.ts';
import { INITIAL_VIEW, isFollowing, type ViewState } from './view-state.ts';

const second = 1_000_000;
const stutter = { beginUs: 40 * second, endUs: 42 * second };
const session: SessionFacts = { nowUs: 60 * second, live: true, lags: [madeLag(20 * second, second, undefined)], stutters: [stutter] };

test('a moment comes into the middle of as much as was shown; where all is shown nothing moves', () => {
  const bounds = { fromX: 0, toX: 100 };
  // Half of the 20 that are shown on each side of 60.
  assert.deepEqual(centerMoment(60, { fromX: 10, toX: 30 }, bounds)?.view, { fromX: 50, toX: 70 });
  assert.equal(centerMoment(60, bounds, bounds), undefined);
});

test('a moment inside a lag selects the lag, another one is centered', () => {
  const inside = viewChange(INITIAL_VIEW, { type: 'selectMoment', atUs: 20.5 * second }, session);
  assert.equal(inside?.lag, session.lags[0]?.id);
  assert.deepEqual(inside?.range, { fromUs: 20 * second, toUs: 21 * second });
  // A live session shows ten seconds.
  const outside = viewChange(INITIAL_VIEW, { type: 'selectMoment', atUs: 30 * second }, session);
  assert.equal(outside?.lag, undefined);
  assert.deepEqual(outside?.view, { fromX: 25 * second, toX: 35 * second });
  assert.equal(viewChange(INITIAL_VIEW, { type: 'selectMoment', atUs: 0 }, undefined), undefined);
});

test('a stutter is selected as a range of main, from the list and at a moment', () => {
  const state = { ...INITIAL_VIEW, lag: 'other', group: 'other', thread: 5 };
  const selected = {
    lag: undefined,
    group: undefined,
    range: { fromUs: 40 * second, toUs: 42 * second },
    within: undefined,
    view: undefined,
    thread: undefined,
  };
  assert.deepEqual(viewChange(state, { type: 'selectStutter', stutter }, session), selected);
  assert.deepEqual(viewChange(state, { type: 'selectMoment', atUs: 41 * second }, session), selected);
});

test('range A replaces the selection, range B leaves it', () => {
  const range = { fromUs: 1, toUs: 2 };
  const first = viewChange(INITIAL_VIEW, { type: 'selectRange', beginUs: 1, endUs: 2, second: false }, session);
  assert.deepEqual(first, { lag: undefined, group: undefined, range, within: range, view: undefined });
  const other = viewChange(INITIAL_VIEW, { type: 'selectRange', beginUs: 1, endUs: 2, second: true }, session);
  assert.deepEqual(other, { range2: range });
});

test('ranges A and B change places; without a selection A is the visible part, and a group counts as no selection', () => {
  const [a, b] = [
    { fromUs: 1, toUs: 2 },
    { fromUs: 5, toUs: 9 },
  ];
  const state = { ...INITIAL_VIEW, lag: 'a', range: a, range2: b };
  const none = { lag: undefined, group: undefined, view: undefined } as const;
  assert.deepEqual(viewChange(state, { type: 'swapRanges' }, session), { ...none, range: b, within: b, range2: a });
  // A live session shows its last ten seconds of sixty.
  const followed = viewChange({ ...INITIAL_VIEW, range2: b }, { type: 'swapRanges' }, session);
  assert.deepEqual(followed, { ...none, range: b, within: b, range2: { fromUs: 50 * second, toUs: 60 * second } });
  assert.equal(viewChange({ ...INITIAL_VIEW, group: 'a', range2: b }, { type: 'swapRanges' }, session), undefined);
  assert.equal(viewChange({ ...INITIAL_VIEW, range: a }, { type: 'swapRanges' }, session), undefined);
  assert.deepEqual([state, { ...INITIAL_VIEW, group: 'a', range2: b }, { ...INITIAL_VIEW, range: a }].map(canSwapRanges), [
    true,
    false,
    false,
  ]);
});

test('a dragged range stays while a lag, a stutter or a group in it is selected, and ends with one beside it', () => {
  const within = { fromUs: 19 * second, toUs: 20.5 * second };
  const ranged = { ...INITIAL_VIEW, ...viewChange(INITIAL_VIEW, dragged(19, 20.5), session) };
  assert.deepEqual([ranged.range, ranged.within], [within, within]);
  const [lag] = session.lags;
  assert.ok(lag !== undefined);
  // It began in the range and goes on after it.
  const selected = { ...ranged, ...viewChange(ranged, { type: 'selectLag', lag }, session) };
  assert.deepEqual([selected.lag, selected.range, selected.within], [lag.id, { fromUs: 20 * second, toUs: 21 * second }, within]);
  const grouped = { ...selected, ...viewChange(selected, { type: 'selectGroup', key: 'g' }, session) };
  assert.deepEqual([grouped.lag, grouped.group, grouped.range, grouped.within], [undefined, 'g', undefined, within]);
  const beside = { ...ranged, ...viewChange(ranged, { type: 'selectStutter', stutter }, session) };
  assert.deepEqual([beside.range, beside.within], [{ fromUs: 40 * second, toUs: 42 * second }, undefined]);
  // A higher threshold takes the lag, not the range.
  assert.deepEqual({ ...selected, ...withoutLost(selected, false, false) }, ranged);
  assert.equal(isFollowing(ranged, true), false);
});

test('Escape goes from a lag back to its dragged range, then to the whole session; the range’s own button ends only the range', () => {
  const ranged = { ...INITIAL_VIEW, ...viewChange(INITIAL_VIEW, dragged(19, 22), session) };
  const [lag] = session.lags;
  assert.ok(lag !== undefined);
  const selected = { ...ranged, ...viewChange(ranged, { type: 'selectLag', lag }, session) };
  const back = { ...selected, ...viewChange(selected, { type: 'clearOneSelection' }, session) };
  assert.deepEqual(back, ranged);
  assert.deepEqual({ ...back, ...viewChange(back, { type: 'clearOneSelection' }, session) }, INITIAL_VIEW);
  assert.deepEqual({ ...back, ...viewChange(back, { type: 'clearRange' }, session) }, INITIAL_VIEW);
  const listed = { ...selected, ...viewChange(selected, { type: 'clearRange' }, session) };
  assert.deepEqual([listed.lag, listed.range, listed.within], [lag.id, selected.range, undefined]);
});

test('a zoomed overview follows the selection, and shows all after the last Escape or Follow', () => {
  const zoomed = { ...INITIAL_VIEW, ...viewChange(INITIAL_VIEW, { type: 'zoomOverview', part: { fromX: 0, toX: 8 * second } }, session) };
  assert.deepEqual(zoomed.overview, { fromX: 0, toX: 8 * second });
  const [lag] = session.lags;
  assert.ok(lag !== undefined);
  // The lag from 20 to 21 s comes into the middle of eight seconds.
  const selected = { ...zoomed, ...viewChange(zoomed, { type: 'selectLag', lag }, session) };
  assert.deepEqual(selected.overview, { fromX: 16.5 * second, toX: 24.5 * second });
  const again = { ...selected, ...viewChange(selected, { type: 'selectLag', lag }, session) };
  assert.deepEqual(again.overview, selected.overview);
  const cleared = { ...again, ...viewChange(again, { type: 'clearOneSelection' }, session) };
  assert.deepEqual([cleared.lag, cleared.overview], [undefined, again.overview]);
  assert.equal({ ...cleared, ...viewChange(cleared, { type: 'clearOneSelection' }, session) }.overview, undefined);
  assert.equal({ ...zoomed, ...viewChange(zoomed, { type: 'followNewest' }, session) }.overview, undefined);
  // All of it is no zoom.
  assert.deepEqual(viewChange(zoomed, { type: 'zoomOverview', part: { fromX: 0, toX: 60 * second } }, session), { overview: undefined });
});

test('a click on nothing in the range keeps it, one beside it shows that moment', () => {
  const ranged = { ...INITIAL_VIEW, ...viewChange(INITIAL_VIEW, dragged(30, 34), session) };
  const inside = { ...ranged, ...viewChange(ranged, { type: 'selectMoment', atUs: 31 * second }, session) };
  assert.deepEqual(inside, ranged);
  const beside = { ...ranged, ...viewChange(ranged, { type: 'selectMoment', atUs: 50 * second }, session) };
  assert.equal(beside.within, undefined);
});

function dragged(from: number, to: number): ViewAction {
  return { type: 'selectRange', beginUs: from * second, endUs: to * second, second: false };
}

test('only a live session pauses, and pausing again resumes', () => {
  assert.deepEqual(viewChange(INITIAL_VIEW, { type: 'togglePause' }, session), { pausedUs: session.nowUs });
  assert.deepEqual(viewChange({ ...INITIAL_VIEW, pausedUs: 5 }, { type: 'togglePause' }, session), { pausedUs: undefined });
  assert.equal(viewChange(INITIAL_VIEW, { type: 'togglePause' }, { ...session, live: false }), undefined);
});

test('Follow ends a pause, which follows nothing', () => {
  const paused = { ...INITIAL_VIEW, pausedUs: 5 * second };
  assert.ok(!isFollowing(paused, true));
  const change = viewChange(paused, { type: 'followNewest' }, session);
  assert.ok(isFollowing({ ...paused, ...change }, true));
});

test('a selection that is gone leaves no range behind', () => {
  const lag = { ...INITIAL_VIEW, lag: 'a', range: { fromUs: 1, toUs: 2 } };
  assert.equal(withoutLost(lag, true, false), undefined);
  assert.deepEqual({ ...lag, ...withoutLost(lag, false, false) }, INITIAL_VIEW);
  const group = { ...INITIAL_VIEW, group: 'g' };
  assert.equal(withoutLost(group, false, true), undefined);
  assert.deepEqual({ ...group, ...withoutLost(group, false, false) }, INITIAL_VIEW);
  // A dragged range is the reader's own.
  assert.equal(withoutLost({ ...group, range: { fromUs: 1, toUs: 2 } }, false, false), undefined);
});

test('hidden groups are remembered, each once; a selected one is no longer selected', () => {
  const state = { ...INITIAL_VIEW, group: 'b', hiddenGroups: ['a', 'b'] };
  assert.deepEqual(viewChange(state, { type: 'hideGroup', key: 'a' }, session), { hiddenGroups: ['b', 'a'] });
  assert.equal({ ...state, ...viewChange(state, { type: 'hideGroup', key: 'b' }, session) }.group, undefined);
});

test('a lag whose group is hidden is no longer selected, another lag stays so', () => {
  const [lag] = session.lags;
  assert.ok(lag !== undefined);
  const state = { ...INITIAL_VIEW, ...viewChange(INITIAL_VIEW, { type: 'selectLag', lag }, session) };
  const hidden = viewChange(state, { type: 'hideGroup', key: lagKey(lag) }, session);
  assert.deepEqual(hidden && [{ ...state, ...hidden }.lag, { ...state, ...hidden }.range], [undefined, undefined]);
  assert.deepEqual(viewChange(state, { type: 'hideGroup', key: 'another' }, session), { hiddenGroups: ['another'] });
});

test('a session of weights opens aggregated, whole, and keeps the other views', () => {
  const range = { fromUs: 5, toUs: 9 };
  const opened = withoutTime({
    ...INITIAL_VIEW,
    range,
    within: range,
    range2: range,
    view: { fromX: 5, toX: 9 },
    overview: { fromX: 5, toX: 9 },
  });
  assert.deepEqual(opened, { ...INITIAL_VIEW, mode: 'aggregated' });
  assert.equal(withoutTime({ ...INITIAL_VIEW, mode: 'table' }).mode, 'table');
});

test('a click unfolds callers of all frames, and a double click, which is three changes, does no more', () => {
  const changed = (state: ViewState): ViewState => ({ ...state, ...viewChange(state, { type: 'toggleRoots' }, undefined) });
  const clicked = changed(INITIAL_VIEW);
  assert.deepEqual([clicked.rootsOpen, changed(changed(clicked)).rootsOpen], [true, true]);
});
