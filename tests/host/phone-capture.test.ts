import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { endOf } from '../../core/analysis/processes/process-end.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { AndroidVersion } from '../simulated/android/system/android-release.ts';
import { type Begun, oneCaptureEach } from '../simulated/one-capture.ts';
import { type JavaPhone, startJavaPhone } from './java-phone.ts';
import { untilCapture } from './until-capture.ts';

const { signal } = new AbortController();

for (const android of ['9', '11', '14'] as const satisfies readonly AndroidVersion[]) {
  describe(`a capture on a simulated phone of Android ${android}`, () => {
    let device: JavaPhone;

    before(async () => {
      device = await startJavaPhone({ android });
    });
    after(() => device.stop());
    const beginOn = oneCaptureEach();
    const begin = async (launch: boolean): Promise<Begun> => beginOn(await device.provider().open(device.phone.serial, signal), launch);

    const sampled = (model: SessionModel, run: number): boolean =>
      model.threads.some((thread) => thread.run === run && thread.isMain && thread.samples.length > 3);

    /** Leftovers in the places that a capture uses. */
    async function leftBehind(): Promise<string> {
      return (await device.phone.adb('shell', 'ls /data/local/tmp; run-as com.example.shop ls code_cache 2>/dev/null')).stdout;
    }

    it('attaches to the running app and leaves no file behind', async () => {
      await device.phone.launchApp();
      const { capture, model } = await begin(false);
      await untilCapture(capture, () => sampled(model, 0));
      await capture.stop();
      assert.equal(model.runs[0]?.process?.deviceKind, 'android');
      assert.equal(model.runs[0]?.process?.serial, device.phone.serial);
      assert.equal(await leftBehind(), '');
    });

    it('goes on after a rebuild as a new run', async () => {
      await device.phone.launchApp();
      const { capture, model } = await begin(false);
      await untilCapture(capture, () => sampled(model, 0));
      await device.phone.reinstall();
      const next = await device.phone.launchApp();
      await untilCapture(capture, () => sampled(model, 1));
      assert.equal(model.runs[1]?.process?.pid, next.pid);
      await capture.stop();
      assert.equal(await leftBehind(), '');
    });

    it('waits while the cable is out and goes on in the same run', async () => {
      await device.phone.launchApp();
      const { capture, model } = await begin(false);
      await untilCapture(capture, () => sampled(model, 0));
      await device.phone.unplug();
      await untilCapture(capture, ({ kind }) => kind === 'waitingForApp');
      await device.phone.plug();
      await untilCapture(capture, () => (model.runs[0]?.gaps.length ?? 0) === 1);
      assert.equal(model.runs.length, 1);
    });

    it('records an ANR of the app, and who ended it', async () => {
      const app = await device.phone.launchApp();
      const { capture, model } = await begin(false);
      await untilCapture(capture, () => sampled(model, 0));
      const words = 'Input dispatching timed out (com.example.shop/.MainActivity (server) is not responding. Waited 5006ms for KeyEvent)';
      device.phone.system.notResponding(words);
      const beforeUs = Date.now() * 1000;
      await device.phone.adb('shell', 'am force-stop com.example.shop');
      await app.ended;
      await untilCapture(capture, () => model.runs[0] !== undefined && endOf(model.runs[0]) !== undefined);
      const [anr, end] = model.runs[0]?.systemRecords.filter(({ kind }) => kind !== 3) ?? [];
      assert.deepEqual([anr?.kind, anr?.text], [1, words]);
      assert.deepEqual([end?.kind, end?.reason, end?.subreason], [2, 10, android === '14' ? 21 : 0]);
      assert.equal(end?.text, 'stop com.example.shop due to from pid 4711');
      // The phone's clock is this computer's.
      const hello = model.runs[0]?.hello;
      const wallUs = (hello?.wallUs ?? 0) + (end?.atUs ?? 0);
      assert.ok(wallUs >= beforeUs - 1_000 && wallUs <= Date.now() * 1000, `${wallUs} after ${beforeUs}`);
      assert.deepEqual([end?.importance, end?.rssBytes], android === '9' ? [0, 0] : [100, 160 * 1024 ** 2]);
      await untilCapture(capture, (state) => state.kind === 'waitingForApp' && state.why.startsWith('The user or a tool stopped the app'));
    });

    it('says that the phone saves its battery', async () => {
      await device.phone.launchApp();
      await device.phone.adb('shell', 'settings put global low_power 1');
      const { capture, model } = await begin(false);
      await untilCapture(capture, () => sampled(model, 0));
      await capture.stop();
      const [power] = model.runs[0]?.systemRecords ?? [];
      assert.deepEqual([power?.kind, power?.reason, power?.status], [3, 1, 87]);
    });

    it('says that the system killed the app for memory', async () => {
      const app = await device.phone.launchApp();
      const { capture, model } = await begin(false);
      await untilCapture(capture, () => sampled(model, 0));
      await device.phone.system.killForMemory();
      await untilCapture(capture, ({ kind }) => kind === 'waitingForApp');
      await capture.stop();
      const end = model.runs[0] && endOf(model.runs[0]);
      assert.equal(end?.reason, 3);
      assert.equal(end?.text, android === '9' ? `Killing 'com.example.shop' (${app.pid}), uid 10123, adj 900` : '');
    });

    it('begins with the launch of the app', async () => {
      const { capture, model } = await begin(true);
      await untilCapture(capture, () => sampled(model, 0));
      assert.deepEqual([model.runs[0]?.process?.launched, model.runs[0]?.process?.version], [1, '1.0']);
      await capture.stop();
      assert.equal(await leftBehind(), '');
    });
  });
}
