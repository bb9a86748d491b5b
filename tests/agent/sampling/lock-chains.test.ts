import assert from 'node:assert/strict';
import { getPriority, setPriority } from 'node:os';
import { after, before, suite, test } from 'node:test';
import { chainInRange } from '../../../core/analysis/locks/chain-in-range.ts';
import { type Deadlock, openDeadlocks, sessionDeadlocks } from '../../../core/analysis/locks/deadlocks.ts';
import type { WaitEnd } from '../../../core/analysis/locks/ended-wait.ts';
import { endedBy } from '../../../core/analysis/locks/wait-end.ts';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { waitKind } from '../../../core/session/columns/thread-columns.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { untilOnTime } from '../on-time.ts';
import { mainThread } from '../thread-stacks.ts';
import { chainLines, type EndedWait, LockProgram, mainOf, sessionSpan } from './lock-program.ts';

/** Half of what the analysis allows between a release and the wait's end. */
const SOON_US = 10_000;

suite('owners of locks are followed from thread to thread', { timeout: 600_000 }, () => {
  let locks: LockProgram;
  before(async () => {
    locks = await LockProgram.start();
  });
  after(() => locks[Symbol.asyncDispose]());

  /** The command ran while the agent, and main at its wait's end, had a processor: who ended a wait long before is not certain. */
  async function ran(command: string): Promise<{ readonly model: SessionModel; readonly wait: EndedWait }> {
    for (;;) {
      const wait = await untilOnTime(locks.host, () => locks.act(command));
      if (wait.lateUs < SOON_US) return { model: locks.model(), wait };
    }
  }

  const namesOf = (model: SessionModel, { ring }: Deadlock): readonly string[] =>
    ring.map(({ thread }) => model.threads[thread]?.name ?? '?').sort();

  /** The deadlock as found while the command runs, and the thread that ended main's wait. */
  async function foundLive(command: string): Promise<{ readonly ring: readonly string[]; readonly wait: EndedWait }> {
    const running = locks.act(command);
    let isOver = false;
    void running.finally(() => {
      isOver = true;
    });
    for (;;) {
      const ticks = locks.host.all('tick').length;
      const model = locks.model();
      const [found] = openDeadlocks(model);
      if (found !== undefined) return { ring: namesOf(model, found), wait: await running };
      assert.ok(!isOver, `${command}: no deadlock was found while it lasted`);
      await locks.host.until('tick', () => locks.host.all('tick').length > ticks);
    }
  }

  test('a chain of three names both owners with their frames, and the last one’s activity', async () => {
    const { model, wait } = await ran('chain 500');
    const chain = chainInRange(model, mainOf(model), sessionSpan(model, wait));
    assert.ok(chain !== undefined, 'no owner is known');
    assert.deepEqual(chainLines(model, chain), [
      'main for Object by link-1 in Locks.takeLast',
      'link-1 for ReentrantLock$NonfairSync by link-2 in Locks.rest',
    ]);
    assert.equal(chain.last?.state, threadState.sleeping);
    assert.equal(chain.ringFrom, -1);
  });

  test('a wait for a static synchronized method names its class', async () => {
    const { model, wait } = await ran('class 300');
    const chain = chainInRange(model, mainOf(model), sessionSpan(model, wait));
    assert.ok(chain !== undefined, 'no owner is known');
    assert.deepEqual(chainLines(model, chain), ['main for Class<Locks$Shared> by class-holder in Locks.rest']);
  });

  test('a deadlock of two threads, and of three, is found while it lasts', async () => {
    assert.deepEqual((await foundLive('ring 1500 2')).ring, ['main', 'ring-1']);
    assert.deepEqual((await foundLive('ring 1500 3')).ring, ['main', 'ring-1', 'ring-2']);
    // The program goes on after each: nothing waits for ever.
    await locks.host.reached((await locks.act('monitor 50')).endUs);
    const model = locks.model();
    assert.deepEqual(openDeadlocks(model), []);
    assert.deepEqual(
      atOnce(sessionDeadlocks(model)).map((each) => namesOf(model, each)),
      [
        ['main', 'ring-1'],
        ['main', 'ring-1', 'ring-2'],
      ],
    );
  });

  test('a deadlock of two other threads is found, too', async () => {
    assert.deepEqual((await foundLive('others 2500')).ring, ['left', 'right']);
  });

  /** Main’s longest wait of a kind, and who ended it. */
  function endOf({ model, wait }: { readonly model: SessionModel; readonly wait: EndedWait }, kind: number): WaitEnd | undefined {
    const main = mainOf(model);
    const { waits } = main;
    const { beginUs, endUs } = sessionSpan(model, wait);
    const lengthOf = (row: number): number => (waits.endUs[row] ?? 0) - (waits.beginUs[row] ?? 0);
    let longest = -1;
    for (let row = 0; row < waits.length; row++) {
      // One seen in samples ends late.
      const isIn = (waits.beginUs[row] ?? 0) >= beginUs && (waits.beginUs[row] ?? 0) <= endUs && waits.kind[row] === kind;
      if (isIn && (longest < 0 || lengthOf(row) > lengthOf(longest))) longest = row;
    }
    assert.ok(longest >= 0, 'main’s wait was not reported');
    return endedBy(model, main, longest);
  }

  const cases: readonly (readonly [command: string, kind: number, about: string])[] = [
    ['monitor 300', waitKind.monitor, 'a monitor'],
    ['passed 300', waitKind.monitor, 'a monitor that went from one thread to another before'],
    ['lock 300', waitKind.park, 'an exclusive lock'],
    ['ring 300 2', waitKind.park, 'a lock of a deadlock'],
  ];
  for (const [command, kind, about] of cases) {
    test(`the thread that ended a wait for ${about} is the one of the program’s own account`, async () => {
      const done = await ran(command);
      const end = endOf(done, kind);
      // The virtual machine may let main in before the other waiting thread: both waits end at the same time, and either may be first.
      const isFirst = done.wait.endedBy === 'passed-by';
      if (isFirst && end === undefined) return;
      assert.equal(done.model.threads[end?.thread ?? -1]?.name, done.wait.endedBy);
      assert.equal(end?.isCertain, !isFirst);
    });
  }

  test('a wait that an interrupt ended is not the holder’s to end', async () => {
    const done = await ran('interrupted 300');
    assert.equal(done.wait.endedBy, 'breaker');
    assert.equal(endOf(done, waitKind.park), undefined);
  });

  test('a permit and a notification have no owner: their giver is likely or unknown, never another thread', async () => {
    for (const [command, kind] of [
      ['park 300', waitKind.park],
      ['notify 300', waitKind.objectWait],
    ] as const) {
      const done = await ran(command);
      const end = endOf(done, kind);
      assert.equal(done.wait.endedBy, 'giver');
      assert.notEqual(end?.isCertain, true);
      if (end !== undefined) assert.equal(done.model.threads[end.thread]?.name, 'giver');
    }
  });

  test('a thread’s priority is reported when it is found and when it changes', async () => {
    const { tid, priority } = mainThread(locks.host);
    assert.equal(priority, 20 - getPriority(tid));
    setPriority(tid, getPriority(tid) + 3);
    const changed = await locks.host.until('thread', (each) => each.tid === tid && each.priority === (priority ?? 0) - 3);
    assert.equal(mainOf(locks.model()).nice, 20 - (changed.priority ?? 0));
  });

  test('nothing of it made the JVM complain', () => {
    assert.doesNotMatch(locks.program.complaints, /WARNING|FATAL|JNI/);
  });
});
