import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { baselineOf } from '../../../core/analysis/lags/groups/baseline.ts';
import { lagKey } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { INITIAL_VIEW, type ViewState } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';
import { type LagListContents, LagListSource, lagsUpTo } from './lag-list-source.ts';

const shop = 'com.example.shop';
const second = 1_000 * ms;

const lag = (frame: string): readonly Deed[] => [{ kind: 'message', us: 200 * ms, stack: [`${shop}.${frame}`] }, idle(14_800 * ms)];

/** A minute with four lags of one function, then one with a single lag of another. */
const deeds = [...Array.from({ length: 4 }, () => lag('Cart.total:5')).flat(), ...lag('Feed.show:7'), idle(45 * second)];

function sessionOf(name: string, deeds: readonly Deed[]): PageSession {
  const appClasses = { packages: [], prefixes: [shop] };
  const about = { type: 'begin', session: name, title: name, live: true, keepsNames: true, thresholdUs: 100 * ms, appClasses } as const;
  const session = new PageSession(about);
  for (const message of scriptedApp(deeds)) session.model.apply(message);
  session.judge();
  return session;
}

function baselineFrom(session: PageSession) {
  const { title, session: key } = session.about;
  return baselineOf(session.model, session.lags, { title, session: key, thresholdUs: session.thresholdUs });
}

function screenOf({ model }: PageSession, { run, endUs }: Lag): string | undefined {
  return model.strings[model.runs[run]?.screens.nameAt(endUs) ?? 0];
}

/** Each row's kind and state. */
function rows({ items }: LagListContents): readonly string[] {
  return items.map((item) => {
    if (item.kind === 'lag') return `${item.lag.culprit?.method} ${item.change ?? '-'}`;
    if (item.kind === 'stutter') return item.id;
    const key = item.kind === 'group' ? item.group.key : item.compared.key;
    return `${item.kind} ${key.split('.').at(-1)} ${item.compared?.change ?? '-'}`;
  });
}

function contents(
  session: PageSession,
  baseline: ReturnType<typeof baselineFrom> | undefined,
  change: Partial<ViewState> = {},
  fromUs = 0,
) {
  return new LagListSource().contents(session, session.lags, { ...INITIAL_VIEW, grouped: true, ...change }, baseline, fromUs);
}

test('a baseline that was set during a capture is compared with what came later in it', () => {
  const before = baselineFrom(sessionOf('a', deeds.slice(0, 8)));
  const whole = sessionOf('a', deeds);
  // The list still has the four lags of `total`, so the group is not gone.
  const later = contents(whole, before, {}, before.untilUs);
  assert.deepEqual(rows(later), ['group show new', 'group total -']);
  assert.deepEqual(
    later.compared?.map(({ change }) => change),
    ['new'],
  );
  const each = rows(contents(whole, before, { grouped: false }, before.untilUs));
  assert.deepEqual(each, ['show new', 'total -', 'total -', 'total -', 'total -']);
  // In another session the same lags are the same.
  assert.deepEqual(rows(contents(sessionOf('b', deeds), before)), ['group show new', 'group total few']);
});

test('a wanted change counts only the lags and groups that are listed for it', () => {
  const before = baselineFrom(sessionOf('a', deeds.slice(0, 8)));
  const later = sessionOf('b', deeds);
  const counted = (change?: ViewState['change']) => contents(later, before, change === undefined ? {} : { change }).counted;
  assert.deepEqual(counted(), { lags: 5, groups: 2 });
  assert.deepEqual(counted('new'), { lags: 1, groups: 1 });
  assert.deepEqual(counted('worse'), { lags: 0, groups: 0 });
  const fewer = baselineFrom(sessionOf('c', lag('Gone.away:3')));
  const gone = contents(later, fewer, { change: 'gone' });
  assert.equal(gone.counted.groups, gone.items.length);
  assert.equal(contents(later, undefined, { change: 'new' }).counted.lags, 5);
});

