import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Message } from '../core/wire/schema.ts';
import { idle, ms } from '../tests/core/analyzed-app.ts';
import { FrameReports } from '../tests/core/frame-reports.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { SCRIPT_START_US, scriptedApp } from '../tests/core/scripted-app.ts';
import { LOCKS_START_US, type ScriptedWait, scriptedLocks } from '../tests/core/scripted-locks.ts';
import { runCommand } from '../tests/host/run-command.ts';

const shop = 'com.example.shop';
let folder = '';
let path = '';

/** Two lags, the first of them on a screen. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  path = join(folder, 'screens.laglens');
  const lags = [
    idle(500 * ms),
    { kind: 'message', us: 600 * ms },
    idle(400 * ms),
    { kind: 'message', us: 120 * ms },
    idle(400 * ms),
  ] as const;
  const messages = [
    ...scriptedApp(lags),
    { type: 'string', id: 901, text: `${shop}.CartActivity` },
    { type: 'screen', atUs: SCRIPT_START_US + 800 * ms, id: 5, name: 901, kind: 1, shown: 1 },
    { type: 'screen', atUs: SCRIPT_START_US + 1_200 * ms, id: 5, name: 901, kind: 1, shown: 0 },
  ] as const;
  await writeFile(path, await sessionBytes(messages));
});
after(() => rm(folder, { recursive: true, force: true }));

const laglens = (...args: readonly string[]) => runCommand(args, { folder });

test('a lag says on which screen it was', async () => {
  const { out } = await laglens('report', path);
  assert.equal(out.split('\n').filter((line) => line === `      on ${shop}.CartActivity`).length, 1, out);
  const { lags } = JSON.parse((await laglens('report', path, '--json')).out);
  assert.deepEqual(
    lags.map((lag: { screen: unknown }) => lag.screen),
    [`${shop}.CartActivity`, null],
  );
});

test('with --screen only its lags are listed, and the screens are named if it has none', async () => {
  const { lags: all } = JSON.parse((await laglens('report', path, '--json')).out);
  const ids = async (name: string) =>
    JSON.parse((await laglens('report', path, '--json', '--screen', name)).out).lags.map((lag: { id: string }) => lag.id);
  for (const name of ['CartActivity', `${shop}.CartActivity`]) assert.deepEqual(await ids(name), [all[0].id], name);
  const { out } = await laglens('report', path, '--screen', 'CartActivity');
  assert.ok(out.includes(', on CartActivity; 1 on other screens'), out);
  assert.deepEqual(await ids('FeedActivity'), []);
  const nowhere = await laglens('report', path, '--screen', 'FeedActivity');
  assert.ok(nowhere.out.includes('No lag over 100 ms was on FeedActivity; elsewhere: 2. Screens with lags: CartActivity.'), nowhere.out);
  // Compared with itself: the other screen's lag is not gone.
  const compared = await laglens('report', path, '--screen', 'CartActivity', '--baseline', path);
  assert.ok(!compared.out.includes('gone'), compared.out);
});

/** Two threads that wait for each other for 880 ms. */
const ring = (from: number): readonly ScriptedWait[] => [
  { thread: 'left', for: 'Repo', from, to: from + 900, owners: { [from + 20]: 'right' } },
  { thread: 'right', for: 'Cache', from: from + 10, to: from + 890, owners: { [from + 30]: 'left' } },
];

/** The cart for four seconds, in it a fragment up to 1,950 ms, then the feed. On each a deadlock and a stutter, a message of main on both. */
function twoScreens(): readonly Message[] {
  const names = [`${shop}.CartActivity`, `${shop}.FeedActivity`, `${shop}.PayFragment`];
  const screen = (atMs: number, id: number, kind: number, shown: 0 | 1): Message => {
    return { type: 'screen', atUs: LOCKS_START_US + atMs * ms, id, name: 900 + id, kind, shown };
  };
  return [
    ...scriptedLocks(['main', 'left', 'right'], [...ring(1_000), ...ring(5_000)], [], 8_000, { from: 3_980, to: 4_040 }),
    ...names.map((text, at): Message => ({ type: 'string', id: 901 + at, text })),
    ...[screen(0, 1, 1, 1), screen(500, 3, 2, 1), screen(1_950, 3, 2, 0), screen(4_000, 2, 1, 1), screen(4_000, 1, 1, 0)],
    ...new FrameReports(LOCKS_START_US).inTime(1_000, 50).lateOnes(2_000, 20, 60).inTime(5_000, 30).lateOnes(6_000, 20, 60).messages,
  ];
}

test('--screen narrows deadlocks, frames, stutters and messages, and says what is of the whole session', async () => {
  const both = join(folder, 'two-screens.laglens');
  await writeFile(both, await sessionBytes(twoScreens()));
  const facts = async (...args: readonly string[]) => {
    const { deadlocks, frames, stutters, messages, screen } = JSON.parse(
      (await laglens('report', both, '--json', '--messages', ...args)).out,
    );
    const starts = (all: readonly { readonly startMs: number }[]): readonly number[] => all.map(({ startMs }) => startMs);
    const mainMs = messages.map(({ totalMs }: { readonly totalMs: number }) => totalMs);
    return [starts(deadlocks), starts(stutters), frames?.total, frames?.dropped, mainMs, screen];
  };
  // Frames of 60 ms drop two each; a stutter begins when its first frame was due.
  assert.deepEqual(await facts(), [[1_010, 5_010], [2_020, 6_020], 120, 80, [60], undefined]);
  const other = { otherLags: 0, otherStutters: 1, otherDeadlocks: 1, wholeSession: ['runs'] };
  assert.deepEqual(await facts('--screen', 'CartActivity'), [[1_010], [2_020], 70, 40, [20], { name: 'CartActivity', ...other }]);
  assert.deepEqual(await facts('--screen', 'FeedActivity'), [[5_010], [6_020], 50, 40, [40], { name: 'FeedActivity', ...other }]);
  const inFragment = { name: 'PayFragment', ...other, otherStutters: 2, wholeSession: ['runs', 'trees'] };
  assert.deepEqual(await facts('--screen', 'PayFragment', '--tree'), [[1_010], [], 50, 0, [], inFragment]);
  const nowhere = { name: 'Gone', ...other, otherStutters: 2, otherDeadlocks: 2 };
  assert.deepEqual(await facts('--screen', 'Gone'), [[], [], undefined, undefined, [], nowhere]);

  const { out } = await laglens('report', both, '--screen', 'CartActivity');
  const lines = out.split('\n');
  const head =
    'Screen    Only CartActivity; elsewhere: 0 lags, 1 stutter, 1 deadlock. Of the whole session: devices, costs and warnings of runs.';
  assert.ok(lines.includes(head), out);
  assert.ok(lines.includes('No lag over 100 ms on CartActivity in 70 frames, 20 late (28.6 %), 40 dropped, 31.8 FPS.'), out);
  assert.ok(lines.includes('1 deadlock:') && out.includes('\n1 stutter (') && !out.includes('FeedActivity'), out);
});
