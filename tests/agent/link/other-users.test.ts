import assert from 'node:assert/strict';
import { chmod, lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Encoder } from '../../../core/wire/encoder.ts';
import { PROTOCOL_VERSION } from '../../../core/wire/schema.ts';
import { hostile, startHostile } from '../../host/hostile-user.ts';
import { attach, Program } from '../program.ts';
import { connectWhenFree } from '../test-host.ts';

const AT_ONCE = 1_000;
/** Of adb's server on a phone: UID_SHELL in device-agents/android/attach/listener.c. */
const shell = { uid: 2_000, gid: 2_000 };
/** Only root can become another user; anybody else connects as the app's own. */
const isRoot = process.getuid?.() === 0;

/** Connects so often at once, says a host's hello each time; prints the answers' bytes, the refusals, and how many were closed. */
const connects = `
  const { connect } = require('node:net');
  const { path, hello, count } = JSON.parse(argument);
  let bytes = 0, closed = 0, errors = {};
  console.log('ready');
  for (let i = 0; i < count; i++) {
    const socket = connect({ path }).on('error', ({ code }) => { errors[code] = (errors[code] ?? 0) + 1; });
    socket.on('data', (data) => { bytes += data.length; socket.destroy(); });
    socket.on('close', () => ++closed === count && console.log(JSON.stringify({ bytes, errors })));
    socket.write(Buffer.from(hello, 'hex'));
  }`;

interface Heard {
  readonly bytes: number;
  readonly errors: Readonly<Record<string, number>>;
}

suite('another user at the agent’s socket', { timeout: 300_000 }, () => {
  let program: Program;
  let path: string;

  before(async () => {
    program = await Program.start();
    path = await attach(program);
  });
  after(() => program[Symbol.asyncDispose]());

  async function heardBy(user: typeof hostile, where: string, count: number): Promise<Heard> {
    const hello = new Encoder().encode({ type: 'hostHello', protocol: PROTOCOL_VERSION, nonce: new Uint8Array(32), client: '' });
    const argument = JSON.stringify({ path: where, hello: Buffer.from(hello).toString('hex'), count });
    const running = await startHostile(connects, argument, user);
    try {
      return JSON.parse((await running.lines.next()).value);
    } finally {
      await running.stop();
    }
  }

  test('does not come into the folder of the socket', async () => {
    assert.equal((await lstat(dirname(path))).mode & 0o777, 0o700);
    assert.deepEqual((await heardBy(hostile, path, 1)).errors, isRoot ? { EACCES: 1 } : {});
  });

  test('hears nothing, even in an open folder and with an open socket, and a host is served meanwhile', async () => {
    await chmod(program.folder, 0o777);
    await chmod(path, 0o777);
    using host = await connectWhenFree(path);
    const ticks = host.all('tick').length;
    const { bytes } = await heardBy(hostile, path, AT_ONCE);
    assert.equal(bytes === 0, isRoot);
    await host.until('tick', () => host.all('tick').length > ticks);
    assert.equal(host.all('bye').length, 0);
    await chmod(program.folder, 0o700);
  });

  test('hears nothing at an abstract socket, which has no folder; adb’s shell is challenged there', async () => {
    const rand = 'abcdef01';
    await attach({ pid: program.pid, folder: '' }, { rand });
    const abstract = `\0laglens-${program.pid}-${rand}`;
    using host = await connectWhenFree(abstract);
    assert.equal(host.all('hello').length, 1);
    assert.equal((await heardBy(hostile, abstract, AT_ONCE)).bytes === 0, isRoot);
    assert.ok((await heardBy(isRoot ? shell : hostile, abstract, 1)).bytes > 32);
    assert.equal(host.all('bye').length, 0);
  });
});
