import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { lockedShop } from '../../../tests/core/locked-shop.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { lockModel } from '../../../tests/core/scripted-locks.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { frameOf } from '../frames/frame.ts';
import { causeText } from '../report/cause-text.ts';
import { type MomentThreads, runAt, threadsAt } from './threads-at.ts';
import { waitSentence } from './wait-sentence.ts';
import { worstMomentUs } from './worst-moment.ts';

function momentOf(messages: readonly Message[], atMs: number): { readonly model: SessionModel; readonly moment: MomentThreads } {
  const { model } = new AnalyzedApp().replay(messages);
  const run = runAt(model, atMs * ms);
  assert.ok(run);
  return { model, moment: threadsAt(model, run, atMs * ms) };
}

/** Each thread as name, activity, innermost frame, CPU percent and wait. */
function lines(messages: readonly Message[], atMs: number): readonly string[] {
  const { model, moment } = momentOf(messages, atMs);
  return moment.threads.map(({ thread, activity, node, cpuShare, waitsOn }) => {
    const cpu = cpuShare === undefined ? '?' : `${Math.round(100 * cpuShare)} %`;
    const wait = waitsOn === undefined ? '' : ` ${causeText({ sentences: [waitSentence(model, waitsOn)] })}`;
    return `${thread.name} ${activity} ${frameOf(model, node).label} ${cpu}${wait}`;
  });
}

test('main comes first, then those that it waits for in turn, then busy threads, waiting ones, and those of the virtual machine', () => {
  assert.deepEqual(lines(lockedShop(), 450), [
    'main blocked Cart.total 0 % waits for lock of Cart, held by bg-db',
    'bg-db blocked Db.write 0 % waits for lock of Db, held by disk',
    'disk blocked Fd.sync 10 %',
    'codec running Codec.run 90 %',
    'log unknown Log.run 40 %',
    'pool-1 waiting Unsafe.park 0 %',
    'References unknown Reference.next 0 %',
  ]);
});

test('CPU use is that of the tenth of a second before and after', () => {
  // From 150 to 350 ms: 50 ms at work, then the wait.
  const [main] = lines(lockedShop(), 250);
  assert.match(main ?? '', /^main blocked Cart\.total (24|25|26) % /);
});

test('a thread that nobody sampled has no stack, and the agent’s own are left out', () => {
  const { moment } = momentOf(lockedShop(), 450);
  assert.deepEqual(
    moment.withoutStack.map(({ thread, activity }) => [thread.name, activity]),
    [['Finalizer', 'unseen']],
  );
  // 2.5 s later the samples of all but main are long over.
  assert.deepEqual(lines(lockedShop(), 3_500), ['main idle MessageQueue.nativePollOnce 0 %']);
});

test('threads that began later or ended before are not there', () => {
  const ended: Message = { type: 'threadEnd', thread: 4, atUs: SCRIPT_START_US + 300 * ms };
  const late: Message = { type: 'thread', thread: 19, tid: 19, name: 'late', group: '', flags: 0, atUs: SCRIPT_START_US + 600 * ms };
  const messages = [...lockedShop(), late].flatMap((each) =>
    each.type === 'sample' && each.thread === 4 && each.atUs > ended.atUs ? [] : [each],
  );
  const { moment } = momentOf([...messages, ended], 450);
  const names = [...moment.threads, ...moment.withoutStack].map(({ thread }) => thread.name);
  assert.deepEqual([names.includes('codec'), names.includes('late'), names.includes('log')], [false, false, true]);
});

test('two threads that wait for each other end the chain', () => {
  const back: Message = {
    type: 'waitOwner',
    thread: 3,
    atUs: SCRIPT_START_US + 120 * ms,
    object: 0,
    owner: 1,
    ownerNode: 0,
    waiters: 1,
  };
  const messages = lockedShop().flatMap((each) => (each.type === 'waitOwner' && each.thread === 3 ? [each, back] : [each]));
  assert.deepEqual(
    lines(messages, 450)
      .slice(0, 3)
      .map((line) => line.split(' ')[0]),
    ['main', 'bg-db', 'codec'],
  );
});

test('a wait that lasts is that of the newest moment, and a thread is not its own owner', () => {
  const untilUs = SCRIPT_START_US + 450 * ms;
  const messages = lockedShop().filter((each) => !('atUs' in each) || each.atUs <= untilUs);
  const { model } = new AnalyzedApp().replay([...messages, { type: 'tick', atUs: untilUs, rounds: 1 }]);
  assert.equal(lines(messages, model.nowUs / ms)[0], 'main blocked Cart.total 0 % waits for lock of Cart, held by bg-db');
  const own = lockedShop().map((each) => (each.type === 'waitOwner' && each.thread === 3 ? { ...each, owner: 3 } : each));
  assert.equal(lines(own, 450)[1], 'bg-db blocked Db.write 0 % waits for lock of Db');
});

test('the worst moment of a lag is the middle of its longest wait, or of its longest stack', () => {
  const worstMs = (parts: Deed['parts'], ...waits: readonly Message[]): number => {
    const deeds: readonly Deed[] = [idle(100 * ms), { kind: 'message', us: 700 * ms, parts: parts ?? [] }, idle(3_000 * ms)];
    const { model, detector } = new AnalyzedApp().replay([...scriptedApp(deeds), ...waits]);
    const [lag] = detector.lags;
    assert.ok(lag);
    return Math.round(worstMomentUs(model, lag) / (10 * ms)) * 10;
  };
  const stack = (us: number, line: number) => ({ us: us * ms, stack: [`com.example.Feed.show:${line}`] });
  const lines = [stack(100, 1), stack(200, 2), stack(400, 3)];
  // From 400 to 800 ms.
  assert.equal(worstMs(lines), 600);
  const wait = (type: 'waitBegin' | 'waitEnd', atMs: number): Message => {
    const atUs = SCRIPT_START_US + atMs * ms;
    return type === 'waitBegin' ? { type, thread: 1, atUs, kind: 1, object: 0 } : { type, thread: 1, atUs };
  };
  // From 150 to 650 ms.
  assert.equal(worstMs(lines, wait('waitBegin', 150), wait('waitEnd', 650)), 400);
});

test('main that waits for a lock of java.util.concurrent is blocked, another thread waits', () => {
  const park = { kind: waitKind.park, for: 'java/util/concurrent/locks/ReentrantLock' };
  const waits = [
    { thread: 'main', from: 100, owners: { 120: 'db' }, ...park },
    { thread: 'db', from: 100, owners: { 120: 'disk' }, ...park },
  ];
  const stacks = ['main', 'db', 'disk'].map((thread) => ({ thread, at: 100, stack: ['com.example.Repo.save'] }));
  const { model } = lockModel(['main', 'db', 'disk'], waits, stacks, 400);
  const [run] = model.runs;
  assert.ok(run);
  const states = threadsAt(model, run, 300 * ms).threads.map(({ thread, activity }) => `${thread.name} ${activity}`);
  assert.deepEqual(states.slice(0, 2), ['main blocked', 'db waiting']);
});
