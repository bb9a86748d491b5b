import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { installGoIos } from '../../../scripts/setup/ios-clients.ts';
import { runClient } from './clients/client-process.ts';
import { signatureOf } from './developer-image.ts';
import type { Iphone } from './simulated-iphone.ts';
import { startIphone } from './start-iphone.ts';
import type { Usbmuxd } from './usbmux/usbmuxd.ts';

/** Debian's ideviceimagemounter 1.3.0, and go-ios 1.2.0. */
describe('the developer image', () => {
  let folder: string;
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-image-'));
    const image = Buffer.alloc(300_000, 'x');
    await writeFile(join(folder, 'image.dmg'), image);
    await writeFile(join(folder, 'signature'), signatureOf(image));
    await writeFile(join(folder, 'foreign'), Buffer.alloc(128, 's'));
    ({ iphone, usbmuxd, stop } = await startIphone({ ios: '16.7.10', developerImage: false }));
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const mounter = async (...argv: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await runClient(usbmuxd, 'ideviceimagemounter', argv);
    return stdout + stderr;
  };
  const mount = (signature = 'signature'): Promise<string> => mounter(join(folder, 'image.dmg'), join(folder, signature));

  const reasons = (): readonly string[] => iphone.log.lines.map((line) => line.split('<Error>: ')[1] ?? '');

  test('is not mounted while Developer Mode is off, the device locked, or its signature wrong', async () => {
    iphone.developerMode = false;
    assert.match(await mount(), /done\.\nMounting\.\.\.\nError: ImageMountFailed\n$/);
    iphone.developerMode = true;
    iphone.locked = true;
    assert.match(await mount(), /\nError: DeviceLocked\n$/);
    iphone.locked = false;
    iphone.faults.mount = 'badSignature';
    assert.match(await mount(), /\nError: ImageMountFailed\n$/);
    iphone.faults.mount = undefined;
    assert.match(await mount('foreign'), /\nError: ImageMountFailed\n$/);
    // The client keeps the details for itself; the device's log has them.
    assert.deepEqual(reasons(), [
      'Developer mode is not enabled.',
      'The device is locked.',
      'Error: Failed to verify the image signature.',
      'Error: Failed to verify the image signature.',
    ]);
    assert.equal(iphone.mountedImage, undefined);
  });

  test('is uploaded and mounted once', async () => {
    assert.match(await mount(), /done\.\nMounting\.\.\.\nDone\.\nStatus: Complete\n$/);
    const signature = (await readFile(join(folder, 'signature'))).toString('base64');
    assert.ok((await mounter('-l')).replaceAll(/\s/g, '').includes(`ImageSignature[1]:0:${signature}`));
    assert.match(await mount(), /\nError: ImageMountFailed\n$/);
    assert.equal(reasons().at(-1), 'Error: The disk image is already mounted at /Developer.');
  });

  test('is uploaded and mounted by go-ios, too', async () => {
    iphone.mountedImage = undefined;
    await copyFile(join(folder, 'signature'), join(folder, 'image.dmg.signature'));
    const { stdout, stderr } = await runClient(usbmuxd, await installGoIos(), ['image', 'mount', `--path=${join(folder, 'image.dmg')}`]);
    assert.match(stdout + stderr, /success mounting image/);
    assert.ok((await readFile(join(folder, 'signature'))).equals(iphone.mountedImage ?? Buffer.alloc(0)));
  });
});
