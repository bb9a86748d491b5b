import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { AndroidProvider } from '../../../../host/devices/android/android-provider.ts';
import { agentFiles } from '../../../host/java-phone.ts';
import { untilCapture } from '../../../host/until-capture.ts';
import { type Begun, oneCaptureEach } from '../../one-capture.ts';
import { AdbServer } from '../adb-server.ts';
import { adbVersions } from './adb-versions.ts';
import { RealPhone, realPhoneRefusal } from './real-phone.ts';

// Laglens' whole way to an app by Google's adbd, with Android's shell and tools, users and modes.

const { signal } = new AbortController();
const refusal = await realPhoneRefusal();
const APP = 'com.example.shop';

for (const { version, command, startsItself } of adbVersions) {
  describe(`a capture by Google’s adbd and adb ${version}`, { skip: refusal }, () => {
    let phone: RealPhone;
    let server: AdbServer;
    let adbPath: string;

    before(async () => {
      const adb = await command();
      adbPath = startsItself ? (adb[0] ?? '') : '';
      server = await AdbServer.start(adb);
      phone = await RealPhone.start({ server });
    });
    after(async () => {
      // Laglens has started the second one.
      await server.adb(['kill-server']);
      await phone.stop();
      await server.stop();
    });
    afterEach(() => {
      phone.bytesPerSecond = undefined;
    });
    const beginOn = oneCaptureEach();

    const provider = (): AndroidProvider =>
      new AndroidProvider(agentFiles, {
        adbPath: adbPath === 'adb' ? '' : adbPath,
        adbServer: '',
        attachTimeoutMs: 120_000,
        environment: { ...server.env, ADB_SERVER_SOCKET: server.socket },
      });

    async function begin(launch: boolean): Promise<Begun> {
      const begun = await beginOn(await provider().open(phone.serial, signal), launch);
      await untilCapture(begun.capture, () => sampled(begun.model) > 3);
      return begun;
    }

    const sampled = (model: SessionModel): number => model.threads.find((thread) => thread.isMain)?.samples.length ?? 0;
    const gapsEnded = (model: SessionModel): number => model.runs[0]?.gaps.filter(({ endUs }) => endUs >= 0).length ?? 0;

    async function leftBehind(): Promise<string> {
      return (await phone.adb('shell', `ls /data/local/tmp; run-as ${APP} ls code_cache`)).stdout;
    }

    it('lists the phone and its apps', async () => {
      const rows = await provider().rows(signal);
      assert.deepEqual(
        rows.map(({ id, problem }) => [id, problem]),
        [[phone.serial, undefined]],
      );
      const apps = await (await provider().open(phone.serial, signal)).apps(signal);
      const usable = apps.filter(({ problem }) => problem === undefined).map(({ id }) => id);
      assert.ok(usable.includes(APP) && !usable.includes('com.example.bank'), usable.join());
    });

    it('begins with the launch of the app, and leaves no file behind', async () => {
      const { capture, model } = await begin(true);
      await capture.stop();
      assert.equal(model.runs[0]?.process?.launched, 1);
      assert.equal(await leftBehind(), '');
    });

    it('attaches to the running app, and leaves no file behind', async () => {
      const pid = await phone.launchApp();
      const { capture, model } = await begin(false);
      await capture.stop();
      assert.deepEqual([model.runs[0]?.process?.pid, model.runs[0]?.process?.serial], [pid, phone.serial]);
      assert.equal(await leftBehind(), '');
    });

    it('records over a link of 64 KB/s', async () => {
      await phone.launchApp();
      phone.bytesPerSecond = 64_000;
      const { capture, model } = await begin(false);
      const before = sampled(model);
      await untilCapture(capture, () => sampled(model) > before + 100);
      assert.equal(model.runs[0]?.gaps.length, 0);
    });

    it('goes on in the same run after adbd was killed', async () => {
      await phone.launchApp();
      const { capture, model } = await begin(false);
      await phone.signalAdbd('SIGKILL');
      await untilCapture(capture, ({ kind }) => kind === 'waitingForApp');
      await phone.startAdbd();
      await phone.connect();
      await untilCapture(capture, () => gapsEnded(model) === 1);
      assert.equal(model.runs.length, 1);
    });

    it('says that nothing arrives while adbd is stopped, and goes on when it continues', async () => {
      await phone.launchApp();
      const { capture, model } = await begin(false);
      const silent = untilCapture(capture, ({ kind }) => kind === 'noData');
      await phone.signalAdbd('SIGSTOP');
      await silent;
      await phone.signalAdbd('SIGCONT');
      const before = sampled(model);
      await untilCapture(capture, () => sampled(model) > before + 10);
      assert.equal(model.runs[0]?.gaps.length, 0);
    });

    if (!startsItself) return;

    it('goes on in the same run after adb’s server was killed', async () => {
      await phone.launchApp();
      const { capture, model } = await begin(false);
      const lost = new Promise<void>((resolve) => void capture.on('log', (line) => line.startsWith('The link is gone') && resolve()));
      await server.adb(['kill-server']);
      await lost;
      while ((await server.adb(['devices'])).code !== 0) assert.notEqual(capture.state.kind, 'ended');
      await phone.connect();
      await untilCapture(capture, () => gapsEnded(model) === 1);
      assert.equal(model.runs.length, 1);
    });
  });
}
