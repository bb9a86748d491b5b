import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Message } from '../core/wire/schema.ts';
import { idle, message, ms } from '../tests/core/analyzed-app.ts';
import { FrameReports } from '../tests/core/frame-reports.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../tests/core/scripted-app.ts';
import { runCommand } from '../tests/host/run-command.ts';

const shop = 'com.example.shop';
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
});
after(() => rm(folder, { recursive: true, force: true }));

async function reportOf(messages: readonly Message[], ...args: readonly string[]): Promise<string> {
  await writeFile(join(folder, 'frames.laglens'), await sessionBytes(messages));
  const { code, out } = await runCommand(['report', 'frames.laglens', ...args], { folder });
  assert.equal(code, 0);
  return out;
}

/** Twenty messages of 45 ms with 15 ms between, from 1 s on: no lag over 100 ms. */
const stuttering: readonly Deed[] = [
  idle(1_000 * ms),
  ...Array.from({ length: 20 }, () => [message(45 * ms, `${shop}.Feed.draw:30`), idle(15 * ms)]).flat(),
  idle(800 * ms),
];

/** A second in time, then frames that take 60 ms instead of 20. */
const frames = new FrameReports(SCRIPT_START_US).inTime(1_000, 50).lateOnes(1_000, 20, 60).messages;

test('a session of short messages that keep frames waiting says that no lag was found, its frames and the stutter', async () => {
  const lines = (await reportOf([...scriptedApp(stuttering), ...frames])).split('\n');
  // Each late frame drops two: 70 frames while 110 of 20 ms could have been shown.
  assert.ok(lines.includes('No lag over 100 ms in 70 frames, 20 late (28.6 %), 40 dropped, 31.8 FPS.'), lines.join('\n'));
  assert.ok(lines.includes('Slowest ten seconds: 31.8 FPS from 0 s on.'));
  assert.ok(lines.includes('1 stutter (many dropped frames in a second, without a lag):'));
  // The first was due at 1,020 ms. In its last second 17 frames of 60 ms drop 34, as long as 40.8 of 60 Hz.
  assert.ok(lines.includes('  1.020 s  1180 ms           20       40   40 ms  high   Feed.draw (Feed.java:30)'), lines.join('\n'));
});

test('a threshold below the messages’ length makes lags of them, which explain their frames', async () => {
  const lines = (await reportOf([...scriptedApp(stuttering), ...frames], '--threshold', '40ms')).split('\n');
  assert.ok(lines.some((line) => line.startsWith('20 lags over 40 ms')));
  assert.ok(lines.includes('Frames: 70 frames, 20 late (28.6 %), 40 dropped, 31.8 FPS.'), lines.join('\n'));
  assert.ok(!lines.some((line) => line.includes('stutter')));
});

test('as JSON a report has the totals, the levels, each slice and each stutter', async () => {
  const report = JSON.parse(await reportOf([...scriptedApp(stuttering), ...frames], '--json'));
  const none = { frames: 0, dropped: 0 };
  assert.deepEqual(report.frames, {
    total: 70,
    late: 20,
    dropped: 40,
    // 70 / 2.2 s, 20 / 70.
    fps: 31.82,
    jankShare: 0.28571,
    levels: { best: { frames: 70, dropped: 40 }, normal: none, middle: none, high: none, frozen: none },
    slices: [{ startMs: 0, frames: 70, dropped: 40, fps: 31.82 }],
    screens: [],
  });
  const culprit = { class: `${shop}.Feed`, method: 'draw', label: 'Feed.draw', file: 'Feed.java', line: 30 };
  assert.deepEqual(report.stutters, [
    { run: 0, startMs: 1_020, durationMs: 1_180, lateFrames: 20, dropped: 40, latestFrameMs: 40, level: 'high', culprit },
  ]);
});

test('a program that reports no frames has neither totals nor stutters', async () => {
  const report = JSON.parse(await reportOf(scriptedApp(stuttering), '--json'));
  assert.deepEqual([report.frames, report.stutters], [null, []]);
  assert.match(await reportOf(scriptedApp(stuttering)), /^No lag over 100 ms\.$/m);
});

test('frames are counted by screen, with the levels of late ones', async () => {
  const feed: readonly Message[] = [
    { type: 'string', id: 900, text: `${shop}.FeedActivity` },
    { type: 'screen', atUs: SCRIPT_START_US + 1_500 * ms, id: 7, name: 900, kind: 1, shown: 1 },
  ];
  const late = new FrameReports(SCRIPT_START_US).inTime(1_000, 50).late(2_000, 70).late(2_500, 900).messages;
  const messages = [...scriptedApp([idle(4_000 * ms)]), ...feed, ...late];
  const lines = (await reportOf(messages)).split('\n');
  const at = lines.indexOf(
    'Frames by screen, and late ones by how many they dropped at once (from normal 3, middle 9, high 24, frozen 42):',
  );
  // 70 ms drop three frames of 20 ms. The second one waited 900 ms, 400 of them beside the first: 500 ms drop 25.
  assert.deepEqual(lines.slice(at + 2, at + 5), [
    '  screen                         frames  late  dropped   FPS  slowest 10 s  normal  middle  high  frozen',
    '  com.example.shop.FeedActivity       2     2       28   3.3             -       1       0     1       0',
    '  all                                52     2       28  32.5          32.5       1       0     1       0',
  ]);
  const report = JSON.parse(await reportOf(messages, '--json'));
  const [screen] = report.frames.screens;
  assert.deepEqual(
    [screen.screen, screen.total, screen.dropped, screen.levels.high],
    [`${shop}.FeedActivity`, 2, 28, { frames: 1, dropped: 25 }],
  );
});
