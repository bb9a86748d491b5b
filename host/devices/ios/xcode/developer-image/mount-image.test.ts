import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { LaglensError } from '../../../../../core/errors.ts';
import { runClient } from '../../../../../tests/simulated/iphone/clients/client-process.ts';
import { type IphoneOptions, startIphone } from '../../../../../tests/simulated/iphone/start-iphone.ts';
import { FakeXcode, type XcodeVersion } from '../../../../../tests/simulated/xcode/fake-xcode.ts';
import { Iphone } from '../../phone/iphone.ts';
import { processesByInstruments } from '../../phone/process-control.ts';
import { Usbmux } from '../../protocol/usbmux/usbmux.ts';
import { Xcrun } from '../xcrun/xcrun.ts';
import { ensureDeveloperImage } from './mount-image.ts';

const signal = AbortSignal.timeout(600_000);

/** An iPhone that was just started, on a Mac whose Xcode has these images. */
async function startSetup(
  t: TestContext,
  options: IphoneOptions = {},
  images: readonly string[] = ['16.4'],
  version: XcodeVersion = '16.4',
) {
  const { iphone, usbmuxd, stop } = await startIphone({ ios: '16.7.10', developerImage: false, ...options });
  t.after(stop);
  const xcode = await FakeXcode.start({ version, simulators: [], developerImages: images });
  t.after(() => xcode.stop());
  const host = new Iphone(new Usbmux({ path: usbmuxd.socketPath }), iphone.udid);
  const steps: string[] = [];
  const lines: string[] = [];
  const ground = {
    facts: { ios: iphone.release.version, name: 'Ada’s iPhone' },
    iphone: host,
    xcodes: { xcrun: new Xcrun({ xcrunPath: xcode.xcrun }), applications: join(xcode.folder, 'none') },
  };
  const ensure = (progress = (step: string): unknown => step): Promise<void> =>
    ensureDeveloperImage(ground, {
      progress: (step) => {
        steps.push(step);
        progress(step);
      },
      log: (line) => lines.push(line),
      signal,
    });
  const folder = join(xcode.folder, 'Applications/Xcode.app/Contents/Developer/Platforms/iPhoneOS.platform/DeviceSupport');
  return { iphone, usbmuxd, host, xcode, steps, lines, ensure, folder };
}

async function verdictOf(work: Promise<void>): Promise<LaglensError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  assert.match(error.next, /\w+.*\.$/);
  return error;
}

test('the image of the nearest lower version is sent and mounted, libimobiledevice sees it, and its services begin', async (t) => {
  const { iphone, usbmuxd, host, steps, lines, ensure, folder } = await startSetup(t, {}, ['15.8', '16.1', '16.4']);
  await assert.rejects(processesByInstruments(host, signal), /InvalidService/);
  await ensure();
  const signature = await readFile(join(folder, '16.4', 'DeveloperDiskImage.dmg.signature'));
  const { stdout } = await runClient(usbmuxd, 'ideviceimagemounter', ['-l']);
  assert.ok(stdout.replaceAll(/\s/g, '').includes(signature.toString('base64')), stdout);
  await processesByInstruments(host, signal);
  assert.equal(steps[0], 'Sending the developer image');
  assert.deepEqual(steps.slice(-2), ['Sending the developer image: 100 %', 'Mounting the developer image']);
  assert.match(lines.join('\n'), /^Mounting the developer image of iOS 16\.4 on iOS 16\.7\.10: .*DeveloperDiskImage\.dmg$/);
  assert.ok(iphone.asked.includes('mobile_image_mounter Hangup'));

  await ensure();
  assert.equal(iphone.asked.filter((request) => request === 'mobile_image_mounter ReceiveBytes').length, 1);
  assert.equal(lines.at(-1), 'The developer image is mounted already.');
});

test('it also comes over a cable that cuts everything into pieces', async (t) => {
  const { iphone, ensure } = await startSetup(t, { faults: { splitBytes: 1_000 } });
  await ensure();
  assert.ok(iphone.mountedImage !== undefined);
});

test('where no Xcode has an image for the version it is said where was looked, and what to do', async (t) => {
  const { ensure, folder } = await startSetup(t, { ios: '16.3' }, ['15.8', '16.4']);
  const error = await verdictOf(ensure());
  assert.equal(error.code, 'image-missing');
  assert.match(
    error.message,
    /^There is no developer image for iOS 16\.3 .* The one Xcode here has those of iOS 16\.4 only, which are newer\.$/,
  );
  assert.match(
    error.next,
    /^Install an Xcode before 27 that supports iOS 16\.3, or open the phone once in Xcode’s Devices and Simulators window/,
  );
  assert.equal(error.output, `Searched:\n${folder}`);
});

