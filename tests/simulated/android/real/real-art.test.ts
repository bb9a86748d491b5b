import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { SessionModel } from '../../../../core/session/model/model.ts';
import { Capture } from '../../../../host/capture/capture.ts';
import { defaultSampling } from '../../../../host/capture/capture-state.ts';
import { AndroidProvider } from '../../../../host/devices/android/android-provider.ts';
import { agentFiles } from '../../../host/java-phone.ts';
import { untilCapture } from '../../../host/until-capture.ts';
import { RealPhone, realPhoneRefusal } from './real-phone.ts';

const { signal } = new AbortController();
const refusal = await realPhoneRefusal();

it('an app on the Android Runtime 14 is launched and recorded by Google’s adbd', { skip: refusal, timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-real-art-'));
  t.after(() => rm(folder, { recursive: true }));
  const phone = await RealPhone.start({ schedule: 'all', runtime: 'art' });
  t.after(() => phone.stop());
  const environment = { ...phone.server.env, ADB_SERVER_SOCKET: phone.server.socket };
  const provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: '', attachTimeoutMs: 120_000, environment });
  const capture = new Capture({
    device: await provider.open(phone.serial, signal),
    target: { app: 'com.example.shop' },
    launch: true,
    sampling: defaultSampling,
    path: join(folder, 'one.laglens'),
    version: '0.0.0',
  });
  t.after(() => capture.stop());
  const model = new SessionModel();
  capture.on('piece', ({ messages }) => {
    for (const message of messages) model.apply(message);
  });
  await capture.start(signal);
  await untilCapture(capture, () => {
    const names = new Set(model.methods.map((method) => `${method?.class}${method?.name}`));
    return ['Landroid/os/Looper;loop', 'Lcom/example/shop/feed/ImageDecoder;decode'].every((name) => names.has(name));
  });
  assert.deepEqual([model.runs[0]?.process?.launched, model.runs[0]?.process?.serial], [1, phone.serial]);
  // A thread of ART's own, which no other virtual machine has.
  assert.ok(model.threads.some(({ name }) => name === 'Signal Catcher'));
});
