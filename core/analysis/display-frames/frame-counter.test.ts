import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { FrameCounter, type FrameTotals, frameTotals } from './frame-counter.ts';
import { framesIn } from './frame-tally.ts';

const second = 1_000;

function totalsOf({ messages }: FrameReports): FrameTotals | undefined {
  const facts = [...scriptedApp([idle(100 * ms)]), ...messages];
  const replayed = new SessionModel();
  for (const fact of facts) replayed.apply(fact);
  const live = new SessionModel();
  const counter = new FrameCounter(live);
  for (const fact of facts) {
    live.apply(fact);
    counter.update();
  }
  assert.deepEqual(counter.totals, frameTotals(replayed), 'live and replayed');
  return counter.totals;
}

const reports = (): FrameReports => new FrameReports(SCRIPT_START_US);

test('frames in time and late ones are summed, also those reported with a late one', () => {
  // 50 + 40 in time, then 7 in time with one that came 30 ms late, one whole frame of 20 ms.
  const totals = totalsOf(reports().inTime(1_000, 50).inTime(2_000, 40).late(2_500, 30, { inTime: 7 }));
  assert.deepEqual([totals?.frames, totals?.late, totals?.dropped, totals?.jankShare], [98, 1, 1, 1 / 98]);
  // 98 frames while 99 could have been shown, 50 a second.
  assert.equal(totals?.fps?.toFixed(6), ((50 * 98) / 99).toFixed(6));
});

test('a late frame drops the whole frames in its delay, and from 3, 9, 24 and 42 on it has another level', () => {
  const frames = reports();
  // In frames of 20 ms: 0.5, 2.95, 3, 8.95, 9, 23.95, 24, 41.95, 42.
  for (const [index, lateMs] of [10, 59, 60, 179, 180, 479, 480, 839, 840].entries()) frames.late((index + 1) * 2 * second, lateMs);
  const totals = totalsOf(frames);
  assert.deepEqual(totals?.levels, {
    best: { frames: 2, dropped: 0 + 2 },
    normal: { frames: 2, dropped: 3 + 8 },
    middle: { frames: 2, dropped: 9 + 23 },
    high: { frames: 2, dropped: 24 + 41 },
    frozen: { frames: 1, dropped: 42 },
  });
  assert.deepEqual([totals?.late, totals?.dropped], [9, 152]);
});

test('frames in time are of the best level', () => {
  const totals = totalsOf(reports().inTime(1_000, 10).late(1_500, 70));
  assert.deepEqual(
    [totals?.levels.best, totals?.levels.normal],
    [
      { frames: 10, dropped: 0 },
      { frames: 1, dropped: 3 },
    ],
  );
});

test('a time in which two frames wait is dropped once', () => {
  // Due at 400 and came at 500: five frames. Due at 440 and came at 550, of which 50 ms are its own: two.
  assert.equal(totalsOf(reports().late(500, 100).late(550, 110))?.dropped, 5 + 2);
});

test('the first frame of a window is shown, but neither late nor dropping', () => {
  const totals = totalsOf(reports().inTime(1_000, 9).late(1_500, 400, { first: 1 }));
  assert.deepEqual([totals?.frames, totals?.late, totals?.dropped, totals?.fps], [10, 0, 0, 50]);
});

test('a still display lowers no rate, and each slice of ten seconds with more than twenty frames has its own', () => {
  const frames = reports();
  for (let at = 1; at < 10; at++) frames.inTime(at * second, 50);
  // Nothing moves for a minute. Then 20 late frames of 100 ms, each of which drops four.
  frames.lateOnes(70 * second, 20, 100).inTime(73 * second, 30);
  // Too few for a rate.
  frames.inTime(85 * second, 20);
  const totals = totalsOf(frames);
  assert.deepEqual(totals?.slices, [
    { beginUs: 0, frames: 450, dropped: 0, fps: 50 },
    // 50 frames in (50 + 80) * 20 ms.
    { beginUs: 70 * second * ms, frames: 50, dropped: 80, fps: 50 / 2.6 },
  ]);
  assert.equal(totals?.fps?.toFixed(6), (520 / (600 * 0.02)).toFixed(6));
});

