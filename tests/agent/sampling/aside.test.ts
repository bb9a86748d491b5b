import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import type { Program } from '../program.ts';
import type { Host } from '../test-host.ts';
import { mainThread } from '../thread-stacks.ts';
import { attachForAll } from './attach-for-all.ts';

const TRIES = 40;

suite('the agent’s own thread', { timeout: 600_000 }, () => {
  let program: Program;
  let host: Host;

  attachForAll((...both) => {
    [program, host] = both;
  });

  test('leaves the CPU that main computes on to main', async (t) => {
    if (availableParallelism() === 1) return t.skip('this computer has one CPU for all threads');
    const main = mainThread(host).tid;
    const own = (await host.until('thread', ({ flags, tid }) => (flags & 4) !== 0 && tid !== 0)).tid;
    const all = await cpusOf(program, main);
    // The kernel may move main between the agent's look and ours, and for 2 s after a late round the agent runs anywhere.
    let inTime = 0;
    for (let tries = 0; tries < TRIES && inTime < TRIES / 2; tries++) {
      const before = host.all('overhead').length;
      const lastUs = host.all('tick').at(-1)?.atUs ?? 0;
      const spinning = program.act('spin 500');
      await host.until('tick', ({ atUs }) => atUs > lastUs + 100_000);
      const [cpu, left] = await Promise.all([cpuOf(program, main), cpusOf(program, own)]);
      await spinning;
      if (left.length === all.length - 1 && !left.includes(cpu)) return;
      // A report comes once a second.
      if (
        host
          .all('overhead')
          .slice(Math.max(0, before - 2))
          .every(({ lateRounds }) => lateRounds === 0)
      )
        inTime++;
    }
    if (inTime === 0) return t.skip('this computer is so busy that the agent was late all the time');
    assert.fail(`the agent ran wherever main did, ${inTime} times while it was in time`);
  });

  test('samples on where main has one CPU only', async () => {
    const main = mainThread(host);
    await promisify(execFile)('taskset', ['--pid', '--cpu-list', String(await cpuOf(program, main.tid)), String(main.tid)]);
    const { beginUs, endUs } = await program.act('spin 600');
    await host.reached(endUs);
    const reported = [...host.all('sample'), ...host.all('run')].filter(({ thread, atUs }) => thread === main.thread && atUs > beginUs);
    assert.ok(reported.length > 1);
  });
});

/** The CPU that a thread runs on: field 39, `processor`, of proc(5). */
async function cpuOf({ pid }: Program, tid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${tid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[39 - 3]);
}

/** The CPUs that a thread may run on, as `0-2,5` in its status. */
async function cpusOf({ pid }: Program, tid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${tid}/status`, 'utf8');
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(text)?.[1] ?? '';
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
