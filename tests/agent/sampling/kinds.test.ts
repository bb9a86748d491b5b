import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { untilOnTime } from '../on-time.ts';
import type { Program, Span } from '../program.ts';
import type { Host } from '../test-host.ts';
import { mainThread, type StackPeriod, stackOf, text, threadNamed, timeIn } from '../thread-stacks.ts';
import { attachForAll } from './attach-for-all.ts';

/** States on the wire. */
const [running, blocked, waiting, parked, sleeping] = [0, 1, 2, 3, 4];

suite('each way for main to lag is reported as what it is', { timeout: 600_000 }, () => {
  let program: Program;
  let host: Host;

  attachForAll((...both) => {
    [program, host] = both;
  });

  /**
   * Runs a command, and demands that more than a part of its time is reported as `fits`: a round of 10 ms sees a change late, and a
   * thread that other programs keep from running begins late.
   * @returns when the command ran
   */
  async function runReported(command: string, fits: (period: StackPeriod) => boolean, least = 0.7): Promise<Span> {
    const span = await untilOnTime(host, () => program.act(command));
    const share = timeIn(host, mainThread(host).thread, span, fits) / (span.endUs - span.beginUs);
    assert.ok(share > least, `${command}: ${(share * 100).toFixed(0)} % of the time, not more than ${least * 100} %`);
    return span;
  }

  /** The same for a wait whose owner is reported. Main waits only after the thread that takes the lock got a processor. */
  async function runOwned(
    command: string,
    fits: (period: StackPeriod) => boolean,
  ): Promise<{ readonly span: Span; readonly owner: Message<'waitOwner'> }> {
    const main = mainThread(host).thread;
    const span = await runReported(command, fits, 0.3);
    const owner = host.all('waitOwner').find(({ thread, atUs }) => thread === main && atUs >= span.beginUs && atUs <= span.endUs);
    assert.ok(owner !== undefined, `${command}: no owner of the lock was reported`);
    return { span, owner };
  }

  /** CPU time of a thread as /proc tells it: its first number, in nanoseconds. */
  async function kernelCpuUs(tid: number): Promise<number> {
    return Number((await readFile(`/proc/${program.pid}/task/${tid}/schedstat`, 'utf8')).split(' ', 1)[0]) / 1000;
  }

  const inFrame = (period: StackPeriod, method: string): boolean => period.stack.some((frame) => frame.startsWith(`Program.${method}:`));

  test('computing', async () => {
    const { thread: main, tid } = mainThread(host);
    let usedUs = 0;
    const span = await untilOnTime(host, async () => {
      const before = await kernelCpuUs(tid);
      const spin = await program.act('spin 400');
      usedUs = (await kernelCpuUs(tid)) - before;
      return spin;
    });
    const spun = timeIn(host, main, span, (period) => period.state === running && inFrame(period, 'spin'));
    assert.ok(spun > 0.7 * (span.endUs - span.beginUs), `${spun} us in spin`);
    const cpuUs = [...host.all('run'), ...host.all('sample')]
      .filter(({ thread, atUs }) => thread === main && atUs > span.beginUs && atUs <= span.endUs)
      .reduce((sum, { cpuUs: us = 0 }) => sum + us, 0);
    // Main's work since the last report, 50 ms ago at most, comes behind the end; so does a round of 10 ms.
    assert.ok(cpuUs > 0 && Math.abs(cpuUs - usedUs) < 60_000, `CPU ${cpuUs} us, by the kernel ${usedUs} us`);
  });

  test('sleeping', async () => {
    await runReported('sleep 300', (period) => period.state === sleeping && period.stack[0]?.startsWith('java.lang.Thread.sleep') === true);
  });

  test('waiting for a notification', async () => {
    const span = await runReported('wait 300', (period) => period.state === waiting && inFrame(period, 'waitForNobody'));
    // Threads of the virtual machine wait for notifications, too.
    const main = mainThread(host).thread;
    const wait = await host.until('waitBegin', ({ kind, thread, atUs }) => kind === 2 && thread === main && atUs >= span.beginUs);
    assert.equal(text(host, wait.object), 'Ljava/lang/StringBuilder;');
  });

  test('blocked by a monitor, whose owner is reported with its stack', async () => {
    const { span, owner } = await runOwned('monitor 400', (period) => period.state === blocked && inFrame(period, 'enterHeldMonitor'));
    const main = mainThread(host).thread;
    const begin = await host.until('waitBegin', ({ kind, thread, atUs }) => kind === 1 && thread === main && atUs >= span.beginUs);
    const end = await host.until('waitEnd', ({ thread, atUs }) => thread === main && atUs > begin.atUs);
    assert.equal(text(host, begin.object), 'Ljava/lang/Object;');
    assert.equal(owner.owner, threadNamed(host, 'holder').thread);
    assert.ok(
      stackOf(host, owner.ownerNode).some((frame) => frame.startsWith('Program.holdMonitor:')),
      String(stackOf(host, owner.ownerNode)),
    );
    // The wait's own clock readings lie within what the program measured around it.
    assert.ok(begin.atUs >= span.beginUs && end.atUs <= span.endUs + 1000);
    assert.ok(owner.atUs - begin.atUs >= 20_000, 'the owner is asked for after 20 ms');
  });

  test('parked for a lock, whose owner is reported too', async () => {
    const { owner } = await runOwned('lock 400', (period) => period.state === parked && inFrame(period, 'takeHeldLock'));
    assert.equal(owner.owner, threadNamed(host, 'lock-holder').thread);
    assert.equal(text(host, owner.object), 'Ljava/util/concurrent/locks/ReentrantLock$NonfairSync;');
  });

  test('deep in a recursion', async () => {
    const span = await runReported(
      'deep 300',
      (period) => period.stack.filter((frame) => frame.startsWith('Program.descend:')).length === 201,
    );
    assert.ok(span.endUs > span.beginUs);
  });

  test('deeper than is asked for: the innermost frames, as many as that', async () => {
    await host.settings({ depth: 64 });
    // Of 201 calls of descend those that are left by spin and the clock that it reads.
    const isDescent = (frame: string): boolean => frame.startsWith('Program.descend:');
    await runReported('deep 300', ({ stack }) => stack.length === 64 && stack.filter(isDescent).length >= 62 && !isDescent(stack[0] ?? ''));
    await host.settings({});
  });

  test('collecting garbage, with its pauses', async () => {
    const span = await program.act('gc 300');
    await host.reached(span.endUs);
    const within = (atUs: number): boolean => atUs >= span.beginUs && atUs <= span.endUs;
    const begins = host.all('gcBegin').filter(({ atUs }) => within(atUs));
    const ends = host.all('gcEnd').filter(({ atUs }) => within(atUs));
    assert.ok(begins.length > 0 && Math.abs(begins.length - ends.length) <= 1, `${begins.length} begins, ${ends.length} ends`);
  });

  test('threads are reported when they start, with their kernel ids, and when they end', async () => {
    await program.act('thread 50');
    const short = await host.until('thread', ({ name }) => name === 'short-lived');
    assert.ok(short.tid > 0 && short.group === 'main' && (short.flags & 2) === 2);
    await host.until('threadEnd', ({ thread }) => thread === short.thread);
  });

  test('threads older than the agent have a kernel id only where their name is unique', async () => {
    assert.ok(threadNamed(host, 'only-one').tid > 0);
    // Both are "twin-of-a-long-" to the kernel.
    assert.equal(threadNamed(host, 'twin-of-a-long-name-1').tid, 0);
    assert.equal(threadNamed(host, 'twin-of-a-long-name-2').tid, 0);
  });

  test('a new name is reported', async () => {
    const before = mainThread(host);
    await program.act('rename');
    const renamed = await host.until('thread', ({ name }) => name === 'renamed-main');
    assert.equal(renamed.thread, before.thread);
  });

  test('nothing of it made the JVM complain', () => {
    assert.doesNotMatch(program.complaints, /WARNING|FATAL|JNI/);
  });
});
