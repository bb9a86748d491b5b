import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { startIphone, startIphones } from '../../../../../tests/simulated/iphone/start-iphone.ts';
import { Usbmux, UsbmuxAbsent, UsbmuxFailure } from './usbmux.ts';
import { usbmuxAddress } from './usbmux-address.ts';

const signal = AbortSignal.timeout(600_000);

test('usbmuxd is looked for where USBMUXD_SOCKET_ADDRESS says, else where the system keeps it', () => {
  const addressOf = (USBMUXD_SOCKET_ADDRESS: string): unknown => usbmuxAddress({ USBMUXD_SOCKET_ADDRESS }, 'linux');
  assert.deepEqual(addressOf('UNIX:/run/mux'), { path: '/run/mux' });
  assert.deepEqual(addressOf('unix:///run/mux'), { path: '/run/mux' });
  assert.deepEqual(addressOf('/run/mux'), { path: '/run/mux' });
  assert.deepEqual(addressOf('127.0.0.1:27015'), { host: '127.0.0.1', port: 27015 });
  assert.deepEqual(addressOf('tcp://[::1]:5000'), { host: '::1', port: 5000 });
  assert.deepEqual(addressOf('nonsense'), { path: '/var/run/usbmuxd' });
  assert.deepEqual(usbmuxAddress({}, 'win32'), { host: '127.0.0.1', port: 27015 });
  assert.deepEqual(usbmuxAddress({}, 'darwin'), { path: '/var/run/usbmuxd' });
});

test('devices are listed with each way that leads to them, and followed as they come and go', async () => {
  const { usbmuxd, iphones, stop } = await startIphones([{ connection: 'both' }, { attached: false }]);
  try {
    const usbmux = new Usbmux({ path: usbmuxd.socketPath });
    const [first, second] = iphones;
    assert.ok(first !== undefined && second !== undefined);
    const listed = await usbmux.devices(signal);
    assert.deepEqual(
      listed.map(({ udid, way }) => `${udid} ${way}`),
      [`${first.udid} USB`, `${first.udid} Network`],
    );
    const seen = usbmux.listen(signal);
    const udids = async (): Promise<readonly string[]> => ((await seen.next()).value ?? []).map(({ udid }: { udid: string }) => udid);
    assert.deepEqual(await udids(), [first.udid, first.udid]);
    second.attach();
    assert.deepEqual(await udids(), [first.udid, first.udid, second.udid]);
    second.detach();
    assert.deepEqual(await udids(), [first.udid, first.udid]);
    await seen.return(undefined);
  } finally {
    await stop();
  }
});

test('a port is connected to, one that nobody listens on is distinguished from a device that is gone', async () => {
  const running = { pid: 4_000_002, ended: new Promise<number>(() => undefined), kill: () => undefined };
  const apps = [{ bundleId: 'com.example.shop', name: 'Shop' }];
  const { iphone, usbmuxd } = await startIphone({ apps, launch: async () => running, faults: { splitBytes: 3 } });
  // Ports of this computer stand for the device's as long as a process of an app runs there.
  await iphone.processes.launch('com.example.shop');
  const app = createServer((socket) => socket.end('hello from the app'));
  await once(app.listen(0, '127.0.0.1'), 'listening');
  const address = app.address();
  try {
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const usbmux = new Usbmux({ host: '127.0.0.1', port: usbmuxd.port });
    const [device] = await usbmux.devices(signal);
    assert.ok(device !== undefined);
    const stream = await usbmux.connect(device.deviceId, port, signal);
    assert.ok(stream !== undefined);
    let said = '';
    for await (const bytes of stream) said += String(bytes);
    assert.equal(said, 'hello from the app');
    iphone.faults.refusedPorts = [port];
    assert.equal(await usbmux.connect(device.deviceId, port, signal), undefined);
    iphone.detach();
    await assert.rejects(usbmux.connect(device.deviceId, port, signal), new UsbmuxFailure('The device is gone.'));
  } finally {
    app.close();
    iphone.detach();
    await usbmuxd.stop();
  }
});

test('a computer without usbmuxd is distinguished from one that speaks another language', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    // “HTTP” as a length is 1,347,703,880 bytes: more than is read.
    await assert.rejects(new Usbmux({ host: '127.0.0.1', port }).devices(signal), UsbmuxFailure);
  } finally {
    other.close();
  }
  await assert.rejects(new Usbmux({ host: '127.0.0.1', port }).devices(signal), UsbmuxAbsent);
  await assert.rejects(new Usbmux({ path: '/nowhere/usbmuxd' }).devices(signal), UsbmuxAbsent);
});
