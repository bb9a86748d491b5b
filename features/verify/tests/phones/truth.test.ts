import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AndroidProvider } from '../../../../host/devices/android/android-provider.ts';
import type { DemoApp } from '../../../../tests/demo-app/start-demo-app.ts';
import { agentFiles } from '../../../../tests/host/java-phone.ts';
import type { Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { startPhone } from '../../../../tests/simulated/android/start-phone.ts';
import { verifyAndroid } from '../../host/android/verify-android.ts';
import type { MeasuredLag } from '../../host/capture/sample-lags.ts';
import type { FieldRun } from '../../host/field-run.ts';

const { signal } = new AbortController();
const APP = 'com.example.shop';
/** Kinds that the demo app has in common with the sample app. */
const kinds = ['busy', 'lock'];

describe('an app’s own measurement of its lags, on the real Android Runtime', () => {
  let phone: Phone<DemoApp>;
  let run: FieldRun;

  before(async () => {
    phone = await startPhone({ android: '11', schedule: 'all' });
    await phone.launchApp();
    const environment = { ...process.env, ADB_SERVER_SOCKET: phone.server.socket };
    const provider = new AndroidProvider(agentFiles, { adbPath: '', adbServer: '', environment });
    const device = await provider.open(phone.serial, signal);
    const options = { app: undefined, version: '0.0.0', seconds: 14, signal, say: () => undefined, onResult: () => undefined };
    run = await verifyAndroid({ ...options, server: provider.server(), device }, { id: APP, truth });
  });
  after(() => phone.stop());

  async function truth(): Promise<readonly MeasuredLag[]> {
    const lags = (await phone.system.runningDemo?.truth()) ?? [];
    return lags
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, startUs, durationMs }) => ({ kind, beginNs: startUs * 1_000, endNs: startUs * 1_000 + durationMs * 1e6 }));
  }

  it('is beside the lags that were found, with right causes', () => {
    assert.ok(run.capture?.launched);
    assert.deepEqual(new Set(run.capture?.lags.map(({ name }) => name)), new Set(kinds));
    assert.deepEqual(
      run.capture?.lags.filter(({ foundMs }) => foundMs === undefined),
      [],
    );
    const answers = run.facts
      .filter(({ id }) => id.startsWith('android.sample.'))
      .map(({ id, answer, seen }) => [id, answer, JSON.stringify(seen)]);
    assert.deepEqual(
      answers.filter(([, answer]) => answer !== 'true'),
      [],
    );
    assert.equal(answers.length, 4);
  });
});
