import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import type { Program } from '../program.ts';
import type { Host, Of } from '../test-host.ts';
import { attachForAll } from './attach-for-all.ts';

const MIB = 2 ** 20;

/** By the kernel's walk through all pages (smaps_rollup, proc(5)): those of no file, and those that are swapped out. In bytes. */
async function walkedMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1]);
  return 1024 * (kilobytes('Anonymous') + kilobytes('Swap'));
}

/** User and system time by the kernel's 14th and 15th number about the process (stat, proc(5)), in microseconds. */
async function usedCpuUs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return ((Number(user) + Number(system)) * 1e6) / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
}

/** By the JVM's `GC.heap_info`: `garbage-first heap   total 131072K, used 45678K […`. In bytes. */
async function usedHeap(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('jcmd', [String(pid), 'GC.heap_info']);
  // The younger and the older part of the serial collector's heap are reported one by one.
  return 1024 * [...stdout.matchAll(/total \d+K, used (\d+)K/g)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}

const threadsOf = async (pid: number): Promise<readonly string[]> => (await readdir(`/proc/${pid}/task`)).sort();

suite('what the whole process used', { timeout: 600_000 }, () => {
  let program: Program;
  let host: Host;

  attachForAll((...both) => {
    [program, host] = both;
  });

  /** The next counters that are reported from now on. */
  async function next(): Promise<Of<'counters'>> {
    const before = host.all('counters').length;
    return host.until('counters', (message) => host.all('counters').indexOf(message) >= before);
  }

  test('CPU time, as the kernel accounts it', async () => {
    await next();
    const countBefore = host.all('counters').length;
    const before = await usedCpuUs(program.pid);
    await program.act('spin 1500');
    const after = await usedCpuUs(program.pid);
    const last = await next();
    const reported = host.all('counters').slice(countBefore, host.all('counters').indexOf(last) + 1);
    const sum = reported.reduce((cpuUs, each) => cpuUs + each.cpuUs, 0);
    const most = (await usedCpuUs(program.pid)) - before;
    // The kernel counts in ticks of 10 ms. The first of the messages began to count a moment before `before` was read.
    assert.ok(sum >= after - before - 20_000, `${sum} us are reported, at least ${after - before} were used`);
    assert.ok(sum <= most + 120_000, `${sum} us are reported, at most ${most} were used`);
  });

  test('memory of its own, without that of files', async () => {
    const [before, reported, after] = [await walkedMemory(program.pid), await next(), await walkedMemory(program.pid)];
    // Of up to 64 pages a thread's share may be counted later (SPLIT_RSS_COUNTING of the kernel), and the JVM goes on meanwhile.
    const slack = 8 * MIB;
    const bytes = reported.footprintBytes ?? Number.NaN;
    assert.ok(bytes >= Math.min(before, after) - slack && bytes <= Math.max(before, after) + slack, `${bytes} by ${before} and ${after}`);
    await program.act('hold 40');
    const more = (await next()).footprintBytes ?? Number.NaN;
    assert.ok(more >= bytes + 30 * MIB, `${more} bytes after 40 MiB were taken at ${bytes}`);
  });

  test('the heap of the virtual machine, as that one reports to its own tool', async () => {
    await program.act('hold 0');
    // A collection, after which nothing of this program's is let go for a while.
    await program.act('gc 50');
    const [before, reported, after] = [await usedHeap(program.pid), (await next()).allocatedBytes, await usedHeap(program.pid)];
    const slack = 4 * MIB;
    const bytes = reported ?? Number.NaN;
    assert.ok(bytes >= Math.min(before, after) - slack && bytes <= Math.max(before, after) + slack, `${bytes} by ${before} and ${after}`);
    await program.act('hold 40');
    const more = (await next()).allocatedBytes ?? Number.NaN;
    assert.ok(more >= bytes + 38 * MIB && more <= bytes + 60 * MIB, `${more} bytes after 40 MiB were taken at ${bytes}`);
  });

  test('its threads, and the cores of the device', async () => {
    let [before, reported, after]: readonly [readonly string[], number, readonly string[]] = [[], 0, ['none']];
    // The kernel's own list decides: while the virtual machine starts or ends a thread, no number is right for all of a second.
    while (before.join() !== after.join())
      [before, reported, after] = [await threadsOf(program.pid), (await next()).threads, await threadsOf(program.pid)];
    assert.equal(reported, before.length);
    assert.ok(reported > 5);
    const cores = Number(execFileSync('getconf', ['_NPROCESSORS_CONF'], { encoding: 'utf8' }));
    assert.equal(host.all('counters').at(-1)?.cores, cores);
  });

  test('about once a second, and what nobody knows is left out', async () => {
    const [first, second] = [await next(), await next()];
    // Rounds are late where the computer is busy, never early.
    assert.ok(second.atUs - first.atUs >= 1_000_000, `${second.atUs - first.atUs}`);
    assert.deepEqual([second.thermal, second.allocations], [undefined, undefined]);
  });
});
