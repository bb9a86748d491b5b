import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import type { Program, Span } from '../program.ts';
import { retryUntilCorrect, unmetConditions } from '../retry-until-correct.ts';
import type { Host } from '../test-host.ts';
import { mainThread, type StackPeriod, stackOf, text, threadNamed, timeIn } from '../thread-stacks.ts';
import { attachForAll } from './attach-for-all.ts';

/** States on the wire. */
const [running, blocked, waiting, parked, sleeping] = [0, 1, 2, 3, 4];

suite('each way for main to lag is told as what it is', { timeout: 600_000 }, () => {
  let program: Program;
  let host: Host;

  attachForAll((...both) => {
    [program, host] = both;
  });

  /**
   * Runs a command until at least this part of its time (rounds may come late on a busy computer) is told as `fits`, and nothing else
   * about it is wrong. Gives when that was.
   */
  async function untilReported(
    command: string,
    fits: (period: StackPeriod) => boolean,
    { least = 0.7, wrongIn = async () => [] }: { least?: number; wrongIn?: (span: Span) => Promise<readonly string[]> } = {},
  ): Promise<Span> {
    let span: Span = { beginUs: 0, endUs: 0 };
    await retryUntilCorrect(async () => {
      span = await program.act(command);
      await host.reached(span.endUs);
      const share = timeIn(host, mainThread(host).thread, span, fits) / (span.endUs - span.beginUs);
      const words = `${command}: ${(share * 100).toFixed(0)} % of the time, more than ${least * 100} %`;
      return [...unmetConditions({ [words]: share > least }), ...(await wrongIn(span))];
    });
    return span;
  }

  /**
   * The same for a wait whose owner is told. An agent that gets no CPU during the wait cannot ask who holds the lock: then the program
   * waits again.
   */
  async function untilOwnerReported(
    command: string,
    fits: (period: StackPeriod) => boolean,
  ): Promise<{ span: Span; owner: Message<'waitOwner'> }> {
    const main = mainThread(host).thread;
    for (let tries = 1; ; tries++) {
      // Before main can wait, the thread that takes the lock must get a CPU.
      const span = await untilReported(command, fits, { least: 0.3 });
      const owner = host.all('waitOwner').find(({ thread, atUs }) => thread === main && atUs >= span.beginUs && atUs <= span.endUs);
      if (owner !== undefined) return { span, owner };
      assert.ok(tries < 5, `${command}: nobody was told to hold the lock in ${tries} waits`);
    }
  }

  /** CPU time of a thread as /proc tells it: its first number, in nanoseconds. */
  async function kernelCpuUs(tid: number): Promise<number> {
    return Number((await readFile(`/proc/${program.pid}/task/${tid}/schedstat`, 'utf8')).split(' ', 1)[0]) / 1000;
  }

  const inFrame = (period: StackPeriod, method: string): boolean => period.stack.some((frame) => frame.startsWith(`Program.${method}:`));

  test('computing', async () => {
    const { thread: main, tid } = mainThread(host);
    let before = await kernelCpuUs(tid);
    const wrongIn = async (span: Span): Promise<readonly string[]> => {
      const now = await kernelCpuUs(tid);
      const usedUs = now - before;
      before = now;
      const cpuUs = [...host.all('run'), ...host.all('sample')]
        .filter(({ thread, atUs }) => thread === main && atUs > span.beginUs && atUs <= span.endUs)
        .reduce((sum, { cpuUs = 0 }) => sum + cpuUs, 0);
      // What comes after the last announcement is told later.
      return unmetConditions({ [`CPU ${cpuUs} us, by the kernel ${usedUs} us`]: cpuUs > 0 && Math.abs(cpuUs - usedUs) < 60_000 });
    };
    await untilReported('spin 400', (period) => period.state === running && inFrame(period, 'spin'), { wrongIn });
  });

  test('sleeping', async () => {
    await untilReported(
      'sleep 300',
      (period) => period.state === sleeping && period.stack[0]?.startsWith('java.lang.Thread.sleep') === true,
    );
  });

  test('waiting for a notification', async () => {
    const span = await untilReported('wait 300', (period) => period.state === waiting && inFrame(period, 'waitForNobody'));
    const wait = await host.until('waitBegin', ({ kind, atUs }) => kind === 2 && atUs >= span.beginUs);
    assert.equal(text(host, wait.object), 'Ljava/lang/StringBuilder;');
  });

  test('blocked by a monitor, whose owner is told with its stack', async () => {
    const { span, owner } = await untilOwnerReported(
      'monitor 400',
      (period) => period.state === blocked && inFrame(period, 'enterHeldMonitor'),
    );
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

  test('parked for a lock, whose owner is told too', async () => {
    const { owner } = await untilOwnerReported('lock 400', (period) => period.state === parked && inFrame(period, 'takeHeldLock'));
    assert.equal(owner.owner, threadNamed(host, 'lock-holder').thread);
    assert.equal(text(host, owner.object), 'Ljava/util/concurrent/locks/ReentrantLock$NonfairSync;');
  });

  test('deep in a recursion', async () => {
    const span = await untilReported(
      'deep 300',
      (period) => period.stack.filter((frame) => frame.startsWith('Program.descend:')).length === 201,
    );
    assert.ok(span.endUs > span.beginUs);
  });

  test('deeper than is asked for: the innermost frames, as many as that', async () => {
    await host.settings({ depth: 64 });
    // Of 201 calls of descend those that are left by spin and the clock that it reads.
    const isDescent = (frame: string): boolean => frame.startsWith('Program.descend:');
    await untilReported(
      'deep 300',
      ({ stack }) => stack.length === 64 && stack.filter(isDescent).length >= 62 && !isDescent(stack[0] ?? ''),
    );
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

  test('threads are told when they start, with their kernel ids, and when they end', async () => {
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

  test('a new name is told', async () => {
    const before = mainThread(host);
    await program.act('rename');
    const renamed = await host.until('thread', ({ name }) => name === 'renamed-main');
    assert.equal(renamed.thread, before.thread);
  });

  test('nothing of it made the JVM complain', () => {
    assert.doesNotMatch(program.complaints, /WARNING|FATAL|JNI/);
  });
});
