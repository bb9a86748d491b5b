import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { processorWaitUs } from '../../cpu-time.ts';
import { AgentOnShop } from '../../demo-app/iphone/agent-on-shop.ts';
import type { Shop } from '../../demo-app/iphone/start-iphone-shop.ts';
import { said } from '../../symbols/oracles.ts';
import { untilOnTime } from '../on-time.ts';
import type { Span } from '../program.ts';
import type { Host, Of } from '../test-host.ts';

/** The times between which a run loop was busy in a mode, as far as both ends are known. */
function spans(host: Host): { readonly mode: string; readonly beginUs: number; readonly endUs: number }[] {
  const names = new Map(host.all('string').map(({ id, text }) => [id, text]));
  const ends = host.all('messageEnd');
  return host.all('messageBegin').flatMap((begin, i) => {
    const end = ends[i];
    return end === undefined ? [] : [{ mode: names.get(begin.target) ?? '', beginUs: begin.atUs, endUs: end.atUs }];
  });
}

const text = (host: Host, id: number): string => host.all('string').find((string) => string.id === id)?.text ?? '';

/** cart.c keeps its lock so long. */
const HELD_US = 650_000;

/** Makes the shop lag; gives when, by the app's own clock, and for how long main waited for a processor meanwhile. */
async function spanOfLag(shop: Shop, kind: string): Promise<Span & { readonly waitedUs: number }> {
  const before = await processorWaitUs(shop.pid, shop.pid);
  const askedUs = Number(process.hrtime.bigint() / 1000n);
  await shop.lag(kind);
  const { startUs, durationMs } = await shop.truthOf(kind, askedUs);
  return { beginUs: startUs, endUs: startUs + 1000 * durationMs, waitedUs: (await processorWaitUs(shop.pid, shop.pid)) - before };
}

