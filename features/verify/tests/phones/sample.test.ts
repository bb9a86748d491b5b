import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DemoApp } from '../../../../tests/demo-app/start-demo-app.ts';
import type { Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { startPhone } from '../../../../tests/simulated/android/start-phone.ts';
import { answered, type Verified, verify } from './verified.ts';

describe('laglens verify with the sample app, on the real Android Runtime', () => {
  let phone: Phone<DemoApp>;
  let done: Verified;

  before(async () => {
    phone = await startPhone({ android: '11' });
    done = await verify({ ADB_SERVER_SOCKET: phone.server.socket }, ['--device', phone.serial, '--seconds', '12']);
  });
  after(() => phone.stop());

  it('finds each lag that the app measured, with its cause', () => {
    assert.deepEqual(answered(done.report, 'false'), []);
    const right = answered(done.report, 'true');
    for (const id of ['launch', 'lags', 'lengths', 'causes']) assert.ok(right.includes(`android.sample.${id}`), `${id}\n${done.out}`);
    assert.ok((done.report.capture?.lags.length ?? 0) >= 3);
  });

  it('removes the app', async () => {
    assert.doesNotMatch((await phone.adb('shell', 'pm list packages')).stdout, /dev\.laglens\.sample/);
  });
});
