import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ArtPaths, buildArt } from '../devices/art/build-art.ts';
import { checkAllocations } from './allocations.ts';
import { Host } from './host.ts';
import { mainThread, type Stretch, stackOf, text, threadNamed, timeIn } from './picture.ts';
import { defaultToken, hookJar, Program, shippedLibrary } from './program.ts';

const execute = promisify(execFile);

suite('on the real Android Runtime', { timeout: 600_000 }, () => {
  let art: ArtPaths;
  let folder: string;

  before(async () => {
    art = await buildArt();
    folder = await mkdtemp(join(tmpdir(), 'laglens-art-'));
    const program = fileURLToPath(new URL('java/Program.java', import.meta.url));
    await execute('javac', ['--release', '8', '-Xlint:-options', '-g', '-d', folder, program]);
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar];
    await execute('java', [...d8, '--output', join(folder, 'program.jar'), join(folder, 'Program.class')]);
  });
  after(() => rm(folder, { recursive: true }));

  const start = (env: NodeJS.ProcessEnv): Promise<Program> =>
    Program.run(['-cp', join(folder, 'program.jar'), 'Program'], art.run, { ART_DATA: join(folder, 'data'), ...env });

  async function connect(program: Program, rand: string): Promise<Host> {
    const options = `token=${defaultToken},rand=${rand},dir=${program.folder},hook=${hookJar}`;
    const socket = join(program.folder, `laglens-${program.pid}-${rand}.sock`);
    await program.act(`attach ${shippedLibrary}=${options}`);
    // An agent that is at work already takes the new name when its own thread comes to it.
    while (!existsSync(socket)) await program.act('sleep 5');
    return Host.connect(socket);
  }

  const inFrame = (stretch: Stretch, method: string): boolean => stretch.stack.some((frame) => frame.startsWith(`Program.${method}:`));

  async function share(program: Program, host: Host, command: string, fits: (stretch: Stretch) => boolean): Promise<number> {
    const span = await program.act(command);
    await host.reached(span.endUs);
    return timeIn(host, mainThread(host).thread, span, fits) / (span.endUs - span.beginUs);
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
    // What the heap holds is memory of its own.
    const { allocatedBytes = 0, footprintBytes = 0, threads } = await host.until('counters');
    assert.ok(allocatedBytes > 100_000 && allocatedBytes < footprintBytes && threads > 5, `${allocatedBytes} ${footprintBytes} ${threads}`);
    // The interpreter calls nanoTime as the native method that it is.
    assert.ok((await share(program, host, 'spin 300', (stretch) => [0, 5].includes(stretch.state) && inFrame(stretch, 'spin'))) > 0.7);
    assert.ok((await share(program, host, 'sleep 300', (stretch) => stretch.state === 4)) > 0.7);
    assert.ok((await share(program, host, 'wait 300', (stretch) => stretch.state === 2 && inFrame(stretch, 'waitForNobody'))) > 0.7);
    // ART does not tell parked from waiting.
    // Before it can wait, the thread that takes the lock must get a CPU: less of the time is certain.
    assert.ok((await share(program, host, 'lock 400', (stretch) => stretch.state === 3 && inFrame(stretch, 'takeHeldLock'))) > 0.3);
    assert.ok((await share(program, host, 'monitor 400', (stretch) => stretch.state === 1 && inFrame(stretch, 'enterHeldMonitor'))) > 0.3);
    const [lockOwner, monitorOwner] = ['lock-holder', 'holder'].map((name) => threadNamed(host, name).thread);
    const main = mainThread(host).thread;
    const ownerOf = (owner: number | undefined) => host.until('waitOwner', (wait) => wait.thread === main && wait.owner === owner);
    assert.match(text(host, (await ownerOf(lockOwner)).object) ?? '', /ReentrantLock/);
    const { ownerNode } = await ownerOf(monitorOwner);
    assert.ok(stackOf(host, ownerNode).some((frame) => frame.startsWith('Program.holdMonitor:')));
    // Sleeping is waiting for an object of ART's own; nobody holds anything.
    assert.ok(!host.all('waitBegin').some(({ thread, object }) => thread === main && text(host, object) === undefined));
    // A thread without any Java frame is a thread with an empty stack.
    const signals = threadNamed(host, 'Signal Catcher').thread;
    assert.equal((await host.until('sample', ({ thread }) => thread === signals)).node, 0);
  });

  test('an app that was not debuggable from its start gives the restricted environment, which does', async () => {
    await using program = await start({ DEBUGGABLE: '0' });
    using host = await connect(program, '00000002');
    await host.until('sample');
    assert.ok((await share(program, host, 'spin 300', (stretch) => inFrame(stretch, 'spin'))) > 0.7);
  });

  test('what threads allocate is told as soon and as long as a host asks', async () => {
    await using program = await start({});
    using host = await connect(program, '00000006');
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
