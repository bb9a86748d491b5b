import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkFile, checkOutputs } from './adb-checks.ts';
import type { StandInApp } from './android-stand-in-app.ts';
import { connectPhone, type Phone } from './simulated-phone.ts';

// The client in these tests is the real adb, command line and server.

const launch = (): Promise<StandInApp> => {
  throw new Error('no app is started in these tests');
};

for (const android of ['9', '11', '14'] as const) {
  describe(`adb with a simulated phone of Android ${android}`, () => {
    let phone: Phone<StandInApp>;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'laglens-adbd-test-'));
      phone = await connectPhone({ android, launch });
    });
    after(async () => {
      await phone.stop();
      await rm(folder, { recursive: true });
    });

    test('is listed as a device with its model', async () => {
      const { stdout } = await phone.server.adb(['devices', '-l']);
      assert.match(stdout, new RegExp(`^${phone.serial}\\s+device product:simphone model:Simulated_Phone_${android} device:simphone`, 'm'));
    });

    test('hands out and err and exit code apart, passes input through, and bytes unchanged', () => checkOutputs(phone));

    test('mixes both outputs in the old shell and loses the exit code', async () => {
      assert.deepEqual(await phone.adb('shell', '-x', 'echo out; echo err >&2; exit 7'), { code: 0, stdout: 'out\nerr\n', stderr: '' });
    });

    test('takes a pushed file and gives it back byte for byte, with its time', () => checkFile(phone, folder, '%s %a', '3000001 666'));

    test('lists folders', async () => {
      await phone.adb('shell', 'mkdir -p /data/local/tmp/listed/inner; echo 12345 > /data/local/tmp/listed/file');
      const { stdout } = await phone.adb('ls', '/data/local/tmp/listed');
      assert.match(stdout, /^000041ff .* inner$/m);
      assert.match(stdout, /^000081b6 00000006 .* file$/m);
    });

    test('refuses a file where the shell may not write', async () => {
      await writeFile(join(folder, 'small'), 'x');
      const above = await phone.adb('push', join(folder, 'small'), '/data/local/small');
      assert.equal(above.code, 1);
      assert.match(above.stdout + above.stderr, /remote couldn't create file: Permission denied/);
      const inApp = await phone.adb('push', join(folder, 'small'), '/data/user/0/com.example.shop/small');
      assert.equal(inApp.code, 1);
      assert.match(inApp.stdout + inApp.stderr, /stat failed when trying to push .*: Permission denied/);
    });

    test('connects to abstract sockets of exactly the asked name', async (t) => {
      const name = `laglens-test-${process.pid}-${android}`;
      const server = createServer((socket) => socket.on('data', (bytes) => socket.end(`heard ${bytes}`)));
      await new Promise<void>((resolve) => server.listen({ path: `\0${name}` }, resolve));
      t.after(() => server.close());
      const through = async (remote: string): Promise<string> => {
        const { stdout } = await phone.adb('forward', 'tcp:0', remote);
        const socket = connect(Number(stdout), '127.0.0.1');
        // Not "end": adb's streams close both ways at once.
        socket.write('you');
        return Buffer.concat(await socket.toArray()).toString();
      };
      assert.equal(await through(`localabstract:${name}`), 'heard you');
      assert.equal(await through('localabstract:nobody-listens-here'), '');
    });

    test('runs many commands side by side', async () => {
      const results = await Promise.all(Array.from({ length: 12 }, (_, index) => phone.adb('shell', `sleep 0.1; echo ${index}`)));
      assert.deepEqual(
        results.map((result) => result.stdout),
        Array.from({ length: 12 }, (_, index) => `${index}\n`),
      );
    });
  });
}

test('two phones are distinguished on one adb server, and one that goes leaves the other', async (t) => {
  const one = await connectPhone({ android: '9', launch });
  t.after(() => one.stop());
  const two = await connectPhone({ android: '14', launch, server: one.server });
  const sdk = async (phone: Phone<StandInApp>): Promise<string> => (await phone.adb('shell', 'getprop ro.build.version.sdk')).stdout;
  assert.deepEqual([await sdk(one), await sdk(two)], ['28\n', '34\n']);
  await two.stop();
  assert.deepEqual((await one.server.adb(['devices'])).stdout.trim().split('\n').slice(1), [`${one.serial}\tdevice`]);
  assert.equal(await sdk(one), '28\n');
});

test('processes that a Java debugger could join are listed', async (t) => {
  const phone = await connectPhone({ android: '11', launch });
  t.after(() => phone.stop());
  const listed = (await phone.adb('jdwp')).stdout.trim().split('\n');
  const processes = (await phone.adb('shell', 'ps -A -o PID=,NAME=')).stdout.trim().split('\n');
  const expected = processes
    .filter((line) => /com\.example\.(player|radio|notes)|org\.sample\./.test(line))
    .map((line) => line.trim().split(' ')[0]);
  assert.equal(expected.length, 7);
  assert.deepEqual(listed, expected);
});
