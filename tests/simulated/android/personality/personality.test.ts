import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StandInApp } from '../android-stand-in-app.ts';
import { connectPhone, type Phone } from '../simulated-phone.ts';
import { galaxyS22Ultra } from './known/galaxy-s22-ultra.ts';
import { huaweiP20 } from './known/huawei-p20.ts';
import { pixel8 } from './known/pixel-8.ts';
import { realmeC3 } from './known/realme-c3.ts';
import { redmi8a } from './known/redmi-8a.ts';
import type { Personality } from './personality.ts';

const prebuilt = (abi: string): string =>
  fileURLToPath(new URL(`../../../../device-agents/prebuilt/${abi}/liblaglens.so`, import.meta.url));

describe('a simulated phone has a personality', { concurrency: 2 }, () => {
  async function started(t: { after(work: () => Promise<void>): void }, personality: Personality) {
    const apps: StandInApp[] = [];
    const launch = async (agent: string | undefined): Promise<StandInApp> => {
      const app = new StandInApp(agent);
      apps.push(app);
      return app;
    };
    const phone = await connectPhone({ android: personality.android, personality, launch });
    t.after(() => phone.stop());
    return { phone, apps };
  }

  const out = async (phone: Phone<StandInApp>, line: string): Promise<string> => (await phone.adb('shell', line)).stdout.trim();

  /** @returns the log after an attach of a library */
  async function attach(phone: Phone<StandInApp>, library: string): Promise<string> {
    await phone.launchApp();
    await phone.adb('push', library, '/data/local/tmp/agent.so');
    await phone.adb('shell', 'run-as com.example.shop cp /data/local/tmp/agent.so code_cache/agent.so');
    await phone.adb('shell', 'am attach-agent com.example.shop /data/data/com.example.shop/code_cache/agent.so=token=1');
    return (await phone.adb('shell', 'logcat -d')).stdout;
  }

  test('its facts are those of getprop, uname, getconf and adb’s list', async (t) => {
    const { phone } = await started(t, { ...pixel8, kernel: '6.1.75-android14' });
    const question = 'getprop ro.product.model; getprop ro.build.version.sdk; getprop ro.product.cpu.abilist; uname -r; getconf PAGE_SIZE';
    assert.equal(await out(phone, question), 'Pixel 8\n35\narm64-v8a\n6.1.75-android14\n16384');
    assert.match((await phone.server.adb(['devices', '-l'])).stdout, /product:shiba model:Pixel_8 device:shiba/);
  });

  test('a library for smaller pages is refused, the shipped one for the claimed processor runs as this computer’s', async (t) => {
    const { phone, apps } = await started(t, pixel8);
    const folder = await mkdtemp(join(tmpdir(), 'laglens-personality-'));
    t.after(() => rm(folder, { recursive: true }));
    // Header and one loaded segment with pages of 4 KiB. Source: elf.h.
    const small = Buffer.alloc(120);
    small.write('\x7fELF', 0, 'latin1');
    small[4] = 2;
    small.writeUInt16LE(183, 18);
    small.writeBigUInt64LE(64n, 32);
    small.writeUInt16LE(1, 56);
    small.writeUInt32LE(1, 64);
    small.writeBigUInt64LE(4096n, 64 + 48);
    await writeFile(join(folder, 'small.so'), small);
    assert.match(
      await attach(phone, join(folder, 'small.so')),
      /program alignment \(4096\) cannot be smaller than system page size \(16384\)/,
    );
    assert.match(await attach(phone, prebuilt('x86_64')), /is for EM_X86_64 \(62\) instead of EM_AARCH64 \(183\)/);
    assert.deepEqual(apps[0]?.agents, []);
    assert.doesNotMatch((await attach(phone, prebuilt('arm64-v8a'))).split('EM_AARCH64 (183)').at(-1) ?? '', /attach failed/);
    assert.deepEqual(apps[0]?.agents, [`${prebuilt('x86_64')}=token=1`]);
  });

  test('a missing program is not found', async (t) => {
    const { phone } = await started(t, huaweiP20);
    const { code, stderr } = await phone.adb('shell', 'getconf PAGE_SIZE');
    assert.equal(code, 127);
    assert.match(stderr, /getconf: not found/);
    assert.equal(await out(phone, 'getconf PAGE_SIZE || echo none'), 'none');
  });

  test('an answer replaces a program’s own, also by the name of its service and in a pipe', async (t) => {
    const { phone } = await started(t, redmi8a);
    for (const command of ['pm install -r /data/local/tmp/a.apk', 'cmd package install -S 5', '/system/bin/pm install x']) {
      const { code, stdout } = await phone.adb('shell', command);
      assert.equal(code, 1, command);
      assert.match(stdout, /INSTALL_FAILED_USER_RESTRICTED/, command);
    }
    assert.equal(await out(phone, 'pm install x | grep -c USER_RESTRICTED'), '1');
    assert.equal(await out(phone, 'getprop ro.product.cpu.abilist64'), '');
  });

  test('it differs in some arguments only', async (t) => {
    const { phone } = await started(t, galaxyS22Ultra);
    const refused = await phone.adb('shell', 'pm list packages');
    assert.equal(refused.code, 255);
    assert.match(refused.stderr, /access user 150/);
    assert.match(await out(phone, 'pm list packages --user 0'), /package:com\.example\.shop/);
    assert.match(await out(phone, 'pm list users'), /UserInfo\{150:Secure Folder:10061030\}/);
  });

  test('a refused attach reaches no app', async (t) => {
    const { phone, apps } = await started(t, realmeC3);
    await attach(phone, prebuilt('arm64-v8a'));
    assert.deepEqual(apps[0]?.agents, []);
  });

  test('an edited answer is the phone’s own with other words', async (t) => {
    const answers = [{ program: 'dumpsys', words: ['package'], find: /^ {4}(userId|appId)=/gm, replacement: '    uid=' }] as const;
    const { phone } = await started(t, { id: 'edited', android: '14', answers });
    assert.equal(await out(phone, 'dumpsys package com.example.shop | grep -cE "^    (appId|userId)="'), '0');
    assert.equal(await out(phone, 'dumpsys package com.example.shop | grep -E "^    uid="'), 'uid=10123');
    assert.match(await out(phone, 'dumpsys package com.example.shop'), /versionCode=1 /);
  });

  test('texts of an answer are only printed', async (t) => {
    const hostile = '$(touch /data/local/tmp/ran); `touch /data/local/tmp/ran`\n\'"; touch /data/local/tmp/ran #\n';
    const { phone } = await started(t, { id: 'hostile', android: '14', answers: [{ program: 'wm', stdout: hostile }] });
    assert.equal((await phone.adb('shell', 'wm size; echo "$(wm size)"')).stdout, hostile + hostile);
    assert.equal(await out(phone, 'ls /data/local/tmp'), '');
  });
});
