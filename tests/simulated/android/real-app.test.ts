import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Decoder } from '../../../core/wire/decoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { Handshake } from '../../../host/capture/handshake.ts';
import type { DemoApp } from '../../demo-app/start-demo-app.ts';
import type { Phone } from './simulated-phone.ts';
import { startPhone } from './start-phone.ts';
import { until } from './until.ts';

// The whole way that a host goes, by the real adb command line, with the agent that is shipped.

const prebuilt = (name: string): string => fileURLToPath(new URL(`../../../device-agents/prebuilt/${name}`, import.meta.url));
const CODE_CACHE = '/data/user/0/com.example.shop/code_cache';

for (const android of ['9', '11', '14'] as const) {
  describe(`an agent on a phone of Android ${android}`, () => {
    let phone: Phone<DemoApp>;
    before(async () => {
      phone = await startPhone({ android });
    });
    after(() => phone.stop());

    const shell = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await phone.adb('shell', line);
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
      return stdout;
    };

    async function copyAgent(): Promise<{ spec: string; token: Buffer; rand: string }> {
      const [token, rand] = [randomBytes(16), randomBytes(4).toString('hex')];
      for (const [from, to] of [
        ['x86_64/liblaglens.so', 'liblaglens.so'],
        ['laglens-hook.jar', 'laglens-hook.jar'],
      ] as const) {
        assert.equal((await phone.adb('push', prebuilt(from), `/data/local/tmp/${to}`)).code, 0);
        await shell(`run-as com.example.shop cp /data/local/tmp/${to} code_cache/${to}`);
      }
      const options = `token=${token.toString('hex')},rand=${rand},hook=${CODE_CACHE}/laglens-hook.jar,interval=5000`;
      return { spec: `${CODE_CACHE}/liblaglens.so=${options}`, token, rand };
    }

    /** Waits for the agent's socket, connects to it by a forwarded port and says hello. */
    async function talk(rand: string, token: Buffer): Promise<{ socket: Socket; next(type: string): Promise<Message> }> {
      const name = `laglens-${phone.app()?.pid}-${rand}`;
      await until(`the socket ${name}`, async () => (await shell('cat /proc/net/unix')).includes(`@${name}\n`));
      const port = Number((await phone.adb('forward', 'tcp:0', `localabstract:${name}`)).stdout);
      const socket = connect(port, '127.0.0.1');
      const decoder = new Decoder();
      const chunks = socket[Symbol.asyncIterator]();
      const waiting: Message[] = [];
      const handshake = new Handshake(token);
      socket.write(handshake.hello('test'));
      for (let isProven = false; !isProven; ) {
        const { value, done } = await chunks.next();
        assert.ok(!done, 'the agent closed the connection before it was proven');
        const step = handshake.take(value);
        assert.notEqual(step.kind, 'refused');
        if (step.kind !== 'proven') continue;
        socket.write(step.reply);
        isProven = true;
      }
      const next = async (type: string): Promise<Message> => {
        for (;;) {
          const message = waiting.shift();
          if (message?.type === type) return message;
          if (message) continue;
          const { value, done } = await chunks.next();
          assert.ok(!done, `the agent closed the connection before it sent ${type}`);
          waiting.push(...decoder.push(value));
          assert.equal(decoder.failure, undefined);
        }
      };
      return { socket, next };
    }

    test('is attached while the app runs, and streams samples', async () => {
      const { pid } = await phone.launchApp();
      const { spec, token, rand } = await copyAgent();
      assert.equal(await shell(`am attach-agent com.example.shop '${spec}'`), '');
      const { socket, next } = await talk(rand, token);
      const hello = await next('hello');
      assert.ok(hello.type === 'hello');
      assert.equal(hello.pid, pid);
      assert.match(hello.runtime, android === '11' ? /Dalvik/ : /OpenJDK/);
      await phone.app()?.lag('busy');
      await next('sample');
      socket.destroy();
    });

    test('waits for a main thread that is busy', async () => {
      // If this computer samples later than that, main has to be busy for longer.
      for (const busyMs of [1_500, 6_000, 24_000, 96_000]) {
        await phone.reinstall();
        const app = await phone.launchApp();
        const { spec, token, rand } = await copyAgent();
        const beganMs = performance.now();
        await app.freeze(busyMs);
        await shell(`am attach-agent com.example.shop '${spec}'`);
        const sockets = await shell('cat /proc/net/unix');
        if (performance.now() - beganMs >= busyMs) continue;
        assert.doesNotMatch(sockets, new RegExp(`@laglens-${app.pid}-`));
        const { socket, next } = await talk(rand, token);
        await next('hello');
        socket.destroy();
        return;
      }
      assert.fail('nobody could look while the main thread was busy');
    });

    test('outlives the cable, and talks again when it is back', async () => {
      const { pid } = await phone.launchApp();
      const { spec, token, rand } = await copyAgent();
      await shell(`am attach-agent com.example.shop '${spec}'`);
      const first = await talk(rand, token);
      await first.next('hello');
      await phone.unplug();
      await assert.rejects(first.next('no such message'));
      await phone.plug();
      const second = await talk(rand, token);
      const hello = await second.next('hello');
      assert.ok(hello.type === 'hello');
      assert.equal(hello.pid, pid);
      second.socket.destroy();
    });

    test('is refused by its own words in the log when its library is another thing', async () => {
      await phone.launchApp();
      await shell("run-as com.example.shop sh -c 'echo not a library at all, just text > code_cache/other.so'");
      await shell(`am attach-agent com.example.shop ${CODE_CACHE}/other.so=token=1`);
      const log = async (): Promise<string> => shell('logcat -d');
      await until('the refusal in the log', async () => (await log()).includes('Agent attach failed'));
      assert.match(await log(), /Agent attach failed .*has bad ELF magic/);
    });

    test('is there from launch', async () => {
      await shell('am force-stop com.example.shop');
      const { spec, token, rand } = await copyAgent();
      const said = await shell(`am start -W -S -n com.example.shop/.MainActivity --attach-agent-bind '${spec}'`);
      assert.match(said, /Status: ok/);
      const { socket, next } = await talk(rand, token);
      const hello = await next('hello');
      assert.ok(hello.type === 'hello');
      assert.equal(hello.pid, phone.app()?.pid);
      socket.destroy();
    });

    test('goes with its process, and the next process has another pid', async () => {
      const first = await phone.launchApp();
      await shell('am force-stop com.example.shop');
      await first.ended;
      assert.doesNotMatch(await shell('cat /proc/net/unix'), /@laglens-/);
      assert.notEqual((await phone.launchApp()).pid, first.pid);
    });
  });
}
