import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DemoApp } from '../../../../tests/demo-app/start-demo-app.ts';
import type { Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { startPhone } from '../../../../tests/simulated/android/start-phone.ts';
import { answered, type Verified, verify } from './verified.ts';

const APP = 'com.example.shop';
/** Facts that are true on each: all but those of a runtime, a version, records, and the sample app. */
const LEAST_TRUE = 70;
/** Those that each release has, or lacks. */
const ofRelease = {
  '9': { true: ['android.exit-info.unknown'], untried: ['android.exit-info.known: version', 'android.looper.queue-time: version'] },
  // The app runs on the real Android Runtime there.
  '11': {
    true: ['android.exit-info.known', 'android.jvmti.line-numbers', 'android.jvmti.lock-owners', 'android.looper.messages'],
    untried: ['android.activity.frozen: version', 'android.exit-info.unknown: version'],
  },
  '14': { true: ['android.activity.frozen'], untried: ['android.jvmti.line-numbers: not-art'] },
} as const;

for (const android of ['9', '11', '14'] as const) {
  describe(`laglens verify on a simulated phone of Android ${android}`, () => {
    let phone: Phone<DemoApp>;
    let done: Verified;

    before(async () => {
      phone = await startPhone({ android, schedule: 'all' });
      await phone.launchApp();
      done = await verify({ ADB_SERVER_SOCKET: phone.server.socket }, ['--device', phone.serial, '--app', APP, '--seconds', '8']);
    });
    after(() => phone.stop());

    it('finds no false fact, and says why it tried some not', () => {
      assert.deepEqual(answered(done.report, 'false'), []);
      assert.equal(done.code, 0);
      const untried = answered(done.report, 'untried');
      assert.deepEqual(
        untried.filter((each) => /: (?:failed|timed-out|too-long|device-lost|no-app|no-capture)$/.test(each)),
        [],
      );
      assert.ok(answered(done.report, 'true').length >= LEAST_TRUE, done.out);
      for (const id of ofRelease[android].true) assert.ok(answered(done.report, 'true').includes(id), id);
      for (const each of ofRelease[android].untried) assert.ok(untried.includes(each), each);
    });

    it('has the phone’s version, ABI and patch, and the agent’s cost', () => {
      const { device, capture } = done.report;
      assert.deepEqual([device.system, device.abis[0], device.vendor], [android, 'x86_64', 'Laglens']);
      assert.match(device.patch ?? '', /^20\d\d-\d\d-\d\d$/);
      assert.ok(device.debuggableApps !== undefined && device.debuggableApps > 0 && device.adbFeatures.includes('shell_v2'));
      assert.ok(capture !== undefined && capture.app === 'own' && !capture.launched && (capture.attachMs ?? 0) > 0);
      assert.ok((capture.cost.cpuPercent ?? 100) < 50 && capture.cost.bytesPerSecond > 0);
    });

    it('names neither the app nor the phone in the report', () => {
      for (const text of [done.json, done.markdown])
        for (const secret of [phone.serial, 'shop', 'bank']) assert.ok(!text.includes(secret), secret);
    });

    it('leaves no file on the phone', async () => {
      assert.equal((await phone.adb('shell', `ls /data/local/tmp; run-as ${APP} ls code_cache 2>/dev/null`)).stdout, '');
    });
  });
}
