import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RealPhone, realPhoneRefusal } from '../../../../tests/simulated/android/real/real-phone.ts';
import { answered, type Verified, verify } from './verified.ts';

const refusal = await realPhoneRefusal();

describe('laglens verify by Google’s adbd, shell and tools', { skip: refusal }, () => {
  let phone: RealPhone;
  let done: Verified;

  before(async () => {
    phone = await RealPhone.start();
    await phone.launchApp();
    done = await verify({ ...phone.server.env, ADB_SERVER_SOCKET: phone.server.socket }, [
      '--device',
      phone.serial,
      '--app',
      'com.example.shop',
      '--seconds',
      '4',
    ]);
  });
  after(() => phone.stop());

  it('finds no false fact', () => {
    assert.deepEqual(answered(done.report, 'false'), []);
    const right = answered(done.report, 'true');
    for (const id of [
      'android.adb.push',
      'android.shell.grep',
      'android.shell.find',
      'android.run-as.pipe',
      'android.kernel.memory',
      'android.agent.answers',
    ])
      assert.ok(right.includes(id), `${id}\n${done.out}`);
  });
});