test('a display that changes its rate counts frames of the rate it had', () => {
  // 60 frames of 10 ms in time, then one that came 25 ms late: two frames of 10 ms. 61 frames in 630 ms.
  const totals = totalsOf(reports().inTime(1_000, 60, 10_000).late(1_500, 25, { periodUs: 10_000 }));
  assert.deepEqual([totals?.dropped, totals?.fps?.toFixed(6)], [2, (61 / 0.63).toFixed(6)]);
});

test('a session without frames has no totals, and an unknown period no rate', () => {
  assert.equal(totalsOf(reports()), undefined);
  assert.equal(totalsOf(reports().inTime(1_000, 0)), undefined);
  const unknown = totalsOf(reports().inTime(1_000, 5, 0));
  assert.deepEqual([unknown?.frames, unknown?.fps], [5, undefined]);
  const partly = totalsOf(reports().inTime(1_000, 5, 0).inTime(2_000, 50));
  assert.deepEqual([partly?.frames, partly?.fps], [55, 50]);
});

test('rows that the model drops stay counted', () => {
  const model = new SessionModel();
  const counter = new FrameCounter(model);
  const apply = ({ messages }: FrameReports): void => {
    for (const fact of messages) model.apply(fact);
    counter.update();
  };
  for (const fact of scriptedApp([idle(100 * ms)])) model.apply(fact);
  apply(reports().inTime(1_000, 50).late(2_000, 45));
  model.runs[0]?.frames.dropFirst(2);
  apply(reports().inTime(3_000, 40).late(4_000, 25));
  // 50 + 1 + 40 + 1; two frames of 20 ms in 45 ms, one in 25 ms.
  assert.deepEqual([counter.totals?.frames, counter.totals?.late, counter.totals?.dropped], [92, 2, 3]);
});

test('a range has the frames that came in it', () => {
  const model = new SessionModel();
  const { messages } = reports().inTime(1_000, 50).late(1_500, 100).inTime(2_000, 40).late(2_500, 60).inTime(3_000, 30);
  for (const fact of [...scriptedApp([idle(100 * ms)]), ...messages]) model.apply(fact);
  const frames = model.runs.map((run) => run.frames);
  const brief = (beginMs: number, endMs: number) => {
    const sums = framesIn(frames, beginMs * ms, endMs * ms);
    return sums && [sums.frames, sums.late, sums.dropped];
  };
  assert.deepEqual(brief(0, 10_000), [122, 2, 8]);
  assert.deepEqual(brief(1_500, 2_500), [41, 1, 5]);
  assert.deepEqual(brief(2_001, 2_501), [1, 1, 3]);
  assert.equal(brief(2_001, 2_400), undefined);
});

test('each screen has its own frames, levels and slices, most dropped frames first', () => {
  const names = ['com.example.Feed', 'com.example.Cart'];
  const strings = names.map((text, index): Message => ({ type: 'string', id: 901 + index, text }));
  const screen = (atMs: number, id: number, shown: number): Message => {
    return { type: 'screen', atUs: SCRIPT_START_US + atMs * ms, id, name: 900 + id, kind: 1, shown };
  };
  const frames = reports().inTime(900, 40).late(1_900, 70).inTime(3_000, 30).late(12_000, 900).inTime(13_000, 25).late(14_000, 25);
  const facts = [
    ...scriptedApp([idle(100 * ms)]),
    ...strings,
    ...[screen(1_000, 1, 1), screen(10_000, 2, 1), screen(10_010, 1, 0), screen(13_500, 2, 0)],
    ...frames.messages,
  ];
  const model = new SessionModel();
  for (const fact of facts) model.apply(fact);
  const totals = frameTotals(model);
  const brief = totals?.screens.map(({ screen: name, frames: shown, late, dropped, levels, slices }) => {
    return [
      name,
      shown,
      late,
      dropped,
      levels.normal.frames,
      levels.frozen.frames,
      slices.map(({ beginUs }) => beginUs / (10 * second * ms)),
    ];
  });
  // Frames before 1 s and after 13.5 s are of no screen: 40 and 1. 70 ms drop three of 20 ms, 900 ms 45.
  assert.deepEqual(brief, [
    ['com.example.Cart', 26, 1, 45, 0, 1, [1]],
    ['com.example.Feed', 31, 1, 3, 1, 0, [0]],
  ]);
  assert.deepEqual([totals?.frames, totals?.dropped], [98, 49]);
});
