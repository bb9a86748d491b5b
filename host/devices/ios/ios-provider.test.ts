import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LaglensError } from '../../../core/errors.ts';
import { startIphone, startIphones } from '../../../tests/simulated/iphone/start-iphone.ts';
import { FakeXcode, type FakeXcodeOptions, iphone15 } from '../../../tests/simulated/xcode/fake-xcode.ts';
import { AgentFiles } from '../agent-files.ts';
import type { DeviceRow } from '../device.ts';
import { IosProvider } from './ios-provider.ts';
import { factsOfCore, iphoneRow } from './phone/iphone-facts.ts';
import type { CoreDevice } from './xcode/devicectl/core-device.ts';

const signal = AbortSignal.timeout(600_000);
const otherSimulator = '9F1F8C3D-6E22-4D6B-8A1F-4C7B2D3E5F60';
const noUsbmuxd = { USBMUXD_SOCKET_ADDRESS: '/nowhere/usbmuxd' };

async function rowsOf(t: TestContext, environment: NodeJS.ProcessEnv, xcode?: FakeXcodeOptions): Promise<readonly DeviceRow[]> {
  const tools = xcode === undefined ? undefined : await FakeXcode.start(xcode);
  t.after(() => tools?.stop());
  return await providerIn({ ...(tools?.environment ?? { PATH: '/nowhere' }), ...environment }).rows(signal);
}

function providerIn(environment: NodeJS.ProcessEnv): IosProvider {
  return new IosProvider(new AgentFiles('/nowhere'), { xcrunPath: '', environment, derivedData: '/nowhere' });
}

const briefly = (rows: readonly DeviceRow[]): readonly unknown[] =>
  rows.map(({ name, canLaunch, problem }) => [name, canLaunch, problem?.code]);

test('without usbmuxd and Xcode there is nothing to say', async (t) => {
  assert.deepEqual(await rowsOf(t, noUsbmuxd), []);
});

test('that Xcode is missing is said once, and devices are still listed', async (t) => {
  const { usbmuxd, iphones, stop } = await startIphones([{ name: 'One' }, { name: 'Two' }]);
  t.after(stop);
  const rows = await rowsOf(t, usbmuxd.environment);
  assert.deepEqual(briefly(rows), [
    ['One', false, undefined],
    ['Two', false, undefined],
    ['Xcode', false, 'xcode-missing'],
  ]);
  assert.deepEqual(
    rows.slice(0, 2).map(({ id }) => id),
    iphones.map(({ udid }) => udid),
  );
});

for (const [version, omitsDeprecated] of [
  ['15.4', false],
  ['16.4', false],
  ['26.3', false],
  ['27.0', false],
  ['27.0', true],
] as const) {
  const spelling = omitsDeprecated ? ', without deprecated fields,' : '';
  test(`a device that usbmuxd and Xcode ${version}${spelling} both know is one row, with the name of its model`, async (t) => {
    const { usbmuxd, iphones, stop } = await startIphones([
      { name: 'Ada’s iPhone', ios: '17.5.1', connection: 'both' },
      { name: 'By Wi-Fi', ios: '17.5.1', connection: 'Network' },
      { name: 'Long gone', ios: '17.5.1', attached: false },
      { name: 'Older', ios: '16.7.10' },
    ]);
    t.after(stop);
    const rows = await rowsOf(t, usbmuxd.environment, {
      version,
      omitsDeprecated,
      simulators: [iphone15, { ...iphone15, udid: otherSimulator, state: 'Shutdown' }],
      iphones,
    });
    assert.deepEqual(briefly(rows), [
      ['Ada’s iPhone', true, undefined],
      ['By Wi-Fi', false, 'device-wifi'],
      ['Older', true, undefined],
    ]);
    assert.match(rows[0]?.detail ?? '', /^iPhone \(iPhone12,1\), iOS 17\.5\.1$/);
  });
}

test('devices of one name are distinguished by their UDIDs', async (t) => {
  const { usbmuxd, iphones, stop } = await startIphones([{ name: 'iPhone' }, { name: 'iPhone' }]);
  t.after(stop);
  const rows = await rowsOf(t, usbmuxd.environment);
  assert.deepEqual(
    rows.slice(0, 2).map(({ detail }) => detail),
    iphones.map(({ udid }) => `iPhone10,1, iOS 16.7.10, ${udid}`),
  );
});

test('a device that only Xcode reaches says what is missing', () => {
  const core: CoreDevice = {
    ...{ udid: '00008130-0001', name: 'Ada’s iPhone', model: 'iPhone 15', productType: 'iPhone15,4', platform: 'iOS' },
    ...{ osVersion: '17.5', isPaired: true, transport: 'localNetwork', tunnel: 'connected', developerMode: 'enabled' },
  };
  assert.equal(iphoneRow(factsOfCore(core), true).problem?.code, 'device-wifi');
  assert.equal(iphoneRow(factsOfCore({ ...core, isPaired: false }), true).problem?.code, 'device-unauthorized');
});

test('devices are followed as they come, are unlocked and go', async (t) => {
  const { usbmuxd, iphone, stop } = await startIphone({ attached: false, locked: true });
  t.after(stop);
  const reported: string[] = [];
  let wake = (): void => undefined;
  const watching = providerIn({ PATH: '/nowhere', ...usbmuxd.environment }).watch((rows) => {
    reported.push(rows.map(({ name, problem }) => `${name} ${problem?.code ?? 'usable'}`).join(', '));
    wake();
  });
  t.after(() => watching.dispose());
  const until = async (wanted: string): Promise<void> => {
    while (reported.at(-1) !== wanted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await until('');
  iphone.attach();
  await until('Test iPhone device-locked');
  iphone.locked = false;
  await until('Test iPhone usable, Xcode xcode-missing');
  iphone.detach();
  await until('');
});

test('a device that cannot be used is not opened, with its reason', async (t) => {
  const { usbmuxd, iphone, stop } = await startIphone({ developerMode: false });
  t.after(stop);
  const provider = providerIn({ PATH: '/nowhere', ...usbmuxd.environment });
  const refusal = (code: string) => (error: unknown) => error instanceof LaglensError && error.code === code;
  await assert.rejects(provider.open(iphone.udid, signal), refusal('device-developer-mode'));
  await assert.rejects(provider.open('nobody', signal), refusal('device-not-found'));
  iphone.developerMode = true;
  const { row } = await provider.open(iphone.udid.toLowerCase().replace('-', ''), signal);
  assert.equal(row.id, iphone.udid);
});