test('with Xcode 27, which supports no such phone, an older one is named', async (t) => {
  const { ensure } = await startSetup(t, { ios: '15.8.3' }, [], '27.0');
  const { code, next } = await verdictOf(ensure());
  assert.equal(code, 'image-missing');
  assert.match(
    next,
    /^Put an Xcode before 27 that supports iOS 15\.8\.3 beside Xcode 27 in the Applications folder: .* nothing older than iOS 17;/,
  );
});

test('an Xcode that does not say its version hides no verdict', async (t) => {
  const { xcode, ensure } = await startSetup(t, { ios: '16.3' }, ['15.8', '16.4']);
  await xcode.setFaults({ fail: { 'xcodebuild -version': { code: 1, stderr: 'xcodebuild: error: unknown' } } });
  assert.equal((await verdictOf(ensure())).code, 'image-missing');
});

test('an image that is empty is not sent', async (t) => {
  const { iphone, ensure, folder } = await startSetup(t);
  await writeFile(join(folder, '16.4', 'DeveloperDiskImage.dmg'), '');
  assert.equal((await verdictOf(ensure())).code, 'image-missing');
  assert.ok(!iphone.asked.includes('mobile_image_mounter ReceiveBytes'));
});

for (const [what, harm] of [
  ['goes away', rmSync],
  ['is shortened', truncateSync],
] as const) {
  test(`an image that ${what} before its bytes are read is reported as damaged`, async (t) => {
    const { iphone, ensure, folder } = await startSetup(t);
    const path = join(folder, '16.4', 'DeveloperDiskImage.dmg');
    const error = await verdictOf(ensure((step) => step === 'Sending the developer image' && harm(path)));
    assert.equal(error.code, 'image-missing');
    assert.ok(error.message.includes(path), error.message);
    assert.equal(iphone.mountedImage, undefined);
  });
}

for (const [what, code, why, options] of [
  ['a locked device', 'device-locked', 'the device is locked', { locked: true }],
  ['a device without Developer Mode', 'device-developer-mode', 'Developer Mode is off', { developerMode: false }],
  ['a signature that is refused', 'image-refused', 'the device refuses the image’s signature', { faults: { mount: 'badSignature' } }],
  ['any other failure', 'image-refused', 'the device does not take it (see below)', { faults: { mount: 'failed' } }],
] as const) {
  test(`${what} has a verdict of its own`, async (t) => {
    const { ensure } = await startSetup(t, options);
    const error = await verdictOf(ensure());
    assert.deepEqual([error.code, error.message], [code, `The developer image could not be mounted on iOS 16.7.10: ${why}.`]);
  });
}

test('an image whose bytes are not those that were signed is refused by its signature', async (t) => {
  const { ensure, folder } = await startSetup(t);
  const path = join(folder, '16.4', 'DeveloperDiskImage.dmg');
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(400_000) ^ 1, 400_000);
  await writeFile(path, bytes);
  assert.match((await verdictOf(ensure())).message, /refuses the image’s signature\.$/);
});

test('services that do not begin after the image was mounted are reported as such', async (t) => {
  const invalidServices = ['com.apple.instruments.remoteserver.DVTSecureSocketProxy'];
  const { ensure } = await startSetup(t, { faults: { invalidServices } });
  const error = await verdictOf(ensure());
  assert.deepEqual([error.code, error.next], ['image-refused', 'Restart the device, unlock it, and try again.']);
});

test('a cable that comes out in the middle of the image is reported as such', async (t) => {
  const { iphone, ensure } = await startSetup(t);
  const error = await verdictOf(ensure((step) => step.endsWith('%') && iphone.detach()));
  assert.deepEqual([error.code, error.message], ['device-lost', 'Ada’s iPhone went away while its developer image was mounted.']);
});

test('another program that mounts the image meanwhile is no failure', async (t) => {
  const { iphone, lines, ensure } = await startSetup(t);
  await ensure((step) => {
    if (step === 'Mounting the developer image') iphone.mountedImage = Buffer.from('Xcode’s');
  });
  assert.equal(lines.at(-1), 'The developer image has been mounted in the meantime.');
});
