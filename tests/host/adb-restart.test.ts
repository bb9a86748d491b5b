import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import { startJavaPhone } from './java-phone.ts';
import { untilCapture } from './until-capture.ts';

it('“adb kill-server” during a capture: the server is started again, and the same run goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens kill server '));
  const { signal } = new AbortController();
  const device = await startJavaPhone({ android: '14' });
  const { server } = device.phone;
  const environment = { ...server.env, ADB_SERVER_SOCKET: server.socket };
  const capture = new Capture({
    device: await device.provider({ environment }).open(device.phone.serial, signal),
    target: { app: 'com.example.shop' },
    launch: false,
    sampling: defaultSampling,
    path: join(folder, 'one.laglens'),
    version: '0.0.0',
  });
  try {
    await device.phone.launchApp();
    const model = new SessionModel();
    capture.on('piece', ({ messages }) => {
      for (const message of messages) model.apply(message);
    });
    await capture.start(signal);
    const lost = new Promise<void>((resolve) => void capture.on('log', (line) => line.startsWith('The link is gone') && resolve()));
    await server.adb(['kill-server']);
    await lost;
    // The client has a host in its address, so it does not start a server itself.
    while ((await server.adb(['devices'])).code !== 0) assert.notEqual(capture.state.kind, 'ended');
    // A phone on a cable is found by the new server by itself; this one is on the network.
    await device.phone.connect();
    await untilCapture(capture, () => (model.runs[0]?.gaps[0]?.endUs ?? -1) >= 0);
    assert.equal(model.runs.length, 1);
  } finally {
    await capture.stop();
    await server.adb(['kill-server']);
    await device.stop();
    await rm(folder, { recursive: true });
  }
});
