import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { iosOptionsText } from '../../../host/devices/agent-options.ts';
import { agentFor } from '../../demo-app/iphone/agent-on-shop.ts';
import { type Shop, startShop } from '../../demo-app/iphone/start-iphone-shop.ts';
import { freePort } from '../../host/free-port.ts';
import { Flood } from '../link/flood.ts';
import { connectWhenFree, Host } from '../test-host.ts';

/** A host waits so long for the hello: HELLO_TIMEOUT_MS in host/capture/capture.ts. */
const HELLO_MS = 5_000;
const slice = 'simulator-x86_64';

suite('who may speak to the agent of an iPhone', { timeout: 600_000 }, () => {
  const token = randomBytes(16);
  let port: number;
  let shop: Shop;

  before(async () => {
    port = await freePort();
    const options = iosOptionsText({ token, port, intervalUs: 5000, depth: 512 });
    const env = { LAGLENS_OPTIONS: options, ActivePrewarm: '1', IPHONE_LOADER_TRACED: '1' };
    shop = await startShop({ slice, insert: [agentFor(slice)], env });
  });
  after(() => shop[Symbol.asyncDispose]());

  test('nobody without the token, and nobody who promises 4 GB', async () => {
    using wrong = await Host.connect(port);
    await wrong.closed;
    assert.deepEqual(
      wrong.messages.map(({ type }) => type),
      ['challenge'],
    );
    using greedy = await Host.connect(port, { greets: false });
    // A length of 2^32 - 1 as a varint, and more than the agent takes of anybody.
    greedy.sayBytes(Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]), Buffer.alloc(100_000)]));
    await greedy.closed;
    assert.deepEqual(greedy.messages, []);
  });

  test('one at a time; and after a goodbye the next one, who hears how the app began', async () => {
    using host = await connectWhenFree(port, { token: token.toString('hex') });
    using second = await Host.connect(port, { token: token.toString('hex') });
    assert.equal((await second.until('refused')).code, 1);
    await host.settings({ intervalUs: 1000, depth: 9999 });
    assert.deepEqual(host.all('settings').at(-1), { type: 'settings', intervalUs: 1000, threads: 1, depth: 2048, walkAlways: 0 });
    host.say({ type: 'detach' });
    await host.until('bye');
    await host.closed;
    using next = await connectWhenFree(port, { token: token.toString('hex') });
    // As the environment says: started ahead of its launch, with a debugger.
    for (const phase of [1, 2, 3, 4, 11, 12]) await next.until('lifecycle', (message) => message.phase === phase);
    await next.until('sample');
  });

  test('a host behind a flood of strangers, as fast as it must', async () => {
    await using flood = await Flood.start(port);
    const startedMs = performance.now();
    using host = await connectWhenFree(port, { token: token.toString('hex') });
    await host.until('sample');
    assert.ok(performance.now() - startedMs < HELLO_MS, `after ${performance.now() - startedMs} ms, ${flood.opened} strangers`);
  });

  test('what main’s display link says of a hang: one call that came as late as it took', async () => {
    using host = await connectWhenFree(port, { token: token.toString('hex') });
    await shop.home.say('track 4000');
    await host.until('frame', ({ inTime }) => inTime > 10);
    await shop.lag('busy');
    const lag = await shop.truthOf('busy');
    const late = await host.until('frame', ({ lateUs }) => lateUs > 300_000);
    assert.ok(Math.abs(late.lateUs / 1000 - lag.durationMs) < 50, `${late.lateUs} of ${lag.durationMs}`);
    assert.equal(late.periodUs, 16_666);
  });
});
