import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdbServer } from '../tests/devices/android-phone/adb-server.ts';
import { FakeXcode, iphone15 } from '../tests/devices/xcrun/fake-xcode.ts';
import { runLaglens } from './run.ts';

test('a simulator that is shut down is booted where --boot agrees to it, and else its row says how', async (t) => {
  const xcode = await FakeXcode.start({ simulators: [{ ...iphone15, state: 'Shutdown' }] });
  t.after(() => xcode.stop());
  const adb = await AdbServer.start();
  t.after(() => adb.stop());
  const record = async (...more: readonly string[]): Promise<string> => {
    const said: string[] = [];
    const environment = { ...xcode.environment, ADB_SERVER_SOCKET: `tcp:${adb.port}`, USBMUXD_SOCKET_ADDRESS: '127.0.0.1:1' };
    const say = (line: string): void => void said.push(line);
    const terminal = { out: say, say, environment, folder: xcode.folder, signal: AbortSignal.timeout(600_000) };
    const args = ['record', '--device', iphone15.udid, '--app', 'com.example.none', '--xcrun', xcode.xcrun, ...more];
    assert.equal(await runLaglens(args, terminal), 1);
    return said.join('\n');
  };
  assert.match(await record(), /cannot be used: it is shut down\.\nChoose it to boot it \(“laglens record --boot” .* \[device-offline\]/);
  // No such app is there; that is only known of a simulator that runs.
  assert.match(await record('--boot'), /^Booting the simulator …\n(Waiting for the simulator.* …\n){4}.*\[app-not-found\]/s);
});
