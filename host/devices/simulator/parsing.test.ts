import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseApps, parseProcesses } from './app-list.ts';
import { readOldPlist } from './old-plist.ts';
import { parseSimulators, simulatorRow } from './simulator-list.ts';

/** Written after public recordings of `simctl listapps`, with invented apps. */
const listApps = `{
    "com.apple.Bridge" =     {
        ApplicationType = System;
        Bundle = "file:///Library/Developer/CoreSimulator/Volumes/iOS_21F79/Applications/Bridge.app/";
        CFBundleDisplayName = Watch;
        CFBundleIdentifier = "com.apple.Bridge";
        GroupContainers =         {
            "group.com.apple.bridge" = "file:///Users/ada/Library/x/";
        };
        SBAppTags =         (
            "watch-companion",
            hidden
        );
    };
    "com.example.shop" =     {
        ApplicationType = User;
        Bundle = "file:///Users/ada/L%C3%A4den/Shop.app/";
        CFBundleDisplayName = "L\\U00e4den \\U2014 \\"Shop\\"";
        CFBundleIdentifier = "com.example.shop";
        CFBundleName = Shop;
        DataContainer = "file:///Users/ada/L%C3%A4den/data/";
        GroupContainers =         {
        };
        Path = "/Users/ada/L\\303\\244den/Shop.app";
        SBAppTags =         (
        );
    };
}
`;

test('many comments one after the other are skipped once, not in all ways that they could be divided', () => {
  for (const comments of ['// '.repeat(1_000), '/**/'.repeat(1_000), '/* // */'.repeat(1_000)]) {
    assert.throws(() => readOldPlist(comments), SyntaxError);
    assert.deepEqual(readOldPlist(`{ a = b; ${comments}\n}`), { a: 'b' });
  }
});

test('the apps of a simulator are read from the old style of property lists', () => {
  const [bridge, shop] = parseApps(listApps);
  assert.deepEqual([bridge?.bundleId, bridge?.name, bridge?.isSystem, bridge?.data], ['com.apple.Bridge', 'Watch', true, '']);
  assert.equal(bridge?.bundle, '/Library/Developer/CoreSimulator/Volumes/iOS_21F79/Applications/Bridge.app');
  assert.deepEqual([shop?.name, shop?.isSystem, shop?.data], ['Läden — "Shop"', false, '/Users/ada/Läden/data']);
});

test('old-style property lists may have comments, data and bare words, and nothing else than a list', () => {
  assert.deepEqual(readOldPlist('// a\n( a-b/c.d , /* x */ <0f 1e>, "" , {} , )'), ['a-b/c.d', '0f 1e', '', {}]);
  for (const wrong of ['', '{', '{ a = b }', '{ = b; }', '( a b )', '{ a = ; }', '"open', '}']) {
    assert.throws(() => readOldPlist(wrong), SyntaxError, wrong);
  }
  assert.throws(() => readOldPlist('('.repeat(100_000)), /nested too deeply/);
  // A comment that never ends is no word, so that nothing searches for its end again at the next one.
  assert.throws(() => readOldPlist('( a, /* , b )'), SyntaxError);
});

test('the processes of apps are the jobs of launchd that are named after them', () => {
  const listed =
    'PID\tStatus\tLabel\n-\t0\tcom.apple.audio.SandboxHelper\n97515\t0\tUIKitApplication:com.example.shop[b88c][rb-legacy]\n' +
    '812\t0\tcom.apple.SpringBoard\n-\t-9\tUIKitApplication:com.example.gone[1a2b][rb-legacy]\n401\t0\tUIKitApplication:com.example.cart[0x287]\n';
  assert.deepEqual(parseProcesses(listed), [
    { pid: 97515, bundleId: 'com.example.shop' },
    { pid: 401, bundleId: 'com.example.cart' },
  ]);
});

/** Written after public recordings of `simctl list -j devices`. */
const listDevices = JSON.stringify({
  devices: {
    'com.apple.CoreSimulator.SimRuntime.watchOS-10-5': [{ udid: 'W', isAvailable: true, state: 'Booted', name: 'Apple Watch' }],
    'com.apple.CoreSimulator.SimRuntime.iOS-9-3': [{ udid: 'O', isAvailable: true, state: 'Shutdown', name: 'iPhone 5' }],
    'com.apple.CoreSimulator.SimRuntime.iOS-17-5': [
      { udid: 'A', isAvailable: true, state: 'Shutdown', name: 'iPhone 15', dataPathSize: 18337792 },
      { udid: 'B', isAvailable: true, state: 'Booted', name: 'iPhone SE (3rd generation)' },
      { udid: 'C', isAvailable: false, availabilityError: 'runtime profile not found', state: 'Shutdown', name: 'iPhone 14' },
    ],
    'com.apple.CoreSimulator.SimRuntime.iOS-26-0': [{ udid: 'D', isAvailable: true, state: 'Shutdown', name: 'iPhone 17' }],
    'com.apple.CoreSimulator.SimRuntime.tvOS-17-5': 'not a list',
  },
});

test('simulators of iOS are listed, those that run first, then by the newest system', () => {
  const listed = parseSimulators(listDevices).map(({ udid, version, state }) => `${udid} ${version} ${state}`);
  assert.deepEqual(listed, ['B 17.5 Booted', 'D 26.0 Shutdown', 'A 17.5 Shutdown', 'O 9.3 Shutdown']);
});

test('a row says what the simulator is, and why one cannot be used', () => {
  const [booted, shutDown, , old] = parseSimulators(listDevices).map(simulatorRow);
  assert.deepEqual([booted?.name, booted?.detail, booted?.problem], ['iPhone SE (3rd generation)', 'iOS 17.5 simulator', undefined]);
  assert.deepEqual([shutDown?.problem?.code, shutDown?.problem?.why], ['device-offline', 'it is shut down']);
  assert.match(shutDown?.problem?.next ?? '', /xcrun simctl boot D/);
  assert.equal(old?.problem?.code, 'device-too-old');
});
