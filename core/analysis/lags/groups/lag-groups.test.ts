import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { madeLag } from '../../../../tests/core/made-lag.ts';
import { type Deed, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import type { Lag } from '../lag.ts';
import { type LagGroup, LagGroups, lagGroups, lagKey } from './lag-groups.ts';

/** Count, total and worst in milliseconds. */
const line = ({ key, lags, totalUs, worst }: LagGroup): string =>
  `${key} ${lags.length}x ${totalUs / ms} ${(worst.endUs - worst.beginUs) / ms}`;

test('the same function is one group with its count, total and worst; another line, message or length is not', () => {
  const groups = lagGroups([
    madeLag(0, 200 * ms, 'com.example.Cart.total:12'),
    madeLag(1_000 * ms, 500 * ms, 'com.example.Feed.show:7', { kind: 'storm' }),
    madeLag(2_000 * ms, 300 * ms, 'com.example.Cart.total:14', { kind: 'storm', target: 'android.os.Handler' }),
    madeLag(3_000 * ms, 120 * ms, 'com.example.Cart.total:12', { open: true }),
  ]);
  // By hand: 200 + 300 + 120.
  assert.deepEqual(groups.map(line), ['main|com.example.Cart.total 3x 620 300', 'main|com.example.Feed.show 1x 500 500']);
  assert.deepEqual(
    groups.map(({ open, latest }) => [open, latest.beginUs / ms]),
    [
      [true, 3_000],
      [false, 1_000],
    ],
  );
});

test('a rebuild that moved lines, numbered lambdas again and added an anonymous class leaves all groups what they are', () => {
  const build = (moved: number, numbered: number): readonly Deed[] => {
    const shop = 'com.example.shop';
    return [
      idle(200 * ms),
      message(150 * ms, `${shop}.Feed.show:${10 + moved}`, `${shop}.Feed.lambda$show$${numbered}:${20 + moved}`),
      idle(200 * ms),
      message(160 * ms, `${shop}.Cart$${1 + numbered}.run:${30 + moved}`),
      idle(200 * ms),
      message(170 * ms, `${shop}.WishList.sort$lambda$${numbered}:${40 + moved}`),
      idle(200 * ms),
      { kind: 'message', us: 180 * ms, target: 'android.os.Handler', callback: `${shop}.Cart$$ExternalSyntheticLambda${numbered}` },
      idle(2_000 * ms),
    ];
  };
  const keys = (moved: number, numbered: number): readonly string[] =>
    lagGroups(new AnalyzedApp().replay(scriptedApp(build(moved, numbered))).detector.lags).map(({ key }) => key);
  assert.deepEqual(keys(0, 0), [
    'main|com.example.shop.Feed.show (lambda)',
    'main|com.example.shop.Cart.#.run',
    'main|com.example.shop.WishList.sort (lambda)',
    'main|com.example.shop.Cart',
  ]);
  assert.deepEqual(keys(37, 4), keys(0, 0));
});

test('what a lag waited for most of its time distinguishes it, a short wait does not', () => {
  const waitsOn = { objectClass: 'com.example.Db$1', ownerThread: 3, ownerNode: 9 };
  const blocked = { busyUs: 20 * ms, blockedUs: 180 * ms, waitsOn };
  const busy = { busyUs: 120 * ms, blockedUs: 80 * ms, waitsOn };
  const key = (changes: Partial<Lag>): string => lagKey(madeLag(0, 200 * ms, 'com.example.Cart.total:12', changes));
  assert.equal(key(blocked), 'main|com.example.Cart.total|waits com.example.Db$#');
  assert.equal(key(busy), 'main|com.example.Cart.total');
  // Another process, another address of the lock, another phone's path of the file.
  const ios = { ...blocked, waitsOn: { ...waitsOn, function: 'pthread_mutex_lock', objectClass: '0x104fe2210' } };
  assert.equal(key(ios), key({ ...ios, waitsOn: { ...ios.waitsOn, objectClass: '0x1111' } }));
});

test('a lock whose class is unknown is the only lock that the function waits for, as long as there is one', () => {
  const waiting = (beginUs: number, objectClass: string, changes: Partial<Lag> = {}): Lag =>
    madeLag(beginUs, 200 * ms, 'com.example.Cart.total:12', {
      busyUs: 0,
      blockedUs: 200 * ms,
      waitsOn: { objectClass, isLock: true, ownerThread: 1, ownerNode: 1 },
      ...changes,
    });
  const [unknown, first, second] = [waiting(0, ''), waiting(1_000 * ms, 'java.lang.Object'), waiting(2_000 * ms, 'com.example.Db')];
  const followed = new LagGroups();
  const groupsOf = (lags: readonly Lag[]): readonly string[] => {
    followed.update(lags);
    assert.deepEqual(followed.groups, lagGroups(lags));
    for (const [index, lag] of lags.entries()) assert.ok(followed.groupAt(index)?.lags.includes(lag));
    return followed.groups.map(line);
  };
  const total = 'main|com.example.Cart.total';
  assert.deepEqual(groupsOf([unknown]), [`${total}|waits  1x 200 200`]);
  assert.deepEqual(groupsOf([unknown, first]), [`${total}|waits java.lang.Object 2x 400 200`]);
  assert.equal(followed.group(lagKey(unknown))?.key, lagKey(first));
  assert.deepEqual(groupsOf([unknown, first, second]), [
    `${total}|waits  1x 200 200`,
    `${total}|waits java.lang.Object 1x 200 200`,
    `${total}|waits com.example.Db 1x 200 200`,
  ]);
  assert.deepEqual(groupsOf([unknown, second]), [`${total}|waits com.example.Db 2x 400 200`]);
  assert.deepEqual(groupsOf([second]), [`${total}|waits com.example.Db 1x 200 200`]);
  // A wait for a message of another thread is no lock.
  const notified = waiting(1_000 * ms, 'java.lang.Object', { waitsOn: { objectClass: 'java.lang.Object', ownerThread: 1, ownerNode: 1 } });
  assert.equal(groupsOf([unknown, notified]).length, 2);
});

test('without a responsible frame the message distinguishes it, and what is about the whole app is apart', () => {
  const key = (changes: Partial<Lag>): string => lagKey(madeLag(0, 200 * ms, undefined, changes));
  assert.equal(key({ target: 'android.view.Choreographer$FrameHandler' }), 'main|android.view.Choreographer$FrameHandler');
  assert.equal(key({ target: 'android.os.Handler', callback: 'com.example.Cart$3' }), 'main|com.example.Cart$#');
  assert.deepEqual([key({ kind: 'launch' }), key({ kind: 'cpu' }), key({ kind: 'nativeWork' })], ['launch|', 'cpu|', 'native|']);
});

test('groups that follow a judge end up as if made at once, and what did not change stays the same object', () => {
  const settled = Array.from({ length: 40 }, (_, index) =>
    madeLag(index * 1_000 * ms, (100 + index) * ms, `com.example.C${index % 4}.run:1`),
  );
  const open = (lastsUs: number): Lag => madeLag(50_000 * ms, lastsUs, 'com.example.C1.run:1', { open: true });
  const followed = new LagGroups();
  const steps: readonly (readonly Lag[])[] = [
    settled.slice(0, 10),
    [...settled.slice(0, 10), open(200 * ms)],
    [...settled.slice(0, 10), open(300 * ms)],
    // A late fact: three in the middle were none, and the open one ended elsewhere.
    [...settled.slice(0, 4), ...settled.slice(7, 10)],
    settled,
    [],
    [...settled, open(400 * ms)],
  ];
  for (const lags of steps) {
    followed.update(lags);
    assert.deepEqual(followed.groups, lagGroups(lags));
    for (const [index, lag] of lags.entries()) assert.ok(followed.groupAt(index)?.lags.includes(lag));
  }
  const before = new Map(followed.groups.map((group) => [group.key, group]));
  assert.ok(followed.update([...settled, open(500 * ms)]));
  const changed = followed.groups.filter((group) => before.get(group.key) !== group).map(({ key }) => key);
  assert.deepEqual(changed, ['main|com.example.C1.run']);
  assert.equal(followed.group('main|com.example.C1.run')?.worst.endUs, 50_500 * ms);
  assert.equal(followed.update([...settled, open(500 * ms)].slice(0, 40)), true, 'the open one went');
  assert.equal(followed.group('main|gone'), undefined);
});
