import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceRow, type Shell } from './android-facts.ts';

/** The row of a Pixel of this release, whose answers are in the order of the questions. */
async function rowOf(release: string, api: number, [avd = '', oldAvd = '']: readonly string[] = []) {
  const stdout = ['Google', 'Pixel 2', release, String(api), 'arm64-v8a,armeabi-v7a,armeabi', '0', avd, oldAvd, 'showing=false', ''].join(
    '\n',
  );
  const shell: Shell = { shell: async () => ({ stdout, stderr: '', code: 0 }) };
  const device = { serial: 'FA7AB1', state: 'device', remark: '', model: 'Pixel 2', transport: '1' };
  return deviceRow(shell, device, new AbortController().signal);
}

test('Android 9 and newer can be captured, from launch, too', async () => {
  for (const [release, api] of [['9', 28] as const, ['17', 37] as const]) {
    const row = await rowOf(release, api);
    assert.deepEqual([row.problem, row.canLaunch, row.detail], [undefined, true, `Android ${release} (API ${api}), arm64-v8a, FA7AB1`]);
  }
});

test('Android 8 is refused, as its runtime may freeze or end the app; older ones take no agents', async () => {
  const next = 'Use a device with Android 9 (API 28) or newer.';
  for (const [release, api] of [['8.0.0', 26] as const, ['8.1.0', 27] as const]) {
    const why = `Android ${release} may freeze or end an app that an agent samples`;
    assert.deepEqual((await rowOf(release, api)).problem, { code: 'device-too-old', why, next });
  }
  const old = { code: 'device-too-old', why: 'Android 7.1.2 cannot load agents into apps', next };
  assert.deepEqual((await rowOf('7.1.2', 25)).problem, old);
});

test('an emulator has the name that its owner gave it', async () => {
  assert.equal((await rowOf('14', 34)).name, 'Google Pixel 2');
  assert.equal((await rowOf('14', 34, ['Pixel_7_API_34'])).name, 'Pixel 7 API 34');
  assert.equal((await rowOf('10', 29, ['', 'Small_Phone'])).name, 'Small Phone');
});
