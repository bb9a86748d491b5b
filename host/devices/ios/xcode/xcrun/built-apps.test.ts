import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import type { PlistDict } from '../../protocol/plist/value.ts';
import { writeXmlPlist } from '../../protocol/plist/xml.ts';
import { type ApplePlatform, builtApps } from './built-apps.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-products-'));
  await project('DerivedData/Shop-abc', join(folder, 'work/Shop.xcodeproj'));
  await app('DerivedData/Shop-abc/Build/Products/Debug-iphoneos/Shop.app', { CFBundleIdentifier: 'com.example.shop' }, 10);
  await app('DerivedData/Shop-abc/Build/Products/Debug-iphonesimulator/Shop.app', { CFBundleIdentifier: 'com.example.shop' }, 20);
  await app(
    'DerivedData/Shop-abc/Build/Products/Debug-iphoneos/Shop.app/PlugIns/Widget.app',
    { CFBundleIdentifier: 'com.example.shop.widget' },
    10,
  );
  await app('DerivedData/Shop-abc/Build/Intermediates.noindex/Debug-iphoneos/Shop.app', { CFBundleIdentifier: 'com.example.wrong' }, 90);
  await project('DerivedData/Other-def', '/elsewhere/Other.xcodeproj');
  await app('DerivedData/Other-def/Build/Products/Release-iphoneos/Other.app', { CFBundleIdentifier: 'com.example.other' }, 80);
  await app('work/ios/build/Build/Products/Debug-iphoneos/Native.app', { CFBundleIdentifier: 'com.example.native' }, 30);
  await app('work/build/ios/iphoneos/Runner.app', { CFBundleIdentifier: 'com.example.flutter', CFBundleDisplayName: 'Flutter Shop' }, 5);
  await app('work/build/ios/iphoneos/Outside.app', { CFBundleIdentifier: 'com.example.outside', CFBundleExecutable: '../Shop' }, 99);
});
after(() => rm(folder, { recursive: true }));

test('built apps are those of the platform’s product folders, the workspace’s first and then the newest', async () => {
  assert.deepEqual(await found('iphoneos'), [
    'com.example.native Debug 30 own',
    'com.example.shop Debug 10 own',
    'com.example.flutter  5 own',
    'com.example.other Release 80',
  ]);
  assert.deepEqual(await found('iphonesimulator'), ['com.example.shop Debug 20 own']);
});

test('a built app has the name of the home screen, its program and its version', async () => {
  const apps = await builtApps(places(), 'iphoneos', AbortSignal.timeout(600_000));
  const runner = apps.find(({ bundleId }) => bundleId === 'com.example.flutter');
  assert.deepEqual(runner && { ...runner, path: relative(folder, runner.path) }, {
    path: join('work', 'build', 'ios', 'iphoneos', 'Runner.app'),
    bundleId: 'com.example.flutter',
    name: 'Flutter Shop',
    executable: 'Runner',
    version: '1.2',
    build: '34',
    configuration: '',
    builtMs: 5_000,
    isOwn: true,
  });
});

test('a folder without products, or none at all, gives no apps', async () => {
  const nowhere = { workspaceFolders: [join(folder, 'missing')], derivedData: join(folder, 'missing') };
  assert.deepEqual(await builtApps(nowhere, 'iphoneos', AbortSignal.timeout(600_000)), []);
});

const places = (): { workspaceFolders: readonly string[]; derivedData: string } => ({
  workspaceFolders: [join(folder, 'work')],
  derivedData: join(folder, 'DerivedData'),
});

async function found(platform: ApplePlatform): Promise<readonly string[]> {
  const apps = await builtApps(places(), platform, AbortSignal.timeout(600_000));
  return apps.map((each) => `${each.bundleId} ${each.configuration} ${each.builtMs / 1000}${each.isOwn ? ' own' : ''}`);
}

async function project(path: string, workspacePath: string): Promise<void> {
  await write(join(path, 'info.plist'), writeXmlPlist({ WorkspacePath: workspacePath }));
}

async function app(path: string, info: PlistDict, builtS: number): Promise<void> {
  const executable = /([^/]*)\.app$/.exec(path)?.[1] ?? '';
  const about = { CFBundleExecutable: executable, CFBundleShortVersionString: '1.2', CFBundleVersion: '34', ...info };
  await write(join(path, 'Info.plist'), writeXmlPlist(about));
  await write(join(path, executable), Buffer.alloc(4));
  for (const name of [executable, 'Info.plist']) await utimes(join(folder, path, name), builtS, builtS);
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), bytes);
}
