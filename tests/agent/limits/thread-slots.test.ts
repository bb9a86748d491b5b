import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { attach, Program } from '../program.ts';
import { connectWhenFree, type Host, type Of } from '../test-host.ts';

const execute = promisify(execFile);
const CHECK_INTERVAL_MS = 20;
/** More than the slots of device-agents/android/vm/threads.h. */
const CROWD = 600;

suite('an app with more threads than the agent has slots', { timeout: 300_000 }, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-slots-'));
    await execute('javac', ['-g', '-d', folder, fileURLToPath(new URL('../java/Thrash.java', import.meta.url))]);
  });
  after(() => rm(folder, { recursive: true }));

  const start = (): Promise<Program> => Program.run(['-Xss256k', '-cp', folder, 'Thrash']);

  test('has each of them followed as soon as others ended, and says so', async () => {
    await using program = await start();
    using host = await connectWhenFree(await attach(program));
    await host.until('sample');
    await program.ask(`many ${CROWD}`);
    await host.until('overhead', ({ full }) => (full & 4) !== 0);
    for (let ended = 0; ended < CROWD - 300; ended += 50) await program.ask('fewer 50');
    const { atUs } = await host.until('tick', (tick) => tick.atUs > lastUs(host));
    await host.until('overhead', (cost) => cost.atUs > atUs && cost.full === 0);
    // Threads end in the order in which they began, and the last ones found no slot.
    const named = new Set(host.all('thread').map(({ name }) => name));
    const missing = Array.from({ length: CROWD }, (_, index) => `standing-${index}`).filter((name) => !named.has(name));
    assert.deepEqual(missing, []);
    const late = host.all('thread').findLast(({ name }) => name === `standing-${CROWD - 1}`);
    assert.equal(late?.tid, await tidNamed(program, `standing-${CROWD - 1}`));
  });

  test('whose threads end while the link is broken has slots for those that begin then', async () => {
    await using program = await start();
    const socket = await attach(program);
    {
      using first = await connectWhenFree(socket);
      await first.until('sample');
      await program.ask(`many ${CROWD}`);
      await first.until('overhead', ({ full }) => (full & 4) !== 0);
    }
    await program.ask('few');
    await agentTookTurns(program, 3);
    await program.ask('many 20');
    using second = await connectWhenFree(socket);
    const thread = await second.until('thread', ({ name }) => name === 'standing-19');
    // A thread that finds its slot when it begins says its own kernel id; one that is listed later need not have one that is known.
    assert.equal(thread.tid, await tidNamed(program, 'standing-19'));
    assert.equal((await second.until('overhead')).full, 0);
  });

  const lastUs = (host: Host): number => host.messages.filter((each): each is Of<'thread'> => each.type === 'thread').at(-1)?.atUs ?? 0;

  /** The kernel's id of the thread with a name. */
  async function tidNamed(program: Program, name: string): Promise<number> {
    return Number(await taskNamed(program, name));
  }

  async function taskNamed(program: Program, name: string): Promise<string | undefined> {
    const tasks = `/proc/${program.pid}/task`;
    for (const tid of await readdir(tasks)) {
      if ((await readFile(join(tasks, tid, 'comm'), 'utf8').catch(() => '')).trim() === name) return tid;
    }
    return undefined;
  }

  /** Waits until the agent's thread, which nobody is connected to, slept and woke so often. */
  async function agentTookTurns(program: Program, turns: number): Promise<void> {
    const tid = await taskNamed(program, 'laglens');
    const sleeps = async (): Promise<number> => {
      const status = await readFile(`/proc/${program.pid}/task/${tid}/status`, 'utf8');
      return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1]);
    };
    const before = await sleeps();
    while ((await sleeps()) < before + turns) await pause(CHECK_INTERVAL_MS);
  }
});
