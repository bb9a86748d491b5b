import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { lagsWithin, missedKinds } from '../../agent/loopers/shop-lags.ts';
import { attachToArt, Shop } from '../../agent/shop.ts';
import { Host } from '../../agent/test-host.ts';
import { mainThread, stackOf, text } from '../../agent/thread-stacks.ts';
import { artLagKinds } from '../../demo-app/demo-app-culprits.ts';
import { shippedFor } from './shipped-for.ts';

/** An emulated agent takes so much longer for a round that it may be silent for as long. */
const EMULATED_US = 250_000;

/** Nobody is named where the thread that woke main was seen in no sample and ended late, which is right too. */
function isUnnamedWaker(why: string): boolean {
  return why.includes('culprit right true, cause right true, its thread false') && !why.includes('ended the wait');
}

/** By the end of its thread: a computer that has no processor for that may leave it unknown once, and not always. */
const knownByThreadEnd: ReadonlySet<string> = new Set(['future', 'latch']);
/** By a sample of a short call, for which an emulated round may always be too slow. */
const KNOWN_BY_CALL = 'notify';

/** Repeats lags whose waker may be unknown until it is named. @returns wrong kinds, with the found lags */
async function wrongKinds(shop: Shop, host: Host, kinds: readonly string[]): Promise<readonly (readonly [kind: string, why: string])[]> {
  const missed = [...(await missedKinds(shop, host, kinds, EMULATED_US))];
  const unnamed = missed.flatMap(([kind, why]) => (knownByThreadEnd.has(kind) && isUnnamedWaker(why) ? [kind] : []));
  const wrong = missed.filter(([kind, why]) => !unnamed.includes(kind) && !(kind === KNOWN_BY_CALL && isUnnamedWaker(why)));
  return wrong.length > 0 || unnamed.length === 0 ? wrong : wrongKinds(shop, host, unnamed);
}

suite('the shipped agents for phones’ processors, on the Android Runtime 11', { timeout: 600_000 }, () => {
  for (const { abi, kinds } of [
    { abi: 'arm64-v8a', kinds: artLagKinds.filter((kind) => kind !== 'storm') },
    { abi: 'armeabi-v7a', kinds: ['busy', 'lock'] },
  ] as const) {
    test(`${abi}: reports lags as the app has them, and goes`, async () => {
      await using shop = await Shop.start({ android: '11', runtime: 'art', abi });
      using host = await Host.connect(await attachToArt(shop, { library: await shippedFor(abi, shop.folder) }));
      const hello = await host.until('hello');
      assert.equal(hello.abi, abi);
      assert.equal(hello.pid, shop.pid);
      assert.deepEqual(
        hello.capabilities.filter(({ enabled }) => enabled === 0),
        [],
      );

      assert.deepEqual(await wrongKinds(shop, host, kinds), []);

      // As the messages are posted slowly here, main waits for the poster between some of them: the storm may begin later than the app says.
      const lags = lagsWithin(host, await shop.lagOnce(host, 'storm'));
      assert.ok(
        lags.some(({ kind }) => kind === 'storm'),
        `a storm was judged as ${lags.map(({ kind }) => kind)}`,
      );

      // Ids of the kernel, which name each thread's clock and its files.
      assert.equal(mainThread(host).tid, shop.pid);
      const main = mainThread(host).thread;
      const times = [...host.all('sample'), ...host.all('run')];
      const computedUs = times.reduce((sum, { thread, cpuUs = 0 }) => (thread === main ? sum + cpuUs : sum), 0);
      const kernelUs = Number((await readFile(`/proc/${shop.pid}/task/${shop.pid}/schedstat`, 'utf8')).split(' ', 1)[0]) / 1000;
      // The lag `busy` computes for longer than the threshold. The kernel also counts the time before the agent came.
      assert.ok(computedUs > 100_000 && computedUs <= kernelUs, `main computed for ${computedUs} µs, by the kernel ${kernelUs} µs`);
      // The heap's use is unknown where its size changes in between.
      const counted = await host.until('counters', (each) => each.allocatedBytes !== undefined);
      const { allocatedBytes = 0, footprintBytes = 0, threads } = counted;
      assert.ok(
        allocatedBytes > 100_000 && allocatedBytes < footprintBytes && threads > 5,
        `${allocatedBytes} ${footprintBytes} ${threads}`,
      );

      // Of the lock's owner, where it is, and the lock. An owner that let go while it was asked for has no stack.
      const owned = host.all('waitOwner').find(({ thread, owner, ownerNode }) => thread === main && owner !== main && ownerNode !== 0);
      assert.ok(owned !== undefined);
      assert.ok(stackOf(host, owned.ownerNode).some((frame) => frame.startsWith('com.example.shop.')));
      assert.notEqual(text(host, owned.object) ?? '', '');
      await shop.app.activity('listeners');
      await host.until('messageEnd', ({ target }) => text(host, target) === 'com.example.phone.SystemHandler');

      host.say({ type: 'detach' });
      await host.until('bye');
      await host.closed;
      // The app lives on.
      const sleeps = async (): Promise<number> => (await shop.app.truth()).filter(({ kind }) => kind === 'sleep').length;
      const before = await sleeps();
      await shop.app.lag('sleep');
      while ((await sleeps()) === before) await shop.app.activity('listeners');
    });
  }
});
