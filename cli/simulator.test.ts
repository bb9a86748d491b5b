import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attacks, steeringSigns } from '../tests/core/attacks.ts';
import { AdbServer } from '../tests/simulated/android/adb-server.ts';
import { FakeXcode, iphone15 } from '../tests/simulated/xcode/fake-xcode.ts';
import { runLaglens } from './run-laglens.ts';

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

test('a list of devices shows their names, and none of them steers the terminal or makes a row of its own', async (t) => {
  const names = [attacks.ansi, attacks.bidi, attacks.overwrite, attacks.separators, `a\nemulator-5554            Trusted phone`];
  const simulators = names.map((name, at) => ({ ...iphone15, name, udid: `${iphone15.udid.slice(0, -1)}${at}` }));
  const xcode = await FakeXcode.start({ simulators });
  t.after(() => xcode.stop());
  const adb = await AdbServer.start();
  t.after(() => adb.stop());
  const environment = { ...xcode.environment, ADB_SERVER_SOCKET: `tcp:${adb.port}`, USBMUXD_SOCKET_ADDRESS: '127.0.0.1:1' };
  const devices = async (...more: readonly string[]): Promise<string> => {
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const terminal = { out: say, say, environment, folder: xcode.folder, signal: AbortSignal.timeout(600_000) };
    await runLaglens(['devices', '--xcrun', xcode.xcrun, ...more], terminal);
    return lines.join('\n');
  };
  const text = await devices();
  for (const { udid } of simulators) assert.ok(text.includes(udid), text);
  assert.deepEqual(steeringSigns(text, '\n'), []);
  assert.doesNotMatch(text, /^emulator-5554/m);
  const json = await devices('--json');
  assert.deepEqual(steeringSigns(json, '\n'), []);
  const listed: readonly { readonly id: string; readonly name: string }[] = JSON.parse(json);
  for (const { udid, name } of simulators) assert.equal(listed.find(({ id }) => id === udid)?.name, name);
});
