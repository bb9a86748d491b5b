import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Encoder } from '../../../core/wire/encoder.ts';
import { PROTOCOL_VERSION } from '../../../core/wire/schema.ts';
import { Handshake } from '../../../host/capture/handshake.ts';
import { untilOnTime } from '../on-time.ts';
import { attach, defaultToken, Program, type Span, shippedLibrary } from '../program.ts';
import { connectWhenFree, Host } from '../test-host.ts';
import { mainThread, timeIn } from '../thread-stacks.ts';
import { Flood } from './flood.ts';

/** As many as the agent has for those who did not show the token: LAGLENS_STRANGERS in device-agents/core/link/connection.h. */
const PLACES = 16;
/** A surplus connection lets the first keep its place for so long: PLACE_US in device-agents/core/link/connection.c. */
const PLACE_US = 250_000;
/** A host waits so long for the hello: HELLO_TIMEOUT_MS in host/capture/capture.ts. */
const HELLO_MS = 5_000;
const otherToken = 'ffeeddccbbaa99887766554433221100';

suite('the agent serves one host that shows the token', { timeout: 600_000 }, () => {
  let program: Program;
  let socket: string;

  before(async () => {
    program = await Program.start();
    socket = await attach(program);
  });
  after(() => program[Symbol.asyncDispose]());

  test('who does not know the token hears a challenge, and no word more', async () => {
    using host = await Host.connect(socket, { token: otherToken });
    await host.closed;
    assert.deepEqual(
      host.messages.map(({ type }) => type),
      ['challenge'],
    );
  });

  test('the agent proves to know the token, by a nonce of its own each time', async () => {
    const token = Buffer.from(defaultToken, 'hex');
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      using stranger = await Host.connect(socket, { greets: false });
      const handshake = new Handshake(token);
      stranger.sayBytes(handshake.hello('test'));
      const challenge = await stranger.until('challenge');
      assert.equal(handshake.take(new Encoder().encode(challenge)).kind, 'proven');
      nonces.add(Buffer.from(challenge.nonce).toString('hex'));
    }
    assert.equal(nonces.size, 3);
  });

  test('a proof of another connection, the agent’s own proof and a proof before the challenge are worth nothing', async () => {
    const hello = { type: 'hostHello', protocol: PROTOCOL_VERSION, nonce: new Uint8Array(32), client: '' } as const;
    const proofs: Uint8Array[] = [];
    {
      using host = await connectWhenFree(socket);
      // An earlier host's messages; its nonce stays the same here, the agent's does not.
      const { nonce, proof } = await host.until('challenge');
      const bytes = Buffer.concat([hello.nonce, nonce, Buffer.from('host')]);
      proofs.push(createHmac('sha256', Buffer.from(defaultToken, 'hex')).update(bytes).digest(), proof);
    }
    for (const proof of [undefined, ...proofs]) {
      using stranger = await Host.connect(socket, { greets: false });
      stranger.say(hello);
      const challenge = await stranger.until('challenge');
      stranger.say({ type: 'hostProof', proof: proof ?? challenge.proof });
      await stranger.closed;
      assert.equal(stranger.messages.length, 1);
    }
    using early = await Host.connect(socket, { greets: false });
    early.say({ type: 'hostProof', proof: new Uint8Array(32) });
    await early.closed;
    assert.equal(early.bytes, 0);
  });

  test('a host of version 1 hears that the agent is newer', async () => {
    using host = await Host.connect(socket, { greets: false });
    // Length, number 64, version 1, the token of 16 bytes, no name.
    host.sayBytes(Buffer.concat([Buffer.from([20, 64, 1, 16]), Buffer.from(defaultToken, 'hex'), Buffer.of(0)]));
    const refused = await host.until('refused');
    assert.deepEqual([refused.code, refused.text], [2, 'The agent in the app is newer: update Laglens.']);
    await host.closed;
  });

  test('other bytes, a nonce of another length, and messages before the proof are answered by silence', async () => {
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(600, 0xff),
      Buffer.from([4, 64, 2, 1, 0]),
      Buffer.from([1, 67]),
    ]) {
      using host = await Host.connect(socket, { greets: false });
      host.sayBytes(bytes);
      await host.closed;
      assert.equal(host.bytes, 0, bytes.toString('hex', 0, 8));
    }
  });

  test('strangers stay for two seconds, one too many takes the place of the first, and none the host’s', async () => {
    using host = await connectWhenFree(socket);
    await host.until('sample');
    // Late by more than it waits for a place, the agent sends many away at once.
    const { strangers, left } = await untilOnTime(host, () => strangersComeAndGo(socket), PLACE_US);
    for (const stranger of strangers) assert.equal(stranger.bytes, 0);
    assert.equal(left[0], strangers[0], 'the first one is sent away first');
    assert.equal(left.at(-1), strangers.at(-1), 'the last one is sent away last');
  });

  test('a host comes in behind a flood of strangers, as fast as it must', async () => {
    await using flood = await Flood.start(socket);
    const startedMs = performance.now();
    using host = await connectWhenFree(socket);
    assert.equal(host.all('hello').length, 1);
    assert.ok(performance.now() - startedMs < HELLO_MS, `after ${performance.now() - startedMs} ms, ${flood.opened} strangers`);
  });

  test('a second host with the token hears that another one is there', async () => {
    using host = await connectWhenFree(socket);
    using second = await Host.connect(socket);
    const refused = await second.until('refused');
    assert.equal(refused.code, 1);
    await second.closed;
    await host.until('tick');
  });

  test('a host of another protocol version hears so', async () => {
    using host = await connectWhenFree(socket, { protocol: 99 });
    assert.equal((await host.until('refused')).code, 2);
    await host.closed;
  });

  test('a host that comes back is sent all tables again, and what is open', async () => {
    const first = await connectWhenFree(socket);
    await first.until('sample');
    await program.act('deep 100');
    first[Symbol.dispose]();
    using second = await connectWhenFree(socket);
    const span = await untilOnTime(second, () => program.act('deep 300'));
    const inRecursion = timeIn(second, mainThread(second).thread, span, ({ stack }) => stack.some((frame) => frame.includes('descend')));
    assert.ok(inRecursion > 150_000, `${inRecursion} us in the recursion`);
    // The same node ids mean the same after a reconnection: both were reported by one agent.
    assert.ok(second.all('thread').length >= 8 && second.all('method').length > 0);
  });

  test('the token is in no message', async () => {
    using host = await connectWhenFree(socket);
    await host.until('tick');
    assert.ok(!JSON.stringify(host.messages).includes(defaultToken));
    assert.ok(!program.complaints.includes(defaultToken));
  });

  test('settings are changed while it runs, within their bounds', async () => {
    using host = await connectWhenFree(socket);
    await host.settings({ intervalUs: 1, depth: 3, threads: 0 });
    assert.deepEqual(host.all('settings').at(-1), { type: 'settings', intervalUs: 1000, threads: 0, depth: 3, walkAlways: 0 });
    await host.settings({ intervalUs: 0 });
    host.say({ type: 'flush' });
    await host.until('clock');
    assert.equal(host.all('settings').at(-1)?.intervalUs, 0);
  });

  test('attached again, it takes the new token and socket, and the old ones are worth nothing', async () => {
    const again = await attach(program, { token: otherToken, rand: '12345678' });
    using host = await connectWhenFree(again, { token: otherToken });
    assert.equal(host.all('hello').length, 1);
    assert.deepEqual(await readdir(program.folder), [again.slice(program.folder.length + 1)]);
  });

  test('a copy of the library under another path finds it too', async () => {
    const copy = join(program.folder, 'copy.so');
    await copyFile(shippedLibrary, copy);
    const again = await attach(program, { token: defaultToken, rand: '0000000c', library: copy });
    using host = await connectWhenFree(again);
    // Two agents would be two threads.
    assert.equal(host.all('thread').filter(({ name }) => name === 'laglens').length <= 1, true);
  });

  test('a library of another build says: restart the app', async () => {
    const other = join(program.folder, 'other.so');
    const bytes = await readFile(shippedLibrary);
    const hash = (await version()).sources;
    const at = bytes.indexOf(`${hash}\0`);
    assert.ok(at > 0, 'the library carries its build hash');
    bytes.write('0123456789abcdef', at);
    await writeFile(other, bytes);
    const socketOfOther = await attach(program, { rand: '0000000d', library: other });
    using host = await connectWhenFree(socketOfOther);
    const refused = await host.until('refused');
    assert.equal(refused.code, 3);
    assert.match(refused.text, /restart the app/);
    await host.closed;
  });

  test('detached, it says bye and is gone; attached again, it works again', async () => {
    const again = await attach(program, { rand: '0000000e' });
    {
      using host = await connectWhenFree(again);
      await host.until('sample');
      host.say({ type: 'detach' });
      await host.until('bye');
      await host.closed;
    }
    const reattachedSocket = await attach(program, { rand: '0000000f' });
    using host = await connectWhenFree(reattachedSocket);
    await host.until('sample');
  });

  test('the app ends as it would without the agent', async () => {
    assert.equal(await program.finish(), 0);
    assert.doesNotMatch(program.complaints, /WARNING|FATAL|JNI/);
  });
});

/** One stranger more than there are places, and the order in which they are sent away. */
async function strangersComeAndGo(socket: string): Promise<Span & { readonly strangers: readonly Host[]; readonly left: readonly Host[] }> {
  const nowUs = (): number => Number(process.hrtime.bigint() / 1000n);
  const beginUs = nowUs();
  const strangers: Host[] = [];
  const left: Host[] = [];
  for (let i = 0; i <= PLACES; i++) {
    const stranger = await Host.connect(socket, { greets: false });
    strangers.push(stranger);
    void stranger.closed.then(() => left.push(stranger));
  }
  await Promise.all(strangers.map((stranger) => stranger.closed));
  return { beginUs, endUs: nowUs(), strangers, left };
}

async function version(): Promise<{ readonly sources: string }> {
  const text = await readFile(new URL('../../../device-agents/prebuilt/VERSION.txt', import.meta.url), 'utf8');
  return { sources: /^sources (\w+)$/m.exec(text)?.[1] ?? '' };
}
