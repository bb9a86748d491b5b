import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { until } from '../../android/until.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { startIphone } from '../start-iphone.ts';
import type { Usbmuxd } from '../usbmux/usbmuxd.ts';
import { type Outcome, runClient } from './client-process.ts';

/** Debian's libimobiledevice-utils 1.3.0, written against real devices. */
describe('libimobiledevice', () => {
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    ({ iphone, usbmuxd, stop } = await startIphone({ ios: '16.7.10', name: "Jo's iPhone" }));
  });
  after(() => stop());
  const run = (program: string, ...argv: readonly string[]): Promise<Outcome> => runClient(usbmuxd, program, argv);
  const said = async (program: string, ...argv: readonly string[]): Promise<string> => (await run(program, ...argv)).stdout;

  test('lists the device, over TCP and over the UNIX socket', async () => {
    assert.equal(await said('idevice_id', '-l'), `${iphone.udid}\n`);
    const overUnix = await runClient(usbmuxd, 'idevice_id', ['-l'], { USBMUXD_SOCKET_ADDRESS: `UNIX:${usbmuxd.socketPath}` });
    assert.equal(overUnix.stdout, `${iphone.udid}\n`);
  });

  test('reads what a device says to anybody', async () => {
    const info = await said('ideviceinfo', '-s');
    assert.match(info, /^ProductVersion: 16\.7\.10$/m);
    assert.match(info, /^DeviceName: Jo's iPhone$/m);
    assert.doesNotMatch(info, /SerialNumber/);
  });

  test('reads in a TLS session what it says to trusted computers only', async () => {
    const info = await said('ideviceinfo');
    assert.match(info, /^SerialNumber: SIM000000000$/m);
    assert.match(info, /^ProductType: iPhone10,1$/m);
    assert.equal(await said('ideviceinfo', '-q', 'com.apple.security.mac.amfi', '-k', 'DeveloperModeStatus'), 'true\n');
    iphone.developerMode = false;
    assert.equal(await said('ideviceinfo', '-q', 'com.apple.security.mac.amfi', '-k', 'DeveloperModeStatus'), 'false\n');
    iphone.developerMode = true;
  });

  test('pairs again, and the new record holds in TLS', async () => {
    assert.match(await said('idevicepair', 'unpair'), /^SUCCESS: Unpaired with device/);
    assert.equal(usbmuxd.pairRecords.size, 0);
    iphone.trust = 'asking';
    assert.match(await said('idevicepair', 'pair'), /^ERROR: Please accept the trust dialog/);
    iphone.trust = 'trusting';
    assert.match(await said('idevicepair', 'pair'), /^SUCCESS: Paired with device/);
    assert.equal(usbmuxd.pairRecords.size, 1);
    assert.equal(await said('ideviceinfo', '-k', 'SerialNumber'), 'SIM000000000\n');
  });

  test('is notified of what it asked for, and of nothing else', async () => {
    // It would keep what it prints to itself while nobody looks at a terminal.
    const observer = spawn('stdbuf', ['-oL', 'idevicenotificationproxy', 'observe', 'com.example.one'], {
      env: { ...process.env, ...usbmuxd.environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let seen = '';
    observer.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
    });
    try {
      await until('the request', () => iphone.asked.at(-1) === 'notification_proxy ObserveNotification com.example.one');
      assert.match(await said('idevicenotificationproxy', 'post', 'com.example.two'), /^< posting "com\.example\.two"$/m);
      await said('idevicenotificationproxy', 'post', 'com.example.one');
      await until('the notice', () => /com\.example\.one/.test(seen));
      assert.doesNotMatch(seen, /com\.example\.two/);
    } finally {
      observer.kill();
    }
  });

  test('says that the device does not know the host id, when it may not pair again', async () => {
    iphone.faults.hostIdUnknown = true;
    iphone.trust = 'asking';
    assert.equal((await run('ideviceinfo')).stderr, 'ERROR: Could not connect to lockdownd: Invalid HostID (-21)\n');
    iphone.faults.hostIdUnknown = false;
    iphone.trust = 'trusting';
  });
});
