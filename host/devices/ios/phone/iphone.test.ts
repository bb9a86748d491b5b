import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type IphoneOptions, startIphone } from '../../../../tests/simulated/iphone/start-iphone.ts';
import { installedApps, lookUpApp } from '../protocol/services/installation-proxy.ts';
import { Usbmux } from '../protocol/usbmux/usbmux.ts';
import { appContainer, Iphone } from './iphone.ts';
import { askFacts, type IphoneFacts, iphoneRow } from './iphone-facts.ts';

const signal = AbortSignal.timeout(600_000);
/** One of which nothing is wrong. */
const ada: IphoneFacts = {
  ...{ udid: '00008030-0011', way: 'USB', name: 'Ada’s iPhone', model: 'iPhone12,1', ios: '17.5.1', deviceClass: 'iPhone' },
  ...{ refused: undefined, silence: undefined, isLocked: false, developerMode: 'on', core: undefined },
};

async function withIphone<T>(
  options: IphoneOptions,
  work: (host: Iphone, device: Awaited<ReturnType<typeof startIphone>>['iphone']) => Promise<T>,
): Promise<T> {
  const { iphone, usbmuxd, stop } = await startIphone(options);
  try {
    return await work(new Iphone(new Usbmux({ path: usbmuxd.socketPath }), iphone.udid), iphone);
  } finally {
    await stop();
  }
}

async function rowOf(options: IphoneOptions): Promise<string> {
  return await withIphone(options, async (host, { connection }) => {
    const { name, detail, problem } = iphoneRow(
      await askFacts(host, connection === 'Network' ? 'Network' : 'USB', undefined, signal),
      true,
    );
    return `${name} (${detail})${problem === undefined ? '' : `: ${problem.why} [${problem.code}]`}`;
  });
}

test('a device’s row says what it is, and why it cannot be used', async () => {
  assert.match(await rowOf({ name: 'Ada’s iPhone', ios: '16.7.10' }), /^Ada’s iPhone \(iPhone\d+,\d+, iOS 16\.7\.10\)$/);
  assert.match(await rowOf({ trust: 'asking' }), /does not trust this computer yet \[device-unauthorized\]$/);
  assert.match(await rowOf({ faults: { hostIdUnknown: true } }), /does not trust this computer yet \[device-unauthorized\]$/);
  assert.match(await rowOf({ developerMode: false }), /Developer Mode is off \[device-developer-mode\]$/);
  assert.match(await rowOf({ locked: true }), /it is locked \[device-locked\]$/);
  assert.match(await rowOf({ connection: 'Network' }), /it is reached by Wi-Fi only \[device-wifi\]$/);
});

test('a device is too old before iOS 15, one that is no phone or tablet is not for us, and others learn why they refuse', () => {
  const problem = (change: Partial<IphoneFacts>): unknown => {
    const row = iphoneRow({ ...ada, ...change }, true).problem;
    return row === undefined ? undefined : [row.code, row.why];
  };
  assert.deepEqual(problem({ ios: '14.8.1' }), ['device-too-old', 'iOS 14.8.1 is too old']);
  assert.deepEqual(problem({ ios: '15.0' }), undefined);
  assert.deepEqual(problem({ deviceClass: 'Watch' }), ['device-unusable', 'Watch is not supported']);
  assert.deepEqual(problem({ refused: 'UserDeniedPairing' }), ['device-unauthorized', '“Don’t Trust” was chosen on it for this computer']);
  assert.deepEqual(problem({ refused: 'SessionInactive' }), ['device-unusable', 'it refuses a session (SessionInactive)']);
});

test('a device that closes every connection is said not to answer', async () => {
  assert.match(
    await rowOf({ faults: { refusedPorts: [62078] } }),
    /it does not answer \(.*lockdownd does not answer.*\) \[device-offline\]$/,
  );
});

test('apps are listed with what may be debugged, over a cable that cuts everything into pieces', async () => {
  const apps = [
    { bundleId: 'com.example.shop', name: 'Shop' },
    { bundleId: 'com.example.store', name: 'Store', debuggable: false },
    { bundleId: 'com.apple.Preferences', name: 'Settings', type: 'System' as const },
  ];
  await withIphone({ apps, faults: { splitBytes: 7 } }, async (host) => {
    const listed = await installedApps(host, signal);
    assert.deepEqual(
      listed.map(({ bundleId, name, isDebuggable }) => [bundleId, name, isDebuggable]),
      [
        ['com.example.shop', 'Shop', true],
        ['com.example.store', 'Store', false],
      ],
    );
    assert.equal((await lookUpApp(host, 'com.example.shop', signal))?.executable, 'Shop');
    assert.equal(await lookUpApp(host, 'com.example.none', signal), undefined);
  });
});

test('files of an app’s own folder are written, listed, read and removed', async () => {
  await withIphone({ apps: [{ bundleId: 'com.example.shop', name: 'Shop' }] }, async (host) => {
    const afc = await appContainer(host, 'com.example.shop', signal);
    // More than one piece of 256 KiB, so that reading and writing go on over pieces.
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 31) & 0xff));
    await afc.makeFolder('Library/Caches/laglens', signal);
    await afc.write('Library/Caches/laglens/agent-7.json', [bytes], signal);
    assert.deepEqual(await afc.names('Library/Caches/laglens', signal), ['agent-7.json']);
    assert.ok((await afc.read('Library/Caches/laglens/agent-7.json', signal)).equals(bytes));
    await afc.remove('Library/Caches/laglens', signal);
    await assert.rejects(afc.names('Library/Caches/laglens', signal), /is not on the device/);
    await afc.remove('Library/Caches/laglens', signal);
    afc.close();
    await assert.rejects(appContainer(host, 'com.example.none', signal), /VendContainer/);
  });
});
