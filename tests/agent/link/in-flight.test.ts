import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { agentsRoot, sources } from '../../../device-agents/build/sources.ts';
import { attach, Program, type Span } from '../program.ts';
import { compileTestAgent } from '../runtime/test-agent.ts';
import { connectWhenFree } from '../test-host.ts';

const execute = promisify(execFile);
const CHECK_INTERVAL_MS = 20;

/** A thread of the app that stands still inside the agent, as one does that a debugger stopped there. */
interface Stalled extends AsyncDisposable {
  /** Lets it go on, and waits until it ended. */
  release(): Promise<Span>;
}

async function stall(program: Program): Promise<Stalled> {
  const path = join(program.folder, 'stall.sock');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const library = await compileTestAgent('stall', program.folder);
  const { stdout } = await execute('jcmd', [String(program.pid), 'JVMTI.agent_load', library, path]);
  assert.match(stdout, /return code: 0/);
  const standsStill: Promise<Socket[]> = once(server, 'connection');
  const started = program.act('thread 1');
  const [socket] = await standsStill;
  return {
    release: async () => {
      socket?.end('x');
      return await started;
    },
    [Symbol.asyncDispose]: async () => {
      socket?.destroy();
      server.close();
      await started.catch(() => undefined);
    },
  };
}

/** Waits until the agent's thread is gone: it waits a second for threads that are in the agent. */
async function agentIsAsleep(program: Program): Promise<void> {
  const tasks = `/proc/${program.pid}/task`;
  for (;;) {
    const names = await Promise.all((await readdir(tasks)).map((tid) => readFile(join(tasks, tid, 'comm'), 'utf8').catch(() => '')));
    if (!names.some((name) => name.trim() === 'laglens')) return;
    await pause(CHECK_INTERVAL_MS);
  }
}

async function detach(socket: string): Promise<void> {
  using host = await connectWhenFree(socket);
  await host.until('sample');
  host.say({ type: 'detach' });
  await host.until('bye');
  await host.closed;
}

test('the app’s threads use no memory of the agent but what their flight gave them', async () => {
  for (const path of await sources('android/**/*.c', 'core/**/*.c')) {
    assert.doesNotMatch(await readFile(join(agentsRoot, path), 'utf8'), /laglens_agent\.(memory|capture)/, path);
  }
});

suite('a thread that stands still inside the agent', { timeout: 300_000 }, () => {
  test('finds the agent’s memory when it goes on after a detach', async () => {
    await using program = await Program.start();
    const socket = await attach(program);
    await using stalled = await stall(program);
    await detach(socket);
    await agentIsAsleep(program);
    await stalled.release();
    assert.equal(await program.finish(), 0);
    assert.doesNotMatch(program.complaints, /SIGSEGV|WARNING|FATAL/);
  });

  test('keeps no later capture from working, and neither hurts the other when it goes on in the midst of it', async () => {
    await using program = await Program.start();
    const socket = await attach(program);
    {
      await using stalled = await stall(program);
      await detach(socket);
      await agentIsAsleep(program);
      const again = await attach(program, { rand: '00000001' });
      using host = await connectWhenFree(again);
      const { thread } = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
      await host.until('sample', (sample) => sample.thread === thread);
      const standing = await host.until('thread', ({ name }) => name === 'short-lived');
      await stalled.release();
      await host.until('threadEnd', (end) => end.thread === standing.thread);
      host.say({ type: 'detach' });
      await host.closed;
    }
    await agentIsAsleep(program);
    const reattachedSocket = await attach(program, { rand: '00000002' });
    await detach(reattachedSocket);
    assert.equal(await program.finish(), 0);
    assert.doesNotMatch(program.complaints, /SIGSEGV|WARNING|FATAL/);
  });
});
