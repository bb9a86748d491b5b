import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { AndroidProvider } from '../../../../host/devices/android/android-provider.ts';
import type { DeviceRow } from '../../../../host/devices/device.ts';
import { openDevice } from '../../../../host/devices/open-device.ts';
import { agentFiles } from '../../../host/java-phone.ts';
import { until } from '../until.ts';
import { adbVersions } from './adb-versions.ts';
import { ADBD_PORT } from './orders.ts';
import { RealPhone, realPhoneRefusal } from './real-phone.ts';

const execute = promisify(execFile);
const { signal } = new AbortController();
const refusal = await realPhoneRefusal();
const SERVER_PORT = 5037;

for (const { version, command } of adbVersions) {
  describe(`a phone at port ${ADBD_PORT} of the computer of adb ${version}`, { skip: refusal }, () => {
    let phone: RealPhone;
    let provider: AndroidProvider;
    before(async () => {
      phone = await RealPhone.start();
      const adb = await command();
      const port = await phone.startBeside([...adb, '-L', `tcp:${SERVER_PORT}`, 'nodaemon', 'server'], SERVER_PORT);
      const environment = { ...process.env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${port}` };
      const [file = '', ...first] = adb;
      const run = async (...argv: readonly string[]) => (await execute(file, [...first, ...argv], { env: environment })).stdout;
      provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: '', attachTimeoutMs: 120_000, environment });
      // adb itself lists both.
      await until('adb to find the phone twice', async () => {
        await run('connect', `127.0.0.1:${ADBD_PORT}`);
        const list = await run('devices');
        return list.includes(`127.0.0.1:${ADBD_PORT}\tdevice`) && list.includes(`emulator-${ADBD_PORT - 1}\tdevice`);
      });
    });
    after(() => phone.stop());

    it('is listed once, and watched once', async () => {
      assert.deepEqual(
        (await provider.rows(signal)).map(({ id, problem }) => [id, problem]),
        [['emulator-5554', undefined]],
      );
      const rows = await new Promise<readonly DeviceRow[]>((resolve) => {
        const watch = provider.watch((seen) => {
          resolve(seen);
          watch.dispose();
        });
      });
      assert.deepEqual(
        rows.map(({ id }) => id),
        ['emulator-5554'],
      );
    });

    it('can be named by either serial', async () => {
      for (const serial of ['emulator-5554', '127.0.0.1:5555'])
        assert.equal((await openDevice([provider], serial, signal)).row.id, 'emulator-5554');
    });
  });
}
