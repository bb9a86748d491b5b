import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import { emptyText } from '../../rendering/session-texts.ts';
import { resultSentence, savedSentence, stopSentence } from '../../rendering/stop-texts.ts';
import { rowFacts, rowFigure, viewFacts } from '../../timeline/tracks/track-facts.ts';
import type { TrackRow } from '../../timeline/tracks/track-rows.ts';
import type { Viewport } from '../../ui/viewport.ts';
import { PageSession } from '../page-session.ts';
import { TracksSource } from './tracks-source.ts';

const calm = scriptedApp([idle(8_000 * ms)]);
const reports = (): FrameReports => new FrameReports(SCRIPT_START_US);

function sessionOf(messages: readonly Message[]): PageSession {
  const session = new PageSession(shopPage);
  for (const each of messages) session.model.apply(each);
  // The page has begun to read.
  session.push(new ArrayBuffer(0), false);
  session.judge();
  return session;
}

function framesRow({ model }: PageSession, view: Viewport): TrackRow {
  const { rows } = new TracksSource().data(model, view, view, undefined, undefined, []);
  const row = rows.find(({ kind }) => kind === 'frames');
  assert.ok(row);
  return row;
}

test('the track of late frames says what each dropped, and the sums of what is in view', () => {
  // 20 ms each: five dropped at 1.5 s, one at 3.5 s.
  const session = sessionOf([...calm, ...reports().inTime(1_000, 50).late(1_500, 110).inTime(3_000, 48).late(3_500, 39).messages]);
  const all = { fromX: 0, toX: 8_000 * ms };
  const row = framesRow(session, all);
  assert.equal(rowFacts(row, 1_450 * ms, 1), '110 ms late, 5 dropped');
  assert.equal(viewFacts(row, all), 'in view: 100 frames, 2 late (2.0 %), 6 dropped, 47.2 FPS; 1 normal');
  assert.equal(rowFigure(row, all), '2.0 %');
  const late = { fromX: 2_000 * ms, toX: 4_000 * ms };
  // 49 of 50 frames.
  assert.equal(viewFacts(row, late), 'in view: 49 frames, 1 late (2.0 %), 1 dropped, 49.0 FPS');
  const still = { fromX: 5_000 * ms, toX: 6_000 * ms };
  assert.deepEqual([viewFacts(row, still), rowFigure(row, still)], ['', '']);
});

test('sums of a view grow with a capture', () => {
  const session = sessionOf([...calm, ...reports().inTime(1_000, 50).messages]);
  const view = { fromX: 0, toX: 8_000 * ms };
  const row = framesRow(session, view);
  assert.equal(viewFacts(row, view), 'in view: 50 frames, 0 late (0 %), 0 dropped, 50.0 FPS');
  for (const each of reports().inTime(2_000, 50).messages) session.model.apply(each);
  assert.equal(viewFacts(row, view), 'in view: 100 frames, 0 late (0 %), 0 dropped, 50.0 FPS');
});

test('a list without lags says what the display showed, and in a recording whether it stuttered', () => {
  // Twenty frames of 60 ms instead of 20: each drops two.
  const session = sessionOf([...calm, ...reports().inTime(1_000, 50).lateOnes(1_000, 20, 60).messages]);
  const sums = '70 frames, 20 late (29 %), 40 dropped, 31.8 FPS.';
  const stutter = '1 stutter: many frames dropped in a second, without a lag.';
  assert.ok(emptyText('lags', session, false, true).endsWith(` ${sums} ${stutter}`), emptyText('lags', session, false, true));
  assert.ok(emptyText('lags', session, true, true).endsWith(` ${sums}`), emptyText('lags', session, true, true));
  assert.ok(!emptyText('lags', sessionOf(calm), false, true).includes('frames'));
  for (const each of reports().lateOnes(6_000, 20, 60).messages) session.model.apply(each);
  assert.match(emptyText('lags', session, false, true), / 2 stutters: /);
});

test('frames that a lag explains are no stutter', () => {
  const lag = scriptedApp([idle(1_000 * ms), message(900 * ms, 'com.example.Feed.draw:3'), idle(1_000 * ms)]);
  assert.equal(sessionOf([...lag, ...reports().lateOnes(1_000, 15, 60).messages]).stutters.length, 0);
});

test('the summary of a stopped capture has the share of late frames, if there are frames', () => {
  const facts = {
    lags: 16,
    worstUs: 271 * ms,
    keptSessions: 20,
    frames: { frames: 1_942, late: 39, dropped: 313, fps: 45, jankShare: 0.0201 },
  };
  assert.equal(stopSentence(facts), '16 lags, worst 271 ms, 2.0 % of 1,942 frames late.');
  assert.equal(stopSentence({ ...facts, frames: undefined }), '16 lags, worst 271 ms.');
  assert.equal(savedSentence(facts), 'Saved among the last 20 sessions.');
  assert.equal(savedSentence({ ...facts, keptSessions: undefined }), 'Not saved.');
});

test('the result of a dragged range has its lags alone', () => {
  const frames = { frames: 1_942, late: 39, dropped: 313, fps: 45, jankShare: 0.0201 };
  const facts = { lags: 19, worstUs: 2_000 * ms, keptSessions: 20, frames };
  const lag = (lengthMs: number) => ({ beginUs: 500 * ms, endUs: (500 + lengthMs) * ms });
  assert.equal(resultSentence(facts, [lag(104), lag(323), lag(108)]), '3 lags, worst 323 ms.');
  assert.equal(resultSentence(facts, []), 'No lags.');
  assert.equal(resultSentence(facts, undefined), '19 lags, worst 2.00 s, 2.0 % of 1,942 frames late.');
});

test('of a recording that is still read, and of what was dropped, no list says that there was no lag', () => {
  const session = sessionOf(calm);
  assert.match(emptyText('lags', session, false, true), /^No lag longer than 100 ms in this session/);
  assert.equal(emptyText('lags', session, false, false), 'The session is still loading.');
  const model = new SessionModel({ rows: 100 });
  const deeds = Array.from({ length: 200 }, () => [message(5 * ms, 'com.example.Feed.draw:3'), idle(20 * ms)]).flat();
  for (const each of scriptedApp(deeds)) model.apply(each);
  const kept = { model, thresholdUs: 100_000, frames: undefined, stutters: [] };
  assert.match(emptyText('lags', kept, false, true), /^No lag longer than 100 ms began after 0:0\d/);
});
