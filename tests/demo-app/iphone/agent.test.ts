import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Of } from '../../agent/test-host.ts';
import { AgentOnShop, agentFor } from './agent-on-shop.ts';
import { type Slice, startShop } from './start-iphone-shop.ts';

/** The app's functions in each kind's stack, innermost first; from the sources. The delegate's method ends with a jump to visitor_open. */
const stacks: Readonly<Record<string, readonly string[]>> = {
  busy: ['decode_photo', '-[FeedViewController showPhoto]', 'act', 'visitor_open', 'main'],
  lock: ['cart_item_count', 'act', 'visitor_open', 'main'],
  // format_price's frame is gone: it ends with a jump to round_price.
  tail: ['round_price', 'show_price', 'act', 'visitor_open', 'main'],
  deep: ['sort_leaf', ...Array<string>(600).fill('flatten'), 'act', 'visitor_open', 'main'],
  sync: ['-[FeedViewController(Thumbnails) showThumbnails]', 'act', 'visitor_open', 'main'],
};

/** All that an agent may call while it keeps a thread suspended: traps into the kernel, which take no lock of the app's. */
const allowed = new Set(['_thread_info', '_thread_get_state', '_thread_resume', '_vm_read_overwrite']);

for (const slice of ['simulator-x86_64', 'simulator-arm64', 'device-arm64'] as const satisfies readonly Slice[]) {
  describe(`the shipped agent in the shop (${slice})`, () => {
    test('says hello, shows a hang while it lasts, and where main is', async () => {
      await using agent = await AgentOnShop.start(slice);
      assert.equal((await socketsOf(agent.shop.pid)).length, 2);
      const { host, shop } = agent;
      const hello = await host.until('hello');
      assert.deepEqual(
        [hello.process, hello.os, hello.abi],
        ['com.example.shop', slice === 'device-arm64' ? 'ios' : 'ios-simulator', slice === 'simulator-x86_64' ? 'x86_64' : 'arm64'],
      );
      const main = await agent.main();
      for (const [kind, functions] of Object.entries(stacks)) {
        const tick = await tickInside(agent, kind);
        const sample = host.all('sample').findLast(({ thread, atUs }) => thread === main && atUs <= tick.atUs);
        // An inlined function is a frame of its own; the jump to an imported function has no name.
        const seen = agent.functionsIn(sample?.node ?? 0).filter((name) => name !== 'mix' && name !== 'now_ms' && name !== '');
        assert.deepEqual(seen, functions, kind);
      }
      const { suspensions, calls } = await shop.terminate();
      assert.ok(suspensions > 50, `${suspensions} suspensions`);
      assert.deepEqual(
        Object.keys(calls).filter((name) => !allowed.has(name)),
        [],
      );
      // Once for each: at its end, and for the registers. One may have been under way when the app ended.
      for (const name of ['_thread_resume', '_thread_get_state']) assert.ok(Math.abs((calls[name] ?? 0) - suspensions) <= 1, name);
    });

    test('does nothing at all without its variable', async () => {
      await using shop = await startShop({ slice, insert: [agentFor(slice)] });
      await shop.lag('sleep');
      await shop.truthOf('sleep');
      assert.deepEqual(await socketsOf(shop.pid), []);
      assert.deepEqual(await shop.terminate(), { suspensions: 0, longestUs: 0, totalUs: 0, ports: 0, calls: {} });
    });
  });
}

/**
 * Makes the shop lag, and gives a moment well inside the lag at which the agent said that main's turn still lasts: it has told its
 * begin and not its end, and has seen main meanwhile. A computer that others use may keep the agent's thread from running all the while; then it lags again.
 */
async function tickInside(agent: AgentOnShop, kind: string): Promise<Of<'tick'>> {
  const { host, shop } = agent;
  const main = await agent.main();
  for (let left = 4; left > 0; left--) {
    const askedUs = Number(process.hrtime.bigint() / 1000n);
    await shop.lag(kind);
    const lag = await shop.truthOf(kind, askedUs);
    const endUs = lag.startUs + lag.durationMs * 1000;
    await host.reached(endUs);
    const tick = host.all('tick').findLast(({ atUs }) => {
      const begun = host.all('messageBegin').findLast((begin) => begin.thread === main && begin.atUs <= atUs);
      const ended = host.all('messageEnd').findLast((end) => end.thread === main && end.atUs <= atUs);
      const isOpen = begun !== undefined && begun.atUs >= (ended?.atUs ?? 0);
      const wasSeen = host.all('sample').some((seen) => seen.thread === main && seen.atUs > lag.startUs && seen.atUs <= atUs);
      return isOpen && wasSeen && atUs - begun.atUs > 150_000 && atUs > lag.startUs + 150_000 && atUs < endUs;
    });
    if (tick !== undefined) return tick;
  }
  throw new assert.AssertionError({ message: `no tick inside any of four lags of the kind ${kind}` });
}

/** Sockets that the process opened itself: the first three files are those that it was started with. */
async function socketsOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const opened = (await readdir(folder)).filter((fd) => Number(fd) > 2);
  const links = await Promise.all(opened.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:'));
}
