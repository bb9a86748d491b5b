import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { writeDeveloperImages } from '../../../../../tests/simulated/xcode/developer-images.ts';
import { FakeXcode } from '../../../../../tests/simulated/xcode/fake-xcode.ts';
import { Xcrun } from '../xcrun/xcrun.ts';
import { type DeveloperImage, developerImages, imageFor } from './find-image.ts';

const signal = AbortSignal.timeout(600_000);
const inDeveloper = join('Contents', 'Developer');
const deviceSupport = join('Platforms', 'iPhoneOS.platform', 'DeviceSupport');

let xcode: FakeXcode;
let elsewhere: string;
before(async () => {
  xcode = await FakeXcode.start({ simulators: [], developerImages: ['16.4', '15.2 (19C56)', '16.4.1', 'Latest', '9.3'] });
  elsewhere = await mkdtemp(join(tmpdir(), 'laglens-applications-'));
  await writeDeveloperImages(join(elsewhere, 'Xcode-14.3.app', inDeveloper), ['15.5', '16.4']);
  await writeDeveloperImages(join(elsewhere, 'Other.app', inDeveloper), ['16.5']);
  await writeDeveloperImages(join(xcode.folder, 'Applications', 'Xcode_old.app', inDeveloper), ['14.5']);
});
after(async () => {
  await xcode.stop();
  await rm(elsewhere, { recursive: true });
});

test('images are found in the selected Xcode, in those beside it and in those among the applications', async () => {
  const xcrun = new Xcrun({ xcrunPath: xcode.xcrun });
  const { searchedFolders, images } = await developerImages({ xcrun, applications: elsewhere }, signal);
  const places = [
    join(xcode.folder, 'Applications', 'Xcode.app'),
    join(xcode.folder, 'Applications', 'Xcode_old.app'),
    join(elsewhere, 'Xcode-14.3.app'),
  ].map((app) => join(app, inDeveloper, deviceSupport));
  assert.deepEqual(searchedFolders, places);
  assert.deepEqual(
    images.map(({ version, path }) => [version, places.findIndex((place) => path.startsWith(place))]),
    [
      ['15.2', 0],
      ['16.4', 0],
      ['9.3', 0],
      ['14.5', 1],
      ['15.5', 2],
      ['16.4', 2],
    ],
  );
});

test('an image without its signature does not count', async () => {
  const folder = join(elsewhere, 'Xcode-14.3.app', inDeveloper, deviceSupport, '15.5');
  await rm(join(folder, 'DeveloperDiskImage.dmg.signature'));
  await truncate(join(folder, 'DeveloperDiskImage.dmg'), 10);
  const { images } = await developerImages({ xcrun: new Xcrun({ xcrunPath: xcode.xcrun }), applications: elsewhere }, signal);
  assert.ok(!images.some(({ version }) => version === '15.5'));
});

test('an iOS gets the image of its version, or the nearest lower one of the same first number, from the selected Xcode if it has it', () => {
  const image = (version: string, path = ''): DeveloperImage => ({ version, path, signaturePath: '' });
  const all = [image('15.0'), image('15.10'), image('15.9'), image('16.4', 'selected'), image('16.4', 'other'), image('14.5')];
  assert.equal(imageFor('15.8.3', all)?.version, '15.0');
  assert.equal(imageFor('15.9', all)?.version, '15.9');
  assert.equal(imageFor('15.12', all)?.version, '15.10');
  assert.equal(imageFor('16.7.10', all)?.path, 'selected');
  assert.equal(imageFor('16.3', all), undefined);
  assert.equal(imageFor('17.0', all), undefined);
});
