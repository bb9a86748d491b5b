import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { installGoIos } from '../../../../scripts/setup/ios-clients.ts';
import { until } from '../../android/until.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { startIphone } from '../start-iphone.ts';
import type { Usbmuxd } from '../usbmux/usbmuxd.ts';
import { type Outcome, runClient } from './client-process.ts';
import { launchStandIn } from './with-app.ts';

/** go-ios 1.2.0: its own usbmux, lockdown, AFC and DTX, in Go. */
describe('go-ios', () => {
  let goIos: string;
  let seen: Readonly<Record<string, string>> | undefined;
  let folder: string;
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    goIos = await installGoIos();
    folder = await mkdtemp(join(tmpdir(), 'laglens-go-ios-'));
    ({ iphone, usbmuxd, stop } = await startIphone({
      apps: [{ bundleId: 'com.example.shop', name: 'Shop' }],
      launch: (request) => {
        seen = request.environment;
        return launchStandIn(request);
      },
    }));
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const run = (...argv: readonly string[]): Promise<Outcome> => runClient(usbmuxd, goIos, argv, { HOME: folder });
  const json = async (...argv: readonly string[]): Promise<unknown> => JSON.parse((await run(...argv)).stdout);

  test('lists the device with its facts, and its apps with their entitlements', async () => {
    const facts = { ProductName: 'iPhone OS', ProductType: 'iPhone10,1', ProductVersion: '16.7.10', ConnectionType: 'USB' };
    assert.deepEqual(await json('list', '--details'), { deviceList: [{ Udid: iphone.udid, ...facts }] });
    const apps = await json('apps');
    assert.ok(Array.isArray(apps));
    assert.equal(apps.length, 1);
    assert.equal(apps[0].CFBundleIdentifier, 'com.example.shop');
    assert.deepEqual(apps[0].Entitlements, { ...iphone.apps.app('com.example.shop')?.entitlements });
    assert.match(apps[0].Path, /^\/private\/var\/containers\/Bundle\/Application\/[0-9A-F-]{36}\/Shop\.app$/);
  });

  test('puts a file into the container by house_arrest', async () => {
    const bytes = Buffer.alloc(300_000, 'lag');
    await writeFile(join(folder, 'agent.dylib'), bytes);
    const pushed = await run(
      'fsync',
      '--app=com.example.shop',
      'push',
      `--srcPath=${folder}/agent.dylib`,
      '--dstPath=Library/Caches/a.dylib',
    );
    assert.equal(pushed.code, 0, pushed.stderr);
    const container = iphone.apps.app('com.example.shop')?.container;
    assert.deepEqual(await readFile(iphone.files.hostPath(`${container}/Library/Caches/a.dylib`)), bytes);
  });

  test('launches the app with an environment by process control, sees it run, and ends it', async () => {
    const launched = await run('launch', 'com.example.shop', '--env=LANG=de', '--env=DYLD_INSERT_LIBRARIES=/usr/lib/x.dylib');
    assert.equal(launched.code, 0, launched.stderr);
    const pid = iphone.processes.of('com.example.shop')?.pid;
    assert.match(launched.stderr, new RegExp(`"Process launched","pid":${pid}\\b`));
    // It cuts values at a second "=", so our own options could not come through it.
    assert.deepEqual([seen?.LANG, seen?.DYLD_INSERT_LIBRARIES], ['de', '/usr/lib/x.dylib']);
    const running = await json('ps', '--apps');
    assert.ok(Array.isArray(running));
    assert.deepEqual([running.length, running[0].Name, running[0].Pid], [1, 'Shop', pid]);
    assert.ok(Math.abs(Date.parse(running[0].StartDate) - Date.now()) < 60_000, `started at ${running[0].StartDate}`);
    const killed = await run('kill', 'com.example.shop');
    assert.equal(killed.code, 0, killed.stderr);
    await until('the app to be over', () => !iphone.processes.any);
  });

  test('learns why the device does not launch an app', async () => {
    iphone.locked = true;
    assert.match((await run('launch', 'com.example.shop')).stderr, /because the device was not, or could not be, unlocked/);
    iphone.locked = false;
    iphone.faults.signature = 'refused';
    assert.match((await run('launch', 'com.example.shop')).stderr, /invalid code signature, inadequate entitlements/);
    iphone.faults.signature = undefined;
    assert.match((await run('launch', 'com.example.none')).stderr, /Application info provider returned nil/);
    iphone.mountedImage = undefined;
    assert.match((await run('launch', 'com.example.shop')).stderr, /InvalidService/);
    iphone.mountedImage = Buffer.from('again');
  });

  test('hears the cable come out and in', async () => {
    const notices: string[] = [];
    const listening = spawn(goIos, ['listen'], {
      env: { ...process.env, ...usbmuxd.environment, HOME: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    createInterface({ input: listening.stdout }).on('line', (line) => {
      const notice: unknown = JSON.parse(line);
      if (notice !== null && typeof notice === 'object' && 'MessageType' in notice) notices.push(String(notice.MessageType));
    });
    try {
      await until('the device that is there', () => notices.length === 1);
      iphone.detach();
      await until('the notice', () => notices.length === 2);
      iphone.attach();
      await until('the notice', () => notices.length === 3);
      assert.deepEqual(notices, ['Attached', 'Detached', 'Attached']);
    } finally {
      listening.kill();
    }
  });
});
