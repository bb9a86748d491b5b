import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startDemoApp } from '../demo-app/start-demo-app.ts';
import { startJavaPhone } from '../host/java-phone.ts';
import { startShopOnIphone } from '../host/shop-on-iphone.ts';
import { AdbServer } from '../simulated/android/adb-server.ts';
import { readConnections, watchedEnvironment } from './connection-log.ts';
import { root } from './project-sources.ts';

const execute = promisify(execFile);

test('a recording connects to the device, and to nothing else', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-watch-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const app = await startDemoApp({ android: '14', runtime: 'jvm', schedule: 'all' });
  t.after(() => app.stop());

  const noted = join(scratch, 'connections');
  const target = ['--device', 'jvm', '--app', app.mainClass, '--pid', String(app.pid)];
  await execute(process.execPath, [join(root, 'cli', 'main.ts'), 'record', ...target, '--seconds', '3', '-o', 'shop.laglens'], {
    cwd: scratch,
    env: { ...process.env, ...watchedEnvironment(noted) },
  });

  const { all, outside } = await readConnections(noted);
  const toAgent = all.some((line) => /\bunix \/.*laglens-\d+-[0-9a-f]+\.sock$/.test(line));
  assert.ok(toAgent, `the agent's socket is among:\n${all.join('\n')}`);
  assert.deepEqual(outside, []);
});

test('a recording from a phone connects to the adb server, and to nothing else', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens watch '));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const device = await startJavaPhone({ android: '14' });
  t.after(() => device.stop());
  await device.phone.launchApp();

  const noted = join(scratch, 'connections');
  const target = ['--device', device.phone.serial, '--app', 'com.example.shop', '--adb-server', `127.0.0.1:${device.phone.server.port}`];
  const path = join('my sessions', 'shop one.laglens');
  const { stdout } = await execute(process.execPath, [join(root, 'cli', 'main.ts'), 'record', ...target, '--seconds', '2', '-o', path], {
    cwd: scratch,
    env: { ...process.env, ...watchedEnvironment(noted) },
  });
  assert.equal(stdout.trim(), join(scratch, path));

  const { all, outside } = await readConnections(noted);
  assert.ok(all.length > 0);
  assert.deepEqual(
    all.filter((line) => !line.endsWith(` tcp 127.0.0.1:${device.phone.server.port}`) && !line.endsWith(' name 127.0.0.1')),
    [],
  );
  assert.deepEqual(outside, []);
});

test('a recording from an iPhone connects to usbmuxd, and to nothing else', async (t) => {
  const shop = await startShopOnIphone({ ios: '16.7.10' }, (line) => t.diagnostic(line));
  t.after(() => shop[Symbol.asyncDispose]());
  // Without a listening server, adb starts one that stays.
  const adb = await AdbServer.start();
  t.after(() => adb.stop());
  const adbServer = `127.0.0.1:${adb.port}`;
  const noted = join(shop.folder, 'connections');
  const target = ['--device', shop.iphone.udid, '--app', 'com.example.shop', '--replace', '--restore', '--adb-server', adbServer];
  await execute(process.execPath, [join(root, 'cli', 'main.ts'), 'record', ...target, '--seconds', '1', '-o', 'shop.laglens'], {
    cwd: shop.workspace,
    env: { ...process.env, ...shop.environment, ...watchedEnvironment(noted) },
  });
  const { all, outside } = await readConnections(noted);
  const usbmuxd = `tcp ${shop.environment.USBMUXD_SOCKET_ADDRESS}`;
  // The tools of the fake Xcode ask the part of it that has the phones, by a socket in its folder.
  const toAdb = [` tcp ${adbServer}`, ' name 127.0.0.1'];
  const others = all.filter((line) => !line.endsWith(` ${usbmuxd}`) && !toAdb.some((end) => line.endsWith(end)));
  assert.ok(all.some((line) => line.endsWith(` ${usbmuxd}`)));
  assert.deepEqual(
    others.filter((line) => !line.includes(`unix ${shop.xcode.folder}/`)),
    [],
  );
  assert.deepEqual(outside, []);
});

test('the watch sees what it is there for', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-watch-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const noted = join(scratch, 'connections');
  // Port 9 of the name that is never resolved (RFC 6761): no packet leaves this computer.
  const program = "require('net').connect(9, 'phone.invalid').on('error', () => {}); fetch('http://shop.invalid').catch(() => {});";
  await execute(process.execPath, ['-e', program], { env: { ...process.env, ...watchedEnvironment(noted) } });
  const { outside } = await readConnections(noted);
  assert.ok(outside.includes('node tcp phone.invalid:9'));
  assert.ok(outside.some((line) => line.includes('shop.invalid')));
});
