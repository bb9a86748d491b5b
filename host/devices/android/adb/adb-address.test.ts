import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { adbAddress } from './adb-address.ts';

test('the setting names an adb server, also of another computer, before adb’s own variables', () => {
  const environment = { ADB_SERVER_SOCKET: 'tcp:10.0.0.2:5038', ANDROID_ADB_SERVER_PORT: '5039' };
  assert.deepEqual(adbAddress('host.docker.internal:5037', environment), { host: 'host.docker.internal', port: 5037 });
  assert.deepEqual(adbAddress('[::1]:5040', environment), { host: '::1', port: 5040 });
  assert.deepEqual(adbAddress('', environment), { host: '10.0.0.2', port: 5038 });
  assert.deepEqual(adbAddress('', { ANDROID_ADB_SERVER_PORT: '5039' }), { host: '127.0.0.1', port: 5039 });
  assert.deepEqual(adbAddress('', {}), { host: '127.0.0.1', port: 5037 });
});

for (const text of ['localhost', 'localhost:', 'localhost:0', 'localhost:65536', 'a b:5037', 'ssh://host:5037/x', 'host:5037:1x']) {
  test(`“${text}” is no address, which is said with the next step`, () => {
    assert.throws(
      () => adbAddress(text, {}),
      (error: unknown) => error instanceof LaglensError && error.action === 'setAdbServer' && error.message.includes(`“${text}”`),
    );
  });
}
