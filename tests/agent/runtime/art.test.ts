import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { artVersions } from '../../runtimes/art/build-art.ts';
import { ArtProgram } from '../art-program.ts';
import { untilOnTime } from '../on-time.ts';
import { defaultToken, hookJar, type Program, shippedLibrary } from '../program.ts';
import { checkAllocations } from '../sampling/allocations.ts';
import { Host, type Of } from '../test-host.ts';
import { mainThread, type StackPeriod, stackOf, text, threadNamed, timeIn } from '../thread-stacks.ts';
import { compileTestAgent } from './test-agent.ts';

for (const version of artVersions)
  suite(`on the real Android Runtime ${version}`, { timeout: 600_000 }, () => {
    let compiled: ArtProgram;
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'laglens-art-'));
      compiled = await ArtProgram.compile(folder, version);
    });
    after(() => rm(folder, { recursive: true }));

    const start = (env: NodeJS.ProcessEnv): Promise<Program> => compiled.start(env);

    async function connect(program: Program, rand: string): Promise<Host> {
      const options = `token=${defaultToken},rand=${rand},dir=${program.folder},hook=${hookJar}`;
      const socket = join(program.folder, `laglens-${program.pid}-${rand}.sock`);
      await program.act(`attach ${shippedLibrary}=${options}`);
      // An agent that is at work already takes the new name when its own thread comes to it.
      while (!existsSync(socket)) await program.act('sleep 5');
      return Host.connect(socket);
    }

    const inFrame = (period: StackPeriod, method: string): boolean => period.stack.some((frame) => frame.startsWith(`Program.${method}:`));

    /** More than `least` of a command's time must be reported as `fits`: a round of 10 ms sees a change late. */
    async function checkReported(
      [program, host]: readonly [Program, Host],
      command: string,
      fits: (period: StackPeriod) => boolean,
      least = 0.7,
    ): Promise<void> {
      const span = await untilOnTime(host, () => program.act(command));
      const share = timeIn(host, mainThread(host).thread, span, fits) / (span.endUs - span.beginUs);
      assert.ok(share > least, `${command}: ${share} of the time, not more than ${least}`);
    }

    test('a debuggable app: states, owners, kernel ids', async () => {
      await using program = await start({});
      using host = await connect(program, '00000001');
      const { capabilities, os } = await host.until('hello');
      assert.equal(os, 'android');
      assert.deepEqual(
        capabilities.filter(({ enabled }) => enabled === 0).map(({ name }) => name),
        // There is no looper in this one.
        ['messages'],
      );
      await host.until('sample');
      // The main thread is the one that the process began with.
      assert.equal(mainThread(host).tid, program.pid);
      // The heap's memory is its own. Its use is unknown where its size changes in between.
      const counted = await host.until('counters', (each) => each.allocatedBytes !== undefined);
      const { allocatedBytes = 0, footprintBytes = 0, threads } = counted;
      assert.ok(
        allocatedBytes > 100_000 && allocatedBytes < footprintBytes && threads > 5,
        `${allocatedBytes} ${footprintBytes} ${threads}`,
      );
      // The interpreter calls nanoTime as the native method that it is.
      const both = [program, host] as const;
      await checkReported(both, 'spin 300', (period) => [0, 5].includes(period.state) && inFrame(period, 'spin'));
      await checkReported(both, 'sleep 300', (period) => period.state === 4);
      await checkReported(both, 'wait 300', (period) => period.state === 2 && inFrame(period, 'waitForNobody'));
      // ART does not tell parked from waiting.
      // Before it can wait, the thread that takes the lock must get a CPU: less of the time is certain.
      const main = mainThread(host).thread;
      const ownedBy = (name: string) => {
        const owners = new Set(host.all('thread').flatMap((each) => (each.name === name ? [each.thread] : [])));
        return host.all('waitOwner').find((wait) => wait.thread === main && owners.has(wait.owner));
      };
      await checkReported(both, 'lock 400', (period) => period.state === 3 && inFrame(period, 'takeHeldLock'), 0.3);
      await checkReported(both, 'monitor 400', (period) => period.state === 1 && inFrame(period, 'enterHeldMonitor'), 0.3);
      for (const name of ['lock-holder', 'holder']) assert.ok(ownedBy(name) !== undefined, `${name}: no owner of the lock was reported`);
      assert.match(text(host, ownedBy('lock-holder')?.object ?? 0) ?? '', /ReentrantLock/);
      const frames = stackOf(host, ownedBy('holder')?.ownerNode ?? 0);
      assert.ok(frames.some((frame) => frame.startsWith('Program.holdMonitor:')));
      // Sleeping is waiting for an object of ART's own; nobody holds anything.
      assert.ok(!host.all('waitBegin').some(({ thread, object }) => thread === main && text(host, object) === undefined));
      // A thread without any Java frame is a thread with an empty stack.
      const signals = threadNamed(host, 'Signal Catcher').thread;
      assert.equal((await host.until('sample', ({ thread }) => thread === signals)).node, 0);
    });

    test('threads without Java frames leave no lines in the app’s log, at work or at rest', async () => {
      // At the level at which a phone logs.
      await using program = await start({ ART_LOG: 'i' });
      await program.act(`load ${await compileTestAgent('frameless', folder)}`);
      using host = await connect(program, '00000009');
      const thread = async (name: string) => (await host.until('thread', (each) => each.name === name)).thread;
      const [renders, works] = [await thread('RenderThread'), await thread('ThreadPoolForegroundWorker')];
      // Both are reported with an empty stack, and looked at again while main sleeps.
      for (const id of [renders, works]) assert.equal((await host.until('sample', (sample) => sample.thread === id)).node, 0);
      const span = await program.act('sleep 3000');
      await host.reached(span.endUs);
      assert.equal(program.complaints.match(/The stack is not large enough/g)?.length ?? 0, 0);
      const reported = [...host.all('sample'), ...host.all('run')].filter((each) => each.thread === renders && each.atUs > span.beginUs);
      assert.ok(reported.length > 1);
    });

    test('every thread that is older than the agent has its kernel id from the first word on, also where names are alike', async () => {
      await using program = await start({});
      await program.act(`load ${await compileTestAgent('frameless', folder)}`);
      using host = await connect(program, '00000010');
      await host.until('sample');
      const first = new Map<number, Of<'thread'>>();
      for (const each of host.all('thread')) if (!first.has(each.thread)) first.set(each.thread, each);
      const reported = [...first.values()];
      const tasks = await Promise.all(
        (await readdir(`/proc/${program.pid}/task`)).map(async (tid) => {
          const comm = (await readFile(`/proc/${program.pid}/task/${tid}/comm`, 'utf8')).trim();
          return `${tid} ${comm}`;
        }),
      );
      // The kernel keeps 15 characters of a name.
      for (const { tid, name } of reported)
        assert.ok(tasks.includes(`${tid} ${name.slice(0, 15)}`) || tid === program.pid, `${name}: ${tid}`);
      assert.equal(new Set(reported.map(({ tid }) => tid)).size, reported.length);
      assert.equal(reported.filter(({ name }) => name === 'ThreadPoolForegroundWorker').length, 6);
      const [one, two] = ['twin-of-a-long-name-1', 'twin-of-a-long-name-2'].map((name) => threadNamed(host, name).tid);
      assert.ok(one !== undefined && two !== undefined && one < two, `the first twin was started first: ${one}, ${two}`);
    });

    test('an app that was not debuggable from its start gives the restricted environment, which does', async () => {
      await using program = await start({ DEBUGGABLE: '0' });
      using host = await connect(program, '00000002');
      await host.until('sample');
      await checkReported([program, host], 'spin 300', (period) => inFrame(period, 'spin'));
    });

    test('what threads allocate is reported as soon and as long as a host asks', async () => {
      await using program = await start({});
      {
        using host = await connect(program, '00000006');
        await checkAllocations(program, host);
        // It leaves in the middle of a count, which the next capture of the same process begins again.
        await host.settings({ allocations: 1 });
        await program.act('allocate 1');
        host.say({ type: 'detach' });
        await host.until('bye');
      }
      using host = await connect(program, '00000008');
      await checkAllocations(program, host);
    });

    test('attached twice, detached, attached again: one agent, and the app lives on', async () => {
      await using program = await start({});
      {
        using first = await connect(program, '00000003');
        await first.until('sample');
        using second = await connect(program, '00000004');
        assert.equal((await second.until('refused')).code, 1);
        first.say({ type: 'detach' });
        await first.until('bye');
      }
      using third = await connect(program, '00000005');
      await third.until('sample');
      assert.equal(await program.finish(), 0);
      await third.closed;
    });
  });
