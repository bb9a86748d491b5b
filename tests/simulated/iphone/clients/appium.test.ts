import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../host/free-port.ts';
import { until } from '../../android/until.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { startIphone } from '../start-iphone.ts';
import { askAppium } from './appium.ts';
import { launchStandIn, type Started } from './with-app.ts';

/** npm's appium-ios-device 3.1.23: what Appium drives real devices up to iOS 16 with. */
describe('appium-ios-device', () => {
  let folder: string;
  let iphone: Iphone;
  let stop: () => Promise<void>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-appium-'));
    ({ iphone, stop } = await startIphone({
      ios: '15.8.3',
      launch: launchStandIn,
      apps: [{ bundleId: 'com.example.shop', name: 'Shop' }],
    }));
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  test('finds the device, and reads it in the clear and in a session', async () => {
    assert.deepEqual(await askAppium(iphone, 'devices'), [iphone.udid]);
    assert.equal(await askAppium(iphone, 'version'), '15.8.3');
    const time = await askAppium(iphone, 'time');
    assert.ok(time !== null && typeof time === 'object' && 'timestamp' in time);
    assert.ok(Math.abs(Number(time.timestamp) - Date.now() / 1000) < 60);
  });

  test('lists apps and writes into the container of one', async () => {
    assert.deepEqual(await askAppium(iphone, 'apps'), ['com.example.shop']);
    const bytes = Buffer.alloc(200_000, 'lag');
    await writeFile(join(folder, 'file'), bytes);
    assert.equal(await askAppium(iphone, 'push', 'com.example.shop', join(folder, 'file'), '/Documents/file'), 200_000);
    const container = iphone.apps.app('com.example.shop')?.container;
    assert.deepEqual(await readFile(iphone.files.hostPath(`${container}/Documents/file`)), bytes);
  });

  test('launches an app with an environment and reaches its port, as long as it runs', async () => {
    const port = await freePort();
    const environment = { LAGLENS_OPTIONS: `token=00,port=${port}`, DYLD_INSERT_LIBRARIES: '@executable_path/Frameworks/x.dylib' };
    const pid = await askAppium(iphone, 'launch', 'com.example.shop', JSON.stringify(environment));
    assert.equal(pid, iphone.processes.of('com.example.shop')?.pid);
    await until('the app to listen', () => iphone.log.lines.some((line) => line.endsWith('listening')));
    const started: Started = JSON.parse(String(await askAppium(iphone, 'port', String(port))));
    const { LAGLENS_OPTIONS, DYLD_INSERT_LIBRARIES } = started.environment;
    assert.deepEqual({ LAGLENS_OPTIONS, DYLD_INSERT_LIBRARIES }, environment);
    await iphone.processes.kill(Number(pid));
    await assert.rejects(askAppium(iphone, 'port', String(port)), /Connection was refused to port/);
  });
});
