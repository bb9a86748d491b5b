import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { installGoIos } from '../../../scripts/setup/ios-clients.ts';
import { runClient } from './clients/client-process.ts';
import { launchStandIn } from './clients/with-app.ts';
import type { Faults } from './iphone-faults.ts';
import { LOCKDOWN_PORT } from './lockdown/lockdownd.ts';
import { RawClient } from './raw-client.ts';
import type { Iphone } from './simulated-iphone.ts';
import { startIphone } from './start-iphone.ts';
import type { Usbmuxd } from './usbmux/usbmuxd.ts';

const shop = { bundleId: 'com.example.shop', name: 'Shop' };

describe('what can be wrong with a simulated iPhone', () => {
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    ({ iphone, usbmuxd, stop } = await startIphone({ launch: launchStandIn, apps: [shop] }));
  });
  afterEach(() => {
    const none: Faults = { splitBytes: undefined, bytesPerSecond: undefined, signature: undefined, invalidServices: [], refusedPorts: [] };
    Object.assign(iphone.faults, none);
    iphone.locked = false;
    iphone.attach();
  });
  after(() => stop());
  const said = async (program: string, ...argv: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await runClient(usbmuxd, program, argv);
    return stdout + stderr;
  };
  const deviceId = async (): Promise<number> => {
    const client = await RawClient.of(usbmuxd);
    const { DeviceList } = await client.ask({ MessageType: 'ListDevices' });
    client.socket.destroy();
    const [first] = Array.isArray(DeviceList) ? DeviceList : [];
    assert.ok(first !== null && typeof first === 'object' && 'DeviceID' in first);
    return Number(first.DeviceID);
  };

  test('frames come in pieces of 3 bytes, and a client reads them all the same', async () => {
    iphone.faults.splitBytes = 3;
    // libimobiledevice takes a length at once or waits for ever; Go's readers don't.
    const { stdout } = await runClient(usbmuxd, await installGoIos(), ['info']);
    assert.match(stdout, /"SerialNumber":"SIM000000000"/);
  });

  test("usbmuxd's own frames come byte by byte where that is asked for", async () => {
    // libusbmuxd takes a packet's header at once or not at all; go-ios and we ourselves don't.
    const slow = await startIphone({}, { splitBytes: 1 });
    const client = await RawClient.of(slow.usbmuxd);
    const { DeviceList } = await client.ask({ MessageType: 'ListDevices' });
    assert.ok(Array.isArray(DeviceList) && DeviceList.length === 1);
    client.socket.destroy();
    await slow.stop();
  });

  test('a slow cable takes its time and loses nothing', async () => {
    iphone.faults.bytesPerSecond = 4 * 1024;
    let info = '';
    const slowMs = await timeOf(async () => {
      info = await said('ideviceinfo');
    });
    assert.match(info, /^SerialNumber: SIM000000000$/m);
    // TLS' handshake and the values are more than 5 KB; without a limit they take a tenth of a second.
    assert.ok(slowMs > 1000, `${slowMs} ms`);
  });

  test('the cable comes out in the middle of an answer, and in again with a new number', async () => {
    const listener = await RawClient.of(usbmuxd);
    assert.equal((await listener.ask({ MessageType: 'Listen' })).Number, 0);
    const { DeviceID: before } = await listener.next();
    const client = await RawClient.of(usbmuxd);
    assert.equal(await client.connectTo(Number(before), LOCKDOWN_PORT), 0);
    iphone.faults.detachAfterBytes = 50;
    // 4 bytes of length and as many of the list as fit.
    const asked = Buffer.concat([Buffer.from([0, 0, 0, QUERY.length]), QUERY]);
    assert.equal(await client.sendUntilClosed(asked), 50);
    assert.deepEqual(await listener.next(), { MessageType: 'Detached', DeviceID: before });
    assert.equal(await said('idevice_id', '-l'), '');
    iphone.attach();
    const attached = await listener.next();
    assert.equal(attached.MessageType, 'Attached');
    assert.notEqual(attached.DeviceID, before);
    assert.equal(await said('ideviceinfo', '-k', 'SerialNumber'), 'SIM000000000\n');
    listener.socket.destroy();
  });

  test('a service that the device does not have is called invalid', async () => {
    iphone.faults.invalidServices = ['com.apple.mobile.installation_proxy'];
    assert.equal(await said('ideviceinstaller', '-l'), 'Could not start com.apple.mobile.installation_proxy!\n');
    iphone.faults.invalidServices = [];
    assert.match(await said('ideviceinstaller', '-l'), /^com\.example\.shop, "1", "Shop"$/m);
  });

  test('a port refuses, and so does any when no app runs', async () => {
    const id = await deviceId();
    const client = await RawClient.of(usbmuxd);
    iphone.faults.refusedPorts = [LOCKDOWN_PORT];
    // usbmuxd's RESULT_CONNREFUSED; the connection to usbmuxd itself goes on.
    assert.equal(await client.connectTo(id, LOCKDOWN_PORT), 3);
    iphone.faults.refusedPorts = [];
    assert.equal(await client.connectTo(id, usbmuxd.port), 3);
    assert.equal(await client.connectTo(id + 1, LOCKDOWN_PORT), 2);
    assert.equal(await client.connectTo(id, LOCKDOWN_PORT), 0);
    client.socket.destroy();
  });

  test('while it is locked its files are closed, and it starts no app', async () => {
    iphone.locked = true;
    assert.equal(await said('ideviceinfo', '-k', 'PasswordProtected'), 'true\n');
    await assert.rejects(iphone.processes.launch('com.example.shop'), /because the device was not, or could not be, unlocked/);
    iphone.locked = false;
    assert.equal(await said('ideviceinfo', '-k', 'PasswordProtected'), 'false\n');
  });

  test('dyld ends an app over the signature of a library, and the log says which', async () => {
    iphone.faults.signature = 'killed';
    const environment = { DYLD_INSERT_LIBRARIES: '@executable_path/Frameworks/liblaglens.dylib' };
    const { ended } = await iphone.processes.launch('com.example.shop', { environment });
    assert.equal(await ended, 'SIGABRT');
    assert.match(iphone.log.lines.join('\n'), /Library not loaded: @executable_path\/Frameworks\/liblaglens\.dylib/);
  });

  test('an app that is no development build does not see variables of dyld', async () => {
    const feed = await iphone.apps.add({ bundleId: 'com.example.feed', name: 'Feed', debuggable: false });
    let environment: Readonly<Record<string, string>> | undefined;
    const other = await startIphone({
      apps: [{ bundleId: feed.bundleId, name: feed.name, debuggable: false }, shop],
      launch: async (request) => {
        environment = request.environment;
        return launchStandIn(request);
      },
    });
    const launchRequest = { environment: { DYLD_INSERT_LIBRARIES: '/x.dylib', LANG: 'en' } };
    await other.iphone.processes.launch(feed.bundleId, launchRequest);
    assert.deepEqual(environment, { LANG: 'en' });
    await other.iphone.processes.launch(shop.bundleId, launchRequest);
    assert.deepEqual(environment, launchRequest.environment);
    await other.stop();
  });
});

/** `{Request: QueryType}`, 200 bytes of XML by hand would do as well. */
const QUERY = Buffer.from('<plist version="1.0"><dict><key>Request</key><string>QueryType</string></dict></plist>');

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}
