import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import { INITIAL_VIEW, type ViewState } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';
import { LagListSource } from './lag-list-source.ts';

// Twenty messages of 45 ms from 1 s on keep frames waiting, but none is a lag over 100 ms.
const facts = scriptedApp([
  idle(1_000 * ms),
  ...Array.from({ length: 20 }, () => [message(45 * ms, 'com.example.Feed.draw:30'), idle(15 * ms)]).flat(),
  idle(800 * ms),
]);

test('a page’s session has its stutters with what main did, and none where a lower threshold makes lags of them', () => {
  const session = new PageSession(shopPage);
  for (const each of [...facts, ...new FrameReports(SCRIPT_START_US).lateOnes(1_000, 20, 60).messages]) session.model.apply(each);
  session.judge();
  const [stutter, ...more] = session.stutters;
  assert.ok(stutter);
  // Each late frame drops two of 20 ms.
  assert.deepEqual([session.lags.length, more.length, stutter.beginUs, stutter.dropped], [0, 0, 1_020 * ms, 40]);
  const culprit = session.stutterCulprit(stutter);
  assert.deepEqual([culprit?.class, culprit?.method, culprit?.line], ['com.example.Feed', 'draw', 30]);
  assert.equal(session.stutters, session.stutters, 'the same object until it changes');
  session.thresholdUs = 40_000;
  session.judge();
  assert.deepEqual([session.lags.length, session.stutters], [20, []]);
});

test('a stutter’s summary has its frames, their rate and the methods that main ran in', () => {
  const session = new PageSession(shopPage);
  // Thirty frames in time before the stutter, and ten that its first report tells of, are none of it.
  const frames = new FrameReports(SCRIPT_START_US).inTime(900, 30).late(1_060, 40, { inTime: 10 }).lateOnes(1_060, 9, 60);
  for (const each of [...facts, ...frames.late(1_700, 0, { inTime: 3 }).lateOnes(1_700, 8, 60).messages]) session.model.apply(each);
  session.judge();
  const [stutter] = session.stutters;
  const summary = stutter && session.stutterFacts(stutter);
  assert.ok(summary);
  // Eighteen frames of 60 ms each dropped two of 20 ms; three more came in time: 21 shown in 57 periods of 20 ms.
  const { frames: shown, late, dropped, fps } = summary.frames;
  assert.deepEqual([shown, late, dropped, fps?.toFixed(2)], [21, 18, 36, (21 / (57 * 0.02)).toFixed(2)]);
  // Main's messages take 45 of each 60 ms.
  const [first, ...others] = summary.work?.ran ?? [];
  assert.deepEqual([first?.frame.label, others], ['Feed.draw', []]);
  const lengthUs = stutter.endUs - stutter.beginUs;
  assert.ok(first && Math.abs(first.us / lengthUs - 0.75) < 0.03, `${first?.us} of ${lengthUs}`);
  assert.equal(session.stutterFacts(stutter), summary, 'the same object until it changes');
});

test('a stutter names no function that took less than a seventh of it, and says how long main was free', () => {
  const session = new PageSession(shopPage);
  // Main works 30 of each 300 ms; frames are late all the same.
  const calm = scriptedApp([
    idle(1_000 * ms),
    ...Array.from({ length: 4 }, () => [message(30 * ms, 'com.example.Feed.draw:30'), idle(270 * ms)]).flat(),
    idle(800 * ms),
  ]);
  for (const each of [...calm, ...new FrameReports(SCRIPT_START_US).lateOnes(1_000, 20, 60).messages]) session.model.apply(each);
  session.judge();
  const [stutter] = session.stutters;
  assert.ok(stutter);
  assert.equal(session.stutterCulprit(stutter), undefined);
  const work = session.stutterFacts(stutter)?.work;
  assert.deepEqual(work?.ran, []);
  const free = 1 - (work?.takenUs ?? 0) / (stutter.endUs - stutter.beginUs);
  assert.ok(Math.abs(free - 0.9) < 0.03, `${free}`);
});

test('a stutter blames no function that lacked a core, neither in its row nor in its summary', () => {
  const session = new PageSession(shopPage);
  // As above, but of each 45 ms main had a core for 4.5 ms.
  const slow: Deed = { kind: 'message', us: 45 * ms, stack: ['com.example.Feed.draw:30'], busy: 0.1 };
  const app = scriptedApp([idle(1_000 * ms), ...Array.from({ length: 20 }, () => [slow, idle(15 * ms)]).flat(), idle(800 * ms)]);
  const ready = Array.from({ length: 20 }, (_, at): Message => {
    const beginUs = SCRIPT_START_US + (1_000 + 60 * at) * ms;
    return { type: 'ready', thread: 1, beginUs, atUs: beginUs + 45 * ms, readyUs: 40 * ms };
  });
  for (const each of [...app, ...new FrameReports(SCRIPT_START_US).lateOnes(1_000, 20, 60).messages, ...ready]) session.model.apply(each);
  session.judge();
  const [stutter] = session.stutters;
  assert.ok(stutter);
  const work = session.stutterFacts(stutter)?.work;
  assert.equal(session.stutterCulprit(stutter), undefined);
  assert.deepEqual(work?.ran, []);
  assert.ok((work?.readyUs ?? 0) > 0.5 * (stutter.endUs - stutter.beginUs), `${work?.readyUs}`);
});

test('the summary of a stutter names the culprit of its row, also one of many short callees', () => {
  const session = new PageSession(shopPage);
  const turns = Array.from({ length: 20 }, (_, at): readonly Deed[] => [
    message(45 * ms, 'com.example.Feed.draw:30', `com.example.Part${at % 10}.show:${at}`),
    idle(15 * ms),
  ]);
  const app = scriptedApp([idle(1_000 * ms), ...turns.flat(), idle(800 * ms)]);
  for (const each of [...app, ...new FrameReports(SCRIPT_START_US).lateOnes(1_000, 20, 60).messages]) session.model.apply(each);
  session.judge();
  const [stutter] = session.stutters;
  assert.ok(stutter);
  const culprit = session.stutterCulprit(stutter);
  assert.equal(culprit?.class, 'com.example.Feed');
  assert.deepEqual(
    session.stutterFacts(stutter)?.work?.ran.map(({ frame }) => frame.label),
    ['Feed.draw'],
  );
});

test('a stutter has the screen in front, which filters the list as it filters lags', () => {
  const feed: readonly Message[] = [
    { type: 'string', id: 900, text: 'com.example.FeedActivity' },
    { type: 'screen', atUs: SCRIPT_START_US, id: 7, name: 900, kind: 1, shown: 1 },
  ];
  const session = new PageSession(shopPage);
  const [hello, ...others] = facts.slice(1);
  assert.ok(facts[0] && hello);
  const frames = new FrameReports(SCRIPT_START_US).lateOnes(1_000, 20, 60).messages;
  for (const each of [facts[0], hello, ...feed, ...others, ...frames]) session.model.apply(each);
  session.judge();
  assert.equal(session.stutters[0]?.screen, 'com.example.FeedActivity');
  const source = new LagListSource();
  const listed = (change: Partial<ViewState>): number =>
    source.contents(session, session.lags, { ...INITIAL_VIEW, ...change }, undefined, 0, session.stutters).items.length;
  assert.deepEqual(
    [{}, { screen: 'com.example.FeedActivity' }, { screen: 'com.example.Cart' }, { ran: 'com.example.Feed.draw' }].map(listed),
    [1, 1, 0, 0],
  );
});
