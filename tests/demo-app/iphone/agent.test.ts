import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Host, Of } from '../../agent/test-host.ts';
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

/** Main needs microseconds to the lag's function. A computer without a processor for it all this time fails the test. */
const ARRIVES_US = 30_000_000;
/** Longer than any of these lags takes by itself. */
const STAYS_US = 1_000_000;
/** Rounds of the agent; each looks at main. */
const LOOKS = 30;
/** State of a sample. */
const RUNNING = 0;

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
      for (const [kind, functions] of Object.entries(stacks))
        await shop.lagDuring(kind, (askedUs) => seesHang(agent, { kind, functions, askedUs }));
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

interface Hang {
  readonly kind: string;
  readonly functions: readonly string[];
  /** Before it began. */
  readonly askedUs: number;
}

/** Waits until main is in the lag's function, and for more samples: it stays there, in a turn that stays open. */
async function seesHang(agent: AgentOnShop, { kind, functions, askedUs }: Hang): Promise<void> {
  const { host } = agent;
  const main = await agent.main();
  // An inlined function is a frame of its own; the jump to an imported function has no name.
  const stackOf = ({ node }: Of<'sample'>): readonly string[] =>
    agent.functionsIn(node).filter((name) => name !== 'mix' && name !== 'now_ms' && name !== '');
  const isThere = (sample: Of<'sample'> | undefined): boolean => sample !== undefined && isDeepStrictEqual(stackOf(sample), functions);
  let [cameUs, there] = [askedUs, undefined as Of<'sample'> | undefined];
  do {
    cameUs = (await host.until('tick', ({ atUs }) => atUs > cameUs)).atUs;
    there = (await agent.mainSamples(askedUs, cameUs)).at(-1);
  } while (!isThere(there) && cameUs < askedUs + ARRIVES_US);
  assert.ok(there !== undefined, kind);
  assert.deepEqual(stackOf(there), functions, kind);

  const laterTicks = () => host.all('tick').filter(({ atUs }) => atUs > cameUs);
  const hasLooks = () => laterTicks().reduce((sum, { rounds }) => sum + rounds, 0) >= LOOKS;
  const { atUs: endUs } = await host.until('tick', ({ atUs }) => atUs > cameUs + STAYS_US && hasLooks());
  for (const later of await agent.mainSamples(there.atUs, endUs))
    if (isPlaced(host, later)) assert.deepEqual(stackOf(later), functions, kind);
  const turn = host.all('messageBegin').findLast(({ thread }) => thread === main);
  const ended = host.all('messageEnd').findLast(({ thread }) => thread === main);
  assert.ok(turn !== undefined && turn.atUs < there.atUs && turn.atUs > (ended?.atUs ?? 0), `${kind}: ${turn?.atUs} to ${ended?.atUs}`);
}

/**
 * False for a running function of the loader. Before it has made its frame, the agent needs its code to find its caller; and only a real
 * system library is an image.
 */
function isPlaced(host: Host, { node, state }: Of<'sample'>): boolean {
  return state !== RUNNING || host.all('nativeNode').find(({ id }) => id === node)?.image !== 0;
}

/** Sockets that the process opened itself: the first three files are those that it was started with. */
async function socketsOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const opened = (await readdir(folder)).filter((fd) => Number(fd) > 2);
  const links = await Promise.all(opened.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:'));
}