suite('what the agent reports of an app on iOS', { timeout: 600_000 }, () => {
  test('its image by the UUID that the linker gave it, its start, and how it goes on', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    const image = await host.until('image', ({ path }) => path.endsWith('/Shop.app/Shop'));
    const uuid = /^UUID: (\S+) \(x86_64\)/m.exec(said('llvm-dwarfdump-19', ['--uuid', shop.build.executable]))?.[1];
    assert.equal(Buffer.from(image.buildId).toString('hex').toUpperCase(), uuid?.replaceAll('-', ''));
    await host.until('lifecycle', ({ phase }) => phase === 4);
    const phases = host.all('lifecycle');
    const at = (phase: number): number => phases.find((each) => each.phase === phase)?.atUs ?? Number.NaN;
    // The kernel's start of the process is after the test's own decision to start it; it is reported in hundredths of a second.
    assert.ok(at(1) >= shop.originUs - 20_000 && at(1) <= at(2), `${at(1)} ${at(2)} ${shop.originUs}`);
    assert.ok(at(2) <= at(3) && at(3) <= at(4));
    const counters = await host.until('counters');
    assert.ok(
      counters.cores >= 1 && counters.threads >= 2 && counters.footprintBytes !== undefined && counters.allocatedBytes !== undefined,
    );
    // NSProcessInfoThermalStateSerious
    await shop.home.say('thermal 2');
    await host.until('counters', ({ thermal }) => thermal === 2);
    assert.ok(host.all('lifecycle').every(({ phase }) => phase !== 16));
    await shop.home.say('low-power 1');
    await host.until('lifecycle', ({ phase }) => phase === 16);
    await shop.home.say('background');
    await host.until('lifecycle', ({ phase }) => phase === 6);
    await host.until('lifecycle', ({ phase }) => phase === 7);
    await shop.home.say('foreground');
    await host.until('lifecycle', ({ phase, atUs }) => phase === 5 && atUs > at(4));
    await shop.home.say('memory-warning');
    await host.until('lifecycle', ({ phase }) => phase === 13);
  });

  test('that it scrolls: its run loop is busy in the tracking mode', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    await shop.home.say('track 2000');
    await host.until('string', ({ text: name }) => name === 'UITrackingRunLoopMode');
    // The app runs this request while it tracks.
    await shop.lag('busy');
    const lag = await shop.truthOf('busy');
    await host.reached(lag.startUs + lag.durationMs * 1000);
    const all = spans(host);
    // A loop within a loop ends what the outer one did and begins it again: busy times never overlap.
    for (const [i, span] of all.entries()) assert.ok(span.beginUs <= span.endUs && (all[i + 1]?.beginUs ?? Infinity) >= span.endUs);
    const busy = all.find(({ beginUs, endUs }) => beginUs < lag.startUs + 1000 * lag.durationMs && endUs > lag.startUs + 50_000);
    assert.equal(busy?.mode, 'UITrackingRunLoopMode');
    assert.ok(all.some(({ mode }) => mode === 'kCFRunLoopDefaultMode'));
  });

  test('that it runs while it works, and is somewhere else each time, although its clock moves only now and then', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64', 2000);
    const { host, shop } = agent;
    const main = await agent.main();
    const { beginUs, endUs, waitedUs } = await untilOnTime(host, () => spanOfLag(shop, 'busy'));
    const [from, to] = [beginUs + 20_000, endUs - 20_000];
    const samples = await agent.mainSamples(from, to);
    // While it waited for a processor, it is not running and stays where it was.
    const waited = waitedUs / (endUs - beginUs);
    const ran = samples.filter(({ state }) => state === 0).length;
    assert.ok(ran > (0.9 - waited) * samples.length && samples.length > 10, `${ran} of ${samples.length} ran, ${waited} waited`);
    const repeats = host.all('run').filter(({ thread, atUs }) => thread === main && atUs >= from && atUs <= to);
    const merged = repeats.reduce((sum, { samples: count }) => sum + count, 0);
    assert.ok(
      merged < samples.length / 2 + waited * (merged + samples.length),
      `${merged} beside ${samples.length} took it to be where it was`,
    );

    const sleep = await untilOnTime(host, () => spanOfLag(shop, 'sleep'));
    const asleep = await agent.mainSamples(sleep.beginUs, sleep.endUs - 20_000);
    const states = asleep.map(({ state }) => state);
    // One sample stands for all of a sleep. Others come while a thread waits for a busy processor.
    assert.ok((states.at(-1) ?? 0) !== 0, `asleep in the states ${states.join(' ')}`);
  });

  test('which queue a thread serves', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    await host.until('thread', ({ flags, group }) => (flags & 1) !== 0 && group === 'com.apple.main-thread');
    await shop.lag('group');
    // The shop compares its offers on the global queue of the usual quality of service.
    await host.until('thread', ({ flags, group }) => (flags & 1) === 0 && group === 'com.apple.root.default-qos');
  });

  test('the priorities that the kernel gives its threads', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    // Main's, and the agent's, which asks for the same quality of service.
    for (const flag of [1, 4]) await host.until('thread', ({ flags, priority }) => (flags & flag) !== 0 && priority === 47);
    await shop.lag('lock');
    // The shop asks for none.
    await host.until('thread', ({ name, priority }) => name === 'cart-sync' && priority === 31);
  });

  test('who held the lock that it waited for, and where both were; and nothing but the kernel is called meanwhile', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    const main = await agent.main();
    const lockedSince = (us: number) => (each: Of<'blockingCall'>) =>
      each.thread === main && each.beginUs >= us && text(host, each.function) === 'pthread_mutex_lock';
    const lag = await untilOnTime(host, () => spanOfLag(shop, 'lock'));
    const call = host.all('blockingCall').find(lockedSince(lag.beginUs));
    assert.ok(call !== undefined);
    // The owner sleeps from the moment that lets main go on to the lock. Main may have no processor on its way there.
    const [tookUs, lagUs] = [call.atUs - call.beginUs, lag.endUs - lag.beginUs];
    assert.ok(tookUs <= lagUs && tookUs > HELD_US - 50_000 - lag.waitedUs, `${tookUs} of ${lagUs} µs; no processor for ${lag.waitedUs} µs`);
    assert.equal(agent.functionsIn(call.node)[0], 'cart_item_count');
    const owner = host.all('thread').findLast(({ name }) => name === 'cart-sync');
    assert.ok(owner !== undefined);
    // It ends as soon as it has unlocked. Main, without a processor, may tell its wait only when the agent has forgotten that thread.
    const end = host.messages.findIndex((each) => each.type === 'threadEnd' && each.thread === owner.thread);
    assert.equal(call.owner, end !== -1 && end < host.messages.indexOf(call) ? 0 : owner.thread);
    const { calls, suspensions } = await shop.terminate();
    assert.ok(suspensions > 0);
    const allowed = ['_thread_get_state', '_thread_info', '_thread_resume', '_vm_read_overwrite'];
    assert.deepEqual(
      Object.keys(calls).filter((name) => !allowed.includes(name)),
      [],
    );
  });

  test('that it was stopped, so that nobody takes the time for a hang', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    await host.until('lifecycle', ({ phase }) => phase === 4);
    const before = host.all('tick').at(-1)?.atUs ?? 0;
    process.kill(shop.pid, 'SIGSTOP');
    // As long as the app is to stand still: what is measured is this time.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    process.kill(shop.pid, 'SIGCONT');
    const goesOn = await host.until('lifecycle', ({ phase }) => phase === 10);
    const stopped = await host.until('lifecycle', ({ phase }) => phase === 9);
    assert.ok(goesOn.atUs - stopped.atUs > 2_000_000 && stopped.atUs >= before - 10_000, `${stopped.atUs} to ${goesOn.atUs}`);
    // No run of equal samples is reported to go on over it.
    // Main may have been looked at when the process went on, a moment before the agent saw that it had stood still.
    const inside = [...host.all('sample'), ...host.all('run')].filter(({ atUs }) => atUs > stopped.atUs && atUs < goesOn.atUs - 100_000);
    assert.deepEqual(inside, []);
  });
});