/** Seconds of the session, whose lags of 200 ms begin at 0, 15, 30, 45 and 60. */
function within(from: number, to: number): Partial<ViewState> {
  return { within: { fromUs: from * second, toUs: to * second } };
}

test('a dragged range lists its lags and groups, also lags that are only partly in it, and counts them of all', () => {
  const session = sessionOf('a', deeds);
  const listed = contents(session, undefined, { grouped: false, ...within(15.1, 45.1) });
  assert.deepEqual(rows(listed), ['total -', 'total -', 'total -']);
  assert.deepEqual([listed.lags, listed.outOf, listed.groups], [3, 5, 1]);
  const grouped = contents(session, undefined, within(44, 61));
  assert.deepEqual(rows(grouped), ['group show -', 'group total -']);
  // Its one lag of the range, in 17 of 105 seconds.
  const [, total] = grouped.items;
  assert.ok(total?.kind === 'group');
  assert.deepEqual([total.group.lags.length, total.frequency], [1, { count: 1, perMinute: 60 / 17 }]);
  assert.deepEqual([contents(session, undefined, within(16, 29)).items.length, contents(session, undefined, within(16, 29)).outOf], [0, 5]);
});

test('hidden groups and lags outside a range count for neither number; without the range all come back', () => {
  const session = sessionOf('a', deeds);
  const hiddenGroups = [lagKey(session.lags[4] ?? assert.fail())];
  const listed = contents(session, undefined, { hiddenGroups, grouped: false, ...within(40, 70) });
  assert.deepEqual([rows(listed), listed.lags, listed.outOf, listed.hidden], [['total -'], 1, 4, 1]);
  const source = new LagListSource();
  const of = (change: Partial<ViewState>) => source.contents(session, session.lags, { ...INITIAL_VIEW, ...change }, undefined);
  const all = of({});
  assert.equal(of(within(40, 70)).items.length, 2);
  assert.deepEqual(of({}).items, all.items);
});

test('a range of a capture stays while lags come: those count for the whole', () => {
  const source = new LagListSource();
  const { lags } = sessionOf('a', deeds);
  const session = sessionOf('a', deeds);
  const of = (known: readonly Lag[]) => source.contents(session, known, { ...INITIAL_VIEW, ...within(10, 50) }, undefined);
  const [before, after] = [of(lags.slice(0, 4)), of(lags)];
  assert.deepEqual([before.lags, before.outOf, after.lags, after.outOf], [3, 4, 3, 5]);
});

test('a range is compared with a baseline by its own rates', () => {
  const before = baselineFrom(sessionOf('a', deeds));
  // Four lags in 105 seconds before; in the 40 seconds of the range none, where one and a half are too few for "gone".
  const range = contents(sessionOf('b', deeds), before, within(62, 102));
  assert.deepEqual([rows(range), range.compared], [[], []]);
  // One lag each in 31 seconds of it, and four and one in 105, are too few to judge.
  const both = contents(sessionOf('b', deeds), before, within(40, 71));
  assert.deepEqual(rows(both), ['group show few', 'group total few']);
});

test('a filter that leaves nothing says so, and one without a baseline leaves everything', () => {
  const before = baselineFrom(sessionOf('a', deeds.slice(0, 8)));
  const whole = sessionOf('b', deeds);
  const filtered = contents(whole, before, { change: 'worse' });
  assert.deepEqual([rows(filtered), filtered.isFiltered], [[], true]);
  const all = contents(whole, undefined, { change: 'worse', grouped: false });
  assert.deepEqual([rows(all).length, all.isFiltered, all.compared], [5, false, undefined]);
});

