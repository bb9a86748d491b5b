import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { until } from '../android/until.ts';
import { askAppium } from './clients/appium.ts';
import { runClient } from './clients/client-process.ts';
import { launchStandIn } from './clients/with-app.ts';
import { startIphone, startIphones } from './start-iphone.ts';

test('several devices share one usbmuxd, by cable, by Wi-Fi and by both', async () => {
  const { usbmuxd, iphones, stop } = await startIphones([
    { ios: '16.7.10', connection: 'USB' },
    { ios: '17.6.1', connection: 'Network' },
    { ios: '26.1', connection: 'both' },
    { ios: '18.5', attached: false },
  ]);
  try {
    const [cable, wireless, both] = iphones.map(({ udid }) => udid);
    // libimobiledevice lists each way that leads to a device, and -l means those by cable.
    const listed = async (...argv: readonly string[]): Promise<readonly string[]> =>
      (await runClient(usbmuxd, 'idevice_id', argv)).stdout.trim().split('\n').sort();
    assert.deepEqual(await listed('-l'), [cable, both].sort());
    assert.deepEqual(await listed('-n'), [wireless, both].sort());
    // Their form: 40 digits up to the A11, then the chip's number first.
    assert.match(cable ?? '', /^[0-9a-f]{40}$/);
    assert.match(wireless ?? '', /^00008030-[0-9A-F]{16}$/);
  } finally {
    await stop();
  }
});

test('from iOS 17 on process control is not to be had through lockdownd', async () => {
  const { iphone, stop } = await startIphone({ ios: '17.6.1', apps: [{ bundleId: 'com.example.shop', name: 'Shop' }] });
  try {
    await assert.rejects(askAppium(iphone, 'launch', 'com.example.shop', '{}'), /InvalidService/);
    assert.deepEqual(await askAppium(iphone, 'apps'), ['com.example.shop']);
  } finally {
    await stop();
  }
});

test('an app is started suspended and runs when it is resumed', async () => {
  const { iphone, stop } = await startIphone({ launch: launchStandIn, apps: [{ bundleId: 'com.example.shop', name: 'Shop' }] });
  try {
    const { pid } = await iphone.processes.launch('com.example.shop', { suspended: true });
    // Its state comes third, behind a name in brackets (proc(5)).
    const state = async (): Promise<string | undefined> => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0];
    await until('the process to stop', async () => (await state()) === 'T');
    assert.equal(iphone.processes.resume(pid), true);
    await until('the app to listen', () => iphone.log.lines.some((line) => line.endsWith('listening')));
    assert.equal(iphone.processes.resume(1), false);
  } finally {
    await stop();
  }
});
