import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Faults } from './android-faults.ts';
import { StandInApp } from './android-stand-in-app.ts';
import { connectPhone, type Phone } from './simulated-phone.ts';
import type { Abi } from './system/android-release.ts';
import { until } from './until.ts';

/** The first 64 bytes of a 64-bit ELF file; only its magic, class and machine are looked at. */
function elf(machine: number, bits: 32 | 64 = 64): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\x7fELF', 0, 'latin1');
  bytes[4] = bits === 64 ? 2 : 1;
  bytes.writeUInt16LE(machine, 18);
  return bytes;
}

describe('what can be wrong with a phone', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-faults-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function broken(
    t: { after(work: () => Promise<void>): void },
    faults: Faults,
    abi?: Abi,
  ): Promise<{ phone: Phone<StandInApp>; apps: StandInApp[] }> {
    const apps: StandInApp[] = [];
    const phone = await connectPhone({
      android: '11',
      faults,
      ...(abi && { abi }),
      launch: async (agent) => {
        const app = new StandInApp(agent);
        apps.push(app);
        return app;
      },
    });
    t.after(() => phone.stop());
    return { phone, apps };
  }

  /** Puts an agent into the app's folder and attaches it; gives what the log then says. */
  async function attach(phone: Phone<StandInApp>, agent: Buffer, inApp = true): Promise<string> {
    await phone.launchApp();
    await writeFile(join(folder, 'agent.so'), agent);
    await phone.adb('push', join(folder, 'agent.so'), '/data/local/tmp/agent.so');
    await phone.adb('shell', 'run-as com.example.shop cp /data/local/tmp/agent.so code_cache/agent.so');
    const path = inApp ? '/data/data/com.example.shop/code_cache/agent.so' : '/data/local/tmp/agent.so';
    const { code } = await phone.adb('shell', `am attach-agent com.example.shop ${path}=token=1,hook=${path}`);
    assert.equal(code, 0);
    return (await phone.adb('shell', 'logcat -d')).stdout;
  }

  const state = async (phone: Phone<StandInApp>): Promise<string | undefined> =>
    new RegExp(`^${phone.serial}\\s+(\\w+)`, 'm').exec((await phone.server.adb(['devices'])).stdout)?.[1];

  test('nobody allowed this computer: adb says unauthorized', async (t) => {
    const { phone } = await broken(t, { connection: 'unauthorized' });
    assert.equal(await state(phone), 'unauthorized');
    assert.match((await phone.adb('shell', 'id')).stderr, /device unauthorized/);
  });

  test('adbd hangs: adb says offline', async (t) => {
    const { phone } = await broken(t, { connection: 'offline' });
    assert.equal(await state(phone), 'offline');
    assert.match((await phone.adb('shell', 'id')).stderr, /device offline/);
  });

  test('the cable comes out while a command runs, and in again', async (t) => {
    const { phone } = await broken(t, {});
    const running = phone.adb('shell', 'echo begun; touch /data/local/tmp/begun; sleep 60; echo never');
    await until('the command to begin', () => phone.system.files.exists('/data/local/tmp/begun'));
    await phone.unplug();
    // adb's exit code is 0 all the same: it never heard of one.
    assert.equal((await running).stdout, 'begun\n');
    assert.equal(await state(phone), undefined);
    await phone.plug();
    assert.equal(await state(phone), 'device');
    assert.equal((await phone.adb('shell', 'echo back')).stdout, 'back\n');
  });

  test('a slow link takes its time and loses nothing', async (t) => {
    const { phone } = await broken(t, {});
    const bytes = randomBytes(96 * 1024);
    await writeFile(join(folder, 'slow'), bytes);
    phone.faults.bytesPerSecond = 64 * 1024;
    const beganMs = performance.now();
    assert.equal((await phone.adb('push', join(folder, 'slow'), '/data/local/tmp/slow')).code, 0);
    assert.ok(performance.now() - beganMs > 1000, '96 KB at 64 KB/s need 1.5 s');
    phone.faults.bytesPerSecond = undefined;
    const hash = createHash('sha256').update(bytes).digest('hex');
    assert.equal((await phone.adb('shell', 'sha256sum /data/local/tmp/slow')).stdout, `${hash}  /data/local/tmp/slow\n`);
  });

  test('the storage is full: a push says so and leaves nothing', async (t) => {
    const { phone } = await broken(t, { storageFull: true });
    await writeFile(join(folder, 'big'), Buffer.alloc(1_000_000));
    const { code, stdout, stderr } = await phone.adb('push', join(folder, 'big'), '/data/local/tmp/big');
    assert.equal(code, 1);
    assert.match(stdout + stderr, /No space left on device/);
    assert.equal((await phone.adb('shell', 'ls /data/local/tmp')).stdout, '');
    assert.match((await phone.adb('shell', 'echo x > /data/local/tmp/x; echo $?')).stdout, /^1$/m);
    phone.faults.storageFull = false;
    assert.equal((await phone.adb('push', join(folder, 'big'), '/data/local/tmp/big')).code, 0);
  });

  test("a vendor's run-as does not work", async (t) => {
    const { phone } = await broken(t, { runAs: 'run-as: Could not set capabilities: Operation not permitted' });
    const { code, stderr } = await phone.adb('shell', 'run-as com.example.shop id');
    assert.equal(code, 1);
    assert.equal(stderr, 'run-as: Could not set capabilities: Operation not permitted\n');
  });

  test('a good agent gets paths of this computer', async (t) => {
    const { phone, apps } = await broken(t, {});
    assert.doesNotMatch(await attach(phone, elf(62)), /attach failed/);
    const path = phone.system.files.hostPath('/data/user/0/com.example.shop/code_cache/agent.so');
    assert.deepEqual(apps[0]?.agents, [`${path}=token=1,hook=${path}`]);
  });

  test('SELinux does not let the app map the library', async (t) => {
    const { phone } = await broken(t, { dlopenDenied: true });
    const log = await attach(phone, elf(62));
    assert.match(log, /avc: {2}denied {2}\{ execute \}/);
    assert.match(log, /Unable to dlopen \S+agent\.so: dlopen failed: couldn't map "\S+" segment 1: Permission denied/);
  });

  test('a library in /data/local/tmp is never mapped', async (t) => {
    const { phone, apps } = await broken(t, {});
    assert.match(await attach(phone, elf(62), false), /couldn't map "\/data\/local\/tmp\/agent\.so"/);
    assert.deepEqual(apps[0]?.agents, []);
  });

  test('a library of another processor is refused by the linker', async (t) => {
    const { phone } = await broken(t, {}, 'arm64-v8a');
    assert.equal((await phone.adb('shell', 'getprop ro.product.cpu.abilist')).stdout, 'arm64-v8a,armeabi-v7a,armeabi\n');
    assert.match(await attach(phone, elf(183)), /is for EM_AARCH64 \(183\) instead of EM_X86_64 \(62\)/);
    assert.match(await attach(phone, elf(40, 32)), /is 32-bit instead of 64-bit/);
  });

  test('the app dies when the agent is attached', async (t) => {
    const { phone } = await broken(t, { diesAtAttach: true });
    const pid = (await phone.launchApp()).pid;
    await attach(phone, elf(62));
    await phone.app()?.ended;
    assert.equal((await phone.adb('shell', 'pidof com.example.shop')).code, 1);
    assert.match((await phone.adb('shell', 'logcat -d')).stdout, new RegExp(`Fatal signal 11 .* in tid ${pid}`));
  });

  test('an attach is swallowed', async (t) => {
    const { phone, apps } = await broken(t, { attachSilent: true });
    assert.doesNotMatch(await attach(phone, elf(62)), /code_cache.*ttach|Agent attach/);
    assert.deepEqual(apps[0]?.agents, []);
  });

  test('a new build ends the process and empties the code cache', async (t) => {
    const { phone } = await broken(t, {});
    const before = (await phone.launchApp()).pid;
    await attach(phone, elf(62));
    const path = (await phone.adb('shell', 'pm path com.example.shop')).stdout;
    await phone.reinstall();
    assert.equal((await phone.adb('shell', 'pidof com.example.shop')).code, 1);
    assert.equal((await phone.adb('shell', 'run-as com.example.shop ls code_cache')).stdout, '');
    assert.notEqual((await phone.adb('shell', 'pm path com.example.shop')).stdout, path);
    assert.notEqual((await phone.launchApp()).pid, before);
  });

  test('the screen is locked', async (t) => {
    const { phone } = await broken(t, { screenLocked: true });
    assert.match((await phone.adb('shell', 'dumpsys window')).stdout, /isKeyguardShowing=true/);
    phone.faults.screenLocked = false;
    assert.match((await phone.adb('shell', 'dumpsys window')).stdout, /isKeyguardShowing=false/);
  });
});
