import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { installGoIos } from '../../../scripts/setup/ios-clients.ts';
import { Host, type Of } from '../../agent/test-host.ts';
import { buildShop } from '../../demo-app/iphone/build-iphone-shop.ts';
import { freePort } from '../../host/free-port.ts';
import { until } from '../android/until.ts';
import { isDebuggable } from './apps/installed-app.ts';
import { askAppium } from './clients/appium.ts';
import { type Outcome, runClient } from './clients/client-process.ts';
import { packIpa } from './clients/with-app.ts';
import type { Iphone } from './simulated-iphone.ts';
import { startIphone } from './start-iphone.ts';
import type { Usbmuxd } from './usbmux/usbmuxd.ts';

const agent = new URL('../../../device-agents/prebuilt/ios/liblaglens.dylib', import.meta.url);
const AGENT = '@executable_path/Frameworks/liblaglens.dylib';

/** The way of the agent onto iOS 15 and 16, gone by other people's clients alone: install, launch with an environment, reach the port. */
describe('the demo app with the shipped agent on a simulated iPhone', () => {
  let goIos: string;
  let folder: string;
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    goIos = await installGoIos();
    folder = await mkdtemp(join(tmpdir(), 'laglens-real-app-'));
    ({ iphone, usbmuxd, stop } = await startIphone({ ios: '16.7.10' }));
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const run = (program: string, ...argv: readonly string[]): Promise<Outcome> => runClient(usbmuxd, program, argv, { HOME: folder });

  test('ideviceinstaller installs it, appium-ios-device launches it, and the agent greets through iproxy', async () => {
    const { app } = await buildShop('device');
    const inPackage = join(folder, 'Payload', 'Shop.app');
    await mkdir(join(inPackage, 'Frameworks'), { recursive: true });
    await cp(app, inPackage, { recursive: true });
    await cp(agent, join(inPackage, 'Frameworks', 'liblaglens.dylib'));
    assert.equal((await run('ideviceinstaller', '-i', await packIpa(folder, 'Shop'))).code, 0);
    const installed = iphone.apps.app('com.example.shop');
    assert.ok(installed && isDebuggable(installed), 'its signature says get-task-allow');

    const [port, local] = [await freePort(), await freePort()];
    const token = 'a5'.repeat(16);
    const environment = { LAGLENS_OPTIONS: `token=${token},port=${port},interval=5000,depth=512,ahead=1`, DYLD_INSERT_LIBRARIES: AGENT };
    const pid = await askAppium(iphone, 'launch', 'com.example.shop', JSON.stringify(environment));
    await until('the app to have launched', () => iphone.log.lines.some((line) => /Shop\[\d+\] <Notice>: ready/.test(line)));
    const iproxy = spawn('iproxy', [`${local}:${port}`], { env: { ...process.env, ...usbmuxd.environment }, stdio: 'ignore' });
    try {
      // iproxy takes a connection before it knows whether the device does, and then closes it.
      let hello: Of<'hello'> | undefined;
      await until('the agent to greet', async () => {
        hello = await greeted(local, token);
        return hello !== undefined;
      });
      assert.deepEqual([hello?.process, hello?.os, hello?.pid], ['com.example.shop', 'ios', pid]);
    } finally {
      iproxy.kill();
    }
  });

  test('dyld does not take a library that was changed after it was signed, and the log says so', async () => {
    const library = iphone.files.hostPath(`${iphone.apps.app('com.example.shop')?.folder}/Frameworks/liblaglens.dylib`);
    const bytes = await readFile(library);
    // Somewhere in the code: the second page of the file.
    bytes.writeUInt32LE(~bytes.readUInt32LE(0x4100) >>> 0, 0x4100);
    await writeFile(library, bytes);
    const from = iphone.log.lines.length;
    await run(goIos, 'launch', 'com.example.shop', '--kill-existing', `--env=DYLD_INSERT_LIBRARIES=${AGENT}`);
    // The loader's exit code for what dyld refuses.
    await until('the app to be over', () => iphone.log.lines.slice(from).some((line) => /process \d+ ended with 6$/.test(line)));
    assert.match(iphone.log.lines.slice(from).join('\n'), /liblaglens\.dylib.*code signature invalid/s);
  });
});

/** @returns undefined when nobody is there, or whoever is there leaves */
async function greeted(port: number, token: string): Promise<Of<'hello'> | undefined> {
  const host = await Host.connect(port, { token }).catch(() => undefined);
  if (!host) return undefined;
  try {
    return await host.until('hello').catch(() => undefined);
  } finally {
    host[Symbol.dispose]();
  }
}
