import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { untilOnTime } from '../on-time.ts';
import { Program, shippedLibrary } from '../program.ts';
import { Host } from '../test-host.ts';
import { mainThread, type StackPeriod, threadNamed, timeIn } from '../thread-stacks.ts';
import { attachForAll } from './attach-for-all.ts';

const commands = ['spin 200', 'sleep 200', 'wait 200', 'monitor 200', 'lock 200', 'deep 200'];
const frames = ['spin', 'sleep', 'waitForNobody', 'enterHeldMonitor', 'takeHeldLock', 'descend'];

const PAIRS = 3;
const ROUNDS = 4;

suite('rounds', { timeout: 600_000 }, () => {
  let program: Program;
  let host: Host;

  attachForAll((...both) => {
    [program, host] = both;
  });

  test('something is said at least every 50 ms, at any interval', async () => {
    for (const intervalUs of [1000, 10_000, 50_000]) {
      await host.settings({ intervalUs });
      const span = await program.act('spin 600');
      await host.reached(span.endUs);
      const ticks = host.all('tick').filter(({ atUs }) => atUs >= span.beginUs && atUs <= span.endUs);
      // A busy computer delays rounds, but never makes the agent let more of them pass in silence.
      assert.ok(ticks.length > 1);
      for (const { rounds } of ticks.slice(1)) assert.ok((rounds - 1) * intervalUs <= 50_000, `at ${intervalUs} us: ${rounds} rounds`);
    }
    await host.settings({});
  });

  test('an open run that uses CPU is reported again before 50 ms are over', async () => {
    const span = await program.act('spin 600');
    await host.reached(span.endUs);
    const main = mainThread(host).thread;
    const reported = host.all('run').filter(({ thread, atUs }) => thread === main && atUs >= span.beginUs && atUs <= span.endUs);
    assert.ok(reported.length > 1);
    // Rounds of 10 ms, as above.
    for (const { samples } of reported) assert.ok(samples <= 5, `${samples} samples were merged in silence`);
  });

  test('a thread that does nothing is not walked and not reported again', async () => {
    const resting = threadNamed(host, 'only-one').thread;
    const skippedBefore = host.all('overhead').reduce((sum, { skipped }) => sum + skipped, 0);
    const span = await program.act('sleep 1200');
    await host.reached(span.endUs);
    const reported = [...host.all('sample'), ...host.all('run')].filter(({ thread, atUs }) => thread === resting && atUs >= span.beginUs);
    assert.deepEqual(reported, []);
    assert.ok(host.all('overhead').reduce((sum, { skipped }) => sum + skipped, 0) > skippedBefore + 100);
  });

  test('where the kernel id is unknown, CPU time is unknown, and the thread is walked', async () => {
    const twin = threadNamed(host, 'twin-of-a-long-name-1');
    assert.equal(twin.tid, 0);
    const samples = [...host.all('sample'), ...host.all('run')].filter(({ thread }) => thread === twin.thread);
    assert.ok(samples.length > 1);
    assert.ok(samples.every(({ cpuUs }) => cpuUs === undefined));
  });

  test('a stack whose thread used no CPU is the stack of a full walk', async () => {
    // A change is seen a round of 5 ms late.
    const found: Record<'full' | 'saved', (readonly number[])[]> = { full: [], saved: [] };
    for (let pair = 0; pair < PAIRS; pair++) {
      found.full.push(await sharesOf(1));
      found.saved.push(await sharesOf(0));
    }
    const shares = { full: means(found.full), saved: means(found.saved) };
    assert.ok(shares.full.some((share) => share > 0.9));
    const different = commands.flatMap((command, row) =>
      frames.flatMap((frame, column) => {
        const [full = 0, saved = 0] = [shares.full, shares.saved].map((each) => each[row * frames.length + column]);
        if (Math.abs(full - saved) < 0.25) return [];
        return [`${command} in ${frame}: ${full.toFixed(2)} by full walks, ${saved.toFixed(2)} otherwise`];
      }),
    );
    assert.deepEqual(different, []);
    await host.settings({});
  });

  test('many short sleeps are as long as the program slept, with full walks and without', async () => {
    // On a busy computer each lasts longer, now and then, and so does the work between them: the program alone knows.
    for (const walkAlways of [1, 0]) {
      await host.settings({ walkAlways, intervalUs: 5000 });
      const differences: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const span = await untilOnTime(host, () => program.act('many 600'));
        const seenUs = timeIn(host, mainThread(host).thread, span, at('sleep'));
        differences.push((seenUs - span.sleptUs) / (span.endUs - span.beginUs));
      }
      const difference = differences.reduce((sum, each) => sum + each, 0) / ROUNDS;
      assert.ok(Math.abs(difference) < 0.2, `${differences.map((each) => each.toFixed(2))} of the time too much, walkAlways ${walkAlways}`);
    }
    await host.settings({});
  });

  /** Of each command's time, the shares in each frame, with and without saved walks. */
  async function sharesOf(walkAlways: number): Promise<readonly number[]> {
    await host.settings({ walkAlways, intervalUs: 5000 });
    const found: number[] = [];
    for (const command of commands) {
      const span = await untilOnTime(host, () => program.act(command));
      const main = mainThread(host).thread;
      found.push(...frames.map((frame) => timeIn(host, main, span, at(frame)) / (span.endUs - span.beginUs)));
    }
    return found;
  }

  function at(frame: string): (period: StackPeriod) => boolean {
    return ({ stack }) => stack.some((each) => each.includes(`.${frame}:`));
  }

  test('a full ring drops samples, counts them, and goes on', async () => {
    await host.settings({ intervalUs: 1000 });
    host.pause();
    // Each flush is two bytes to the agent and some fifteen back: more than the ring and the socket hold.
    const flushes = Buffer.alloc(2 * 120_000);
    for (let i = 0; i < flushes.length; i += 2) flushes.set([1, 66], i);
    host.sayBytes(flushes);
    const span = await program.act('many 3000');
    host.resume();
    const dropped = await host.until('dropped', ({ samples }) => samples > 0);
    assert.ok(dropped.messages >= dropped.samples && dropped.why !== '');
    const after = await program.act('spin 300');
    await host.reached(after.endUs);
    assert.ok(timeIn(host, mainThread(host).thread, after, at('spin')) > 150_000);
    assert.ok(span.endUs < after.beginUs);
  });
});

test('an agent loaded with the JVM works from its start', { timeout: 600_000 }, async () => {
  await using first = await Program.start();
  const { folder } = first;
  await using program = await Program.start(
    `-agentpath:${shippedLibrary}=token=00112233445566778899aabbccddeeff,rand=00000001,dir=${folder}`,
  );
  using host = await Host.connect(`${folder}/laglens-${program.pid}-00000001.sock`);
  const { capabilities } = await host.until('hello');
  // Only then does a desktop JVM tell the contended monitor and SMAPs.
  assert.equal(capabilities.find(({ name }) => name === 'contendedMonitor')?.enabled, 1);
  await host.until('sample');
  const { beginUs, endUs } = await untilOnTime(host, () => program.act('monitor 200'));
  const main = mainThread(host).thread;
  const wait = host.all('waitOwner').find(({ thread, atUs }) => thread === main && atUs > beginUs && atUs < endUs);
  assert.equal(wait?.owner, threadNamed(host, 'holder').thread);
  assert.equal(await program.finish(), 0);
  await host.until('bye');
  assert.doesNotMatch(program.complaints, /WARNING|FATAL|JNI/);
});

/** Of each column. */
function means(rows: readonly (readonly number[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? Number.NaN), 0) / rows.length);
}
