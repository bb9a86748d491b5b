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

/** Checks that count, while the agent was in time. */
const CHECKS = 20;
/** So long a busy computer may keep the agent from being in time. */
const BUSY_MS = 60_000;
/** After a late round the agent runs anywhere for 2 s; a report comes once a second and counts the second before it. */
const ANYWHERE_US = 3_000_000;
/** Main may be moved between the agent's look, which is 25 ms old at most, and ours. */
const OFF_SHARE = 0.8;

/** Where main and the agent were during two ticks. */
interface Check {
  readonly atUs: number;
  readonly isOffMainCpu: boolean;
}

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
    const checks: Check[] = [];
    const counting = (): readonly Check[] => checks.filter(({ atUs }) => wasInTime(host, atUs));
    const startMs = performance.now();
    while (counting().length < CHECKS && performance.now() - startMs < BUSY_MS) {
      let isOver = false;
      const spinning = program.act('spin 3000').finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const before = await cpuOf(program, main);
        const fromUs = host.all('tick').at(-1)?.atUs ?? 0;
        await Promise.race([spinning, host.until('tick', ({ atUs }) => atUs > fromUs + 50_000)]);
        const [cpu, left] = await Promise.all([cpuOf(program, main), cpusOf(program, own)]);
        // Where main was moved meanwhile, the agent's answer to that may be under way.
        if (cpu === before && !isOver) checks.push({ atUs: fromUs, isOffMainCpu: left.length === all.length - 1 && !left.includes(cpu) });
      }
      await host.until('overhead', ({ atUs }) => atUs > (checks.at(-1)?.atUs ?? 0));
      await spinning;
    }
    const counted = counting();
    t.diagnostic(
      `${counted.filter(({ isOffMainCpu }) => isOffMainCpu).length} of ${counted.length} checks off main’s CPU, ${checks.length} in all`,
    );
    if (counted.length < CHECKS) return t.skip('this computer is so busy that the agent was late all the time');
    assert.ok(
      counted.filter(({ isOffMainCpu }) => isOffMainCpu).length >= OFF_SHARE * counted.length,
      counted.map(({ isOffMainCpu }) => isOffMainCpu).join(),
    );
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

/** Whether no round was late before a check for so long that the agent yields main’s CPU, by its own reports. */
function wasInTime(host: Host, atUs: number): boolean {
  const reports = host.all('overhead');
  const last = reports.findIndex((report) => report.atUs > atUs);
  if (last === -1) return false;
  return reports.slice(0, last + 1).every(({ atUs: endUs, lateRounds }) => lateRounds === 0 || endUs < atUs - ANYWHERE_US);
}

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
