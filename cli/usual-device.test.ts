import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../tests/host/run-command.ts';

test('record and diagnose take the device of adb’s own variable', async () => {
  // No adb server is asked at this address.
  const environment = { ADB_SERVER_SOCKET: '127.0.0.1:5037' };
  const without = await runCommand(['record', '--app', 'com.example.shop'], { folder: '/', environment });
  assert.match(without.said, /Both --device \(or adb’s variable ANDROID_SERIAL\) and --app are needed\./);
  const named = { ...environment, ANDROID_SERIAL: 'emulator-5554' };
  const { said } = await runCommand(['record', '--app', 'com.example.shop', '-o', '/tmp/never.laglens'], {
    folder: '/',
    environment: named,
  });
  assert.match(said, /There is no device “emulator-5554”\./);
});