test('the lags that ran a function are listed, whichever function is responsible', () => {
  const session = sessionOf('a', [...deeds, message(200 * ms, `${shop}.Screen.open:3`, `${shop}.Feed.show:8`), idle(second)]);
  const listed = (ran: string, change: Partial<ViewState> = {}) => contents(session, undefined, { ran, grouped: false, ...change });
  const shown = listed(`${shop}.Feed.show`);
  assert.deepEqual([rows(shown), shown.ran, shown.lags], [['show -', 'show -'], 2, 6]);
  assert.deepEqual(rows(listed(`${shop}.Screen.open`)), ['show -']);
  assert.deepEqual(rows(listed(`${shop}.Cart.total`, { grouped: true })), ['group total -']);
  const nothing = listed(`${shop}.Cart`);
  assert.deepEqual([rows(nothing), nothing.ran], [[], 0]);
  const [first] = shown.items;
  assert.ok(first !== undefined && 'lag' in first);
  const left = listed(`${shop}.Feed.show`, { hiddenGroups: [lagKey(first.lag)] });
  assert.deepEqual([rows(left), left.ran, left.lags, left.isFiltered], [[], 0, 4, true]);
});

test('the lags of one screen are listed, also of those that ran a function, and the list is ordered by screen', () => {
  const session = sessionOf('a', deeds);
  const screen = (atUs: number, name: number, shown: 0 | 1) =>
    session.model.apply({ type: 'screen', atUs: SCRIPT_START_US + atUs, id: name, name, kind: 1, shown });
  session.model.apply({ type: 'string', id: 901, text: `${shop}.FeedActivity` });
  session.model.apply({ type: 'string', id: 902, text: `${shop}.CartActivity` });
  screen(0, 901, 1);
  screen(20 * second, 902, 1);
  screen(50 * second, 902, 0);
  const judged = session.lags.map((lag) => ({ ...lag, screen: screenOf(session, lag) }));
  const listed = (change: Partial<ViewState>) => new LagListSource().contents(session, judged, { ...INITIAL_VIEW, ...change }, undefined);
  const cart = listed({ screen: `${shop}.CartActivity` });
  assert.deepEqual([rows(cart), cart.onScreen, cart.lags], [['total -', 'total -'], 2, 5]);
  assert.deepEqual(cart.screens, [`${shop}.CartActivity`, `${shop}.FeedActivity`]);
  assert.deepEqual(rows(listed({ screen: `${shop}.CartActivity`, grouped: true })), ['group total -']);
  const both = listed({ screen: `${shop}.FeedActivity`, ran: `${shop}.Cart.total` });
  assert.deepEqual([rows(both), both.ran, both.onScreen], [['total -', 'total -'], 2, 3]);
  const nothing = listed({ screen: `${shop}.PayActivity` });
  assert.deepEqual([rows(nothing), nothing.onScreen], [[], 0]);
  const byScreen = listed({ order: 'screen' }).items.map((item) => item.kind === 'lag' && [item.lag.screen, item.lag.culprit?.method]);
  assert.deepEqual(byScreen, [
    [`${shop}.CartActivity`, 'total'],
    [`${shop}.CartActivity`, 'total'],
    [`${shop}.FeedActivity`, 'show'],
    [`${shop}.FeedActivity`, 'total'],
    [`${shop}.FeedActivity`, 'total'],
  ]);
  assert.equal(cart.items.length, 2);
  assert.equal(listed({}).onScreen, undefined);
});

test('a lag that begins later is listed, too', () => {
  const session = sessionOf('a', deeds);
  const source = new LagListSource();
  const listed = () => source.contents(session, session.lags, { ...INITIAL_VIEW, ran: `${shop}.Feed.show` }, undefined);
  assert.equal(listed().ran, 1);
  assert.equal(listed().items, listed().items);
  const messages = scriptedApp([...deeds, ...lag('Feed.show:7')]);
  for (const message of messages.slice(scriptedApp(deeds).length)) session.model.apply(message);
  session.judge();
  assert.equal(listed().ran, 2);
});

test('a group is selected until a lag or a range is', () => {
  const session = sessionOf('a', deeds);
  const group = `main|${shop}.Cart.total`;
  const selected = contents(session, undefined, { group });
  assert.equal(selected.group?.lags.length, 4);
  // Four in two minutes, of which the last second is not over: 4 / 119 s.
  assert.ok(Math.abs((selected.frequency?.perMinute ?? 0) - 2.0168) < 0.001, String(selected.frequency?.perMinute));
  assert.equal(contents(session, undefined, { group, lag: session.lags[0]?.id }).group, undefined);
  assert.equal(contents(session, undefined, { group, range: { fromUs: 1, toUs: 2 } }).group, undefined);
  assert.equal(contents(session, undefined, { group: 'gone' }).group, undefined);
});

