import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LaglensError } from '../../../core/errors.ts';
import { startIphone, startIphones } from '../../../tests/devices/iphone/start-iphone.ts';
import type { IPhone } from '../../../tests/devices/xcrun/devicectl/iphones.ts';
import { FakeXcode, type FakeXcodeOptions } from '../../../tests/devices/xcrun/fake-xcode.ts';
import { AgentFiles } from '../agent-files.ts';
import type { DeviceRow } from '../device.ts';
import { IosProvider } from './provider.ts';

const signal = AbortSignal.timeout(120_000);
const noUsbmuxd = { USBMUXD_SOCKET_ADDRESS: '/nowhere/usbmuxd' };

function phone(udid: string, more: Partial<IPhone> = {}): IPhone {
  return {
    identifier: '7A0C9D5E-0000-4000-8000-000000000001',
    udid,
    name: 'Ada’s iPhone',
    productType: 'iPhone16,1',
    marketingName: 'iPhone 15 Pro',
    osVersion: '17.5.1',
    osBuild: '21F90',
    pairing: 'paired',
    tunnel: 'connected',
    transport: 'wired',
    developerMode: 'enabled',
    isLocked: false,
    ...more,
  };
}

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

for (const version of ['15.4', '16.4', '26.3'] as const) {
  test(`a device that usbmuxd and Xcode ${version} both know is one row, with the name of its model`, async (t) => {
    const { usbmuxd, iphone, stop } = await startIphone({ name: 'Ada’s iPhone', ios: '17.5.1', connection: 'both' });
    t.after(stop);
    const others = [
      phone('00008110-00000000000A0001', { name: 'By Wi-Fi', transport: 'localNetwork' }),
      phone('00008110-00000000000A0002', { name: 'Never paired', pairing: 'unpaired' }),
      phone('00008110-00000000000A0003', { name: 'Long gone', tunnel: 'unavailable' }),
    ];
    const rows = await rowsOf(t, usbmuxd.environment, { version, simulators: [], iphones: [phone(iphone.udid), ...others] });
    assert.deepEqual(briefly(rows), [
      ['Ada’s iPhone', true, undefined],
      ['By Wi-Fi', false, 'device-wifi'],
      ['Never paired', false, 'device-unauthorized'],
    ]);
    assert.match(rows[0]?.detail ?? '', /^iPhone 15 Pro, iOS 17\.5\.1, /);
  });
}

test('devices are followed as they come, are unlocked and go', async (t) => {
  const { usbmuxd, iphone, stop } = await startIphone({ attached: false, locked: true });
  t.after(stop);
  const told: string[] = [];
  let wake = (): void => undefined;
  const watching = providerIn({ PATH: '/nowhere', ...usbmuxd.environment }).watch((rows) => {
    told.push(rows.map(({ name, problem }) => `${name} ${problem?.code ?? 'usable'}`).join(', '));
    wake();
  });
  t.after(() => watching.dispose());
  const until = async (wanted: string): Promise<void> => {
    while (told.at(-1) !== wanted) {
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
