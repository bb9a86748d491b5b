import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DeviceProvider, DeviceRow } from '../../host/devices/device.ts';
import * as shown from '../../tests/extension/live-pick-window.ts';

shown.useLivePickWindow();
const { pickDevice } = await import('./pick-device.ts');

const phone: DeviceRow = { id: 'pixel', kind: 'android', name: 'Pixel 8', detail: 'Android 14', canLaunch: true };
const iphone: DeviceRow = { id: 'ada', kind: 'ios', name: 'Ada’s iPhone', detail: 'iOS 17', canLaunch: true };
const computer: DeviceRow = { id: 'jvm', kind: 'jvm', name: 'This computer', detail: '', canLaunch: false };

/** An open picker, and providers that report when the test says so. */
function openPicker(t: TestContext, last?: string) {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const watches: ((rows: readonly DeviceRow[]) => void)[] = [];
  const provider = (): DeviceProvider =>
    Object.assign(Object.create(null), {
      watch: (listener: (rows: readonly DeviceRow[]) => void) => {
        watches.push(listener);
        return { dispose: () => undefined };
      },
    });
  const picked = pickDevice([provider(), provider(), provider()], last, false);
  const [androids, ios, desktop] = watches;
  assert.ok(androids && ios && desktop);
  return { androids, ios, desktop, picked };
}

test('a phone that arrives after this computer is active, as it stands above', (t) => {
  const { androids, desktop } = openPicker(t);
  desktop([computer]);
  assert.match(String(shown.picker.activeLabel), /This computer/);
  androids([phone]);
  assert.match(String(shown.picker.activeLabel), /Pixel 8/);
});

test('the row that a person moved to stays active, and so does one found by typing', (t) => {
  const { androids, ios, desktop } = openPicker(t);
  desktop([computer]);
  androids([phone]);
  t.mock.timers.tick(1_000);
  shown.picker.moveTo('This computer');
  ios([iphone]);
  assert.match(String(shown.picker.activeLabel), /This computer/);
  shown.picker.moveTo('Pixel 8');
  shown.picker.value = 'pix';
  androids([iphone, phone]);
  assert.match(String(shown.picker.activeLabel), /Pixel 8/);
});

test('a row that the window reports late, as it was active before, is not a person’s choice', (t) => {
  const { androids, ios, desktop } = openPicker(t);
  desktop([computer]);
  androids([phone]);
  shown.picker.moveTo('This computer');
  ios([]);
  assert.match(String(shown.picker.activeLabel), /Pixel 8/);
});

test('the device used last is active when it arrives last', (t) => {
  const { androids, ios, desktop } = openPicker(t, 'ada');
  androids([phone]);
  desktop([computer]);
  ios([iphone]);
  assert.match(String(shown.picker.activeLabel), /Ada’s iPhone/);
});

test('Enter takes the phone that has just come once the window shows it, and nothing before', async (t) => {
  const { androids, desktop, picked } = openPicker(t);
  desktop([computer]);
  shown.picker.showsRows();
  t.mock.timers.tick(1_000);
  androids([phone]);
  shown.picker.accepted.fire();
  assert.equal(await Promise.race([picked, 'nothing']), 'nothing');
  shown.picker.showsRows();
  shown.picker.accepted.fire();
  assert.equal((await picked)?.row, phone);
});