test('rows are made again only when something changed', () => {
  const session = sessionOf('a', deeds);
  const source = new LagListSource();
  const { items } = source.contents(session, session.lags, INITIAL_VIEW, undefined);
  assert.equal(source.contents(session, session.lags, { ...INITIAL_VIEW, mode: 'table' }, undefined).items, items);
  assert.notEqual(source.contents(session, session.lags, { ...INITIAL_VIEW, order: 'longest' }, undefined).items, items);
});

test('a lag that goes on when the view is paused is in it, one that begins later is news', () => {
  const model = new SessionModel();
  const busy = message(400 * ms, 'com.example.Cart.total:5');
  for (const fact of scriptedApp([idle(1_000 * ms), busy, idle(1_000 * ms), busy, idle(1_000 * ms)])) model.apply(fact);
  const judge = new LagDetector(model, { thresholdUs: 100 * ms, isAppClass: () => true });
  judge.update();
  const [first, second] = judge.lags;
  assert.ok(first && second);
  assert.equal(judge.lags.length, 2);
  assert.deepEqual(lagsUpTo(judge.lags, first.beginUs + 200 * ms), [first]);
  assert.deepEqual(lagsUpTo(judge.lags, first.beginUs - 1), []);
  assert.deepEqual(lagsUpTo(judge.lags, second.beginUs), [first, second]);
});

test('a running capture is judged by a baseline from five compared lags or ten seconds on', () => {
  const baseline = baselineFrom(sessionOf('a', deeds));
  const quick = (count: number): readonly Deed[] =>
    Array.from({ length: count }, (): readonly Deed[] => [
      { kind: 'message', us: 200 * ms, stack: [`${shop}.Feed.show:7`] },
      idle(100 * ms),
    ]).flat();
  const judged = (of: readonly Deed[], isRunning = true, fromUs = 0) => {
    const session = sessionOf('b', of);
    const { compared, isEarly, items } = new LagListSource().contents(session, session.lags, INITIAL_VIEW, baseline, fromUs, [], isRunning);
    const hasVerdicts = items.some((item) => item.kind === 'lag' && item.change !== undefined);
    assert.deepEqual([compared !== undefined, hasVerdicts], [!isEarly, !isEarly]);
    return !isEarly;
  };
  // Of 0.3 s each.
  assert.deepEqual([judged(quick(4)), judged(quick(4), false), judged(quick(5))], [false, true, true]);
  // One lag in 8.3 s, and in 10.3 s.
  assert.deepEqual([judged([...quick(1), idle(8 * second)]), judged([...quick(1), idle(10 * second)])], [false, true]);
  // Of five lags in 20 s, the last in the last 300 ms, only that one is compared.
  const late = [...quick(4), idle(18_500 * ms), ...quick(1)];
  assert.deepEqual([judged(late), judged(late, true, 19_600 * ms)], [true, false]);
});

test('lags that only lacked a core can be left out, with groups of no others', () => {
  const session = sessionOf('a', deeds);
  const judged = session.lags.map((each, at) => ({ ...each, readyUs: at % 4 === 0 ? 150 * ms : 0 }));
  const listed = (change: Partial<ViewState>) => new LagListSource().contents(session, judged, { ...INITIAL_VIEW, ...change }, undefined);
  // The first of four of one function, and the only one of another.
  const all = listed({});
  assert.deepEqual([all.lags, all.groups, all.lackedCore.length, all.items.length], [5, 2, 2, 5]);
  const few = listed({ hidesLackedCore: true });
  assert.deepEqual([few.lags, few.groups, few.lackedCore.length, rows(few)], [3, 1, 2, ['total -', 'total -', 'total -']]);
  assert.deepEqual(rows(listed({ hidesLackedCore: true, grouped: true })), ['group total -']);
});
