import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import type { AppTarget, Choice, DeployOptions, Device } from '../../host/devices/device.ts';
import { DEMO_PACKAGE, type InstalledApp } from '../simulated/android/system/package-table.ts';
import { deployOptions, type JavaPhone, startJavaPhone } from './java-phone.ts';

const LEAK_CANARY = 'leakcanary.internal.activity.LeakLauncherActivity';

const options = { ...deployOptions, launch: true };

describe('a launch with the agent in it', () => {
  let phone: JavaPhone;
  let device: Device;
  before(async () => {
    phone = await startJavaPhone({ android: '14' });
    device = await phone.provider().open(phone.phone.serial, options.signal);
  });
  after(() => phone.stop());
  beforeEach(() => {
    delete phone.phone.faults.restrictedUser;
    phone.phone.system.log.clear();
  });

  function install(changes: Partial<InstalledApp>): void {
    const { packages } = phone.phone.system;
    const app = packages.get(DEMO_PACKAGE);
    assert.ok(app);
    packages.set(DEMO_PACKAGE, { ...app, launchers: [], tvLaunchers: [], ...changes });
  }

  /** Launches the app; gives the activities that were started, and the packages that were stopped. */
  async function launched(target: Partial<AppTarget> = {}, more: Partial<DeployOptions> = {}) {
    const link = await device.deploy({ app: DEMO_PACKAGE, ...target }, { ...options, ...more });
    await link.cleanup();
    return said();
  }

  function said(): { readonly started: readonly string[]; readonly stopped: readonly string[] } {
    const texts = phone.phone.system.log.entries.map(({ text }) => text);
    const all = (pattern: RegExp) => texts.flatMap((text) => pattern.exec(text)?.[1] ?? []);
    return { started: all(/^START .* cmp=(\S+)\}/), stopped: all(/^Force stopping (\S+)/) };
  }

  async function refused(target: Partial<AppTarget>, code: string): Promise<LaglensError> {
    let error: unknown;
    await assert.rejects(launched(target), (thrown) => {
      error = thrown;
      return true;
    });
    assert.ok(error instanceof LaglensError, String(error));
    assert.equal(error.code, code, error.message);
    return error;
  }

  it('starts the app’s own activity where a tool has put an icon of its own beside it', async () => {
    for (const launchers of [
      ['.MainActivity', LEAK_CANARY],
      [LEAK_CANARY, '.MainActivity'],
    ]) {
      install({ launchers });
      phone.phone.system.log.clear();
      assert.deepEqual(await launched(), { started: ['com.example.shop/.MainActivity'], stopped: ['com.example.shop'] });
    }
  });

  it('starts the tool’s when it is the only one', async () => {
    install({ launchers: [LEAK_CANARY] });
    assert.deepEqual((await launched()).started, [`com.example.shop/${LEAK_CANARY}`]);
  });

  it('starts what a TV would, where there is nothing else', async () => {
    install({ tvLaunchers: ['.TvActivity'] });
    assert.deepEqual((await launched()).started, ['com.example.shop/.TvActivity']);
  });

  it('takes an activity’s name for no error', async () => {
    for (const activity of ['.ExceptionActivity', '.Error', 'org.sample.SecurityException$Screen']) {
      install({ launchers: [activity] });
      phone.phone.system.log.clear();
      assert.deepEqual((await launched()).started, [`com.example.shop/${activity}`]);
    }
  });

  it('names the choices when there are several, and starts the one that is named', async () => {
    install({ launchers: ['.MainActivity', '.admin.AdminActivity', LEAK_CANARY] });
    const error = await refused({}, 'launch-ambiguous');
    assert.match(error.message, /\.MainActivity, \.admin\.AdminActivity\.$/);
    assert.match(error.next, /--activity/);
    // Nothing was stopped for it.
    assert.deepEqual(said(), { started: [], stopped: [] });
    for (const activity of ['.admin.AdminActivity', 'com.example.shop.admin.AdminActivity', 'com.example.shop/.admin.AdminActivity']) {
      phone.phone.system.log.clear();
      assert.deepEqual((await launched({ activity })).started, ['com.example.shop/.admin.AdminActivity']);
    }
    assert.deepEqual((await launched({ activity: LEAK_CANARY })).started.at(-1), `com.example.shop/${LEAK_CANARY}`);
    assert.match((await refused({ activity: '.Nope' }, 'launch-failed')).message, /\.Nope.*\.MainActivity, \.admin\.AdminActivity/);
  });

  it('asks which of several, and starts nothing when nobody answers', async () => {
    install({ launchers: ['.MainActivity', '.admin.AdminActivity'] });
    const asked: Choice[] = [];
    const choose = async (choice: Choice): Promise<string | undefined> => {
      asked.push(choice);
      return choice.options[1]?.value;
    };
    assert.deepEqual((await launched({}, { choose })).started, ['com.example.shop/.admin.AdminActivity']);
    assert.deepEqual(
      asked.map((each) => each.options.map(({ label }) => label)),
      [['.MainActivity', '.admin.AdminActivity']],
    );
    phone.phone.system.log.clear();
    await assert.rejects(launched({}, { choose: async () => undefined }), { name: 'AbortError' });
    assert.deepEqual(said().started, []);
  });

  it('says so when there is nothing to start', async () => {
    install({});
    assert.match((await refused({}, 'launch-failed')).message, /no activity that a launcher could start/);
    assert.deepEqual(said().stopped, []);
  });

  it('says that a profile’s owner forbids debugging, in words of its own', async () => {
    phone.phone.faults.restrictedUser = 10;
    const error = await refused({ app: 'com.example.notes@10' }, 'user-restricted');
    assert.match(error.message, /^User 10 /);
    assert.match(error.next, /work profile|Secure Folder/);
    assert.doesNotMatch(error.next, /Xiaomi/);
  });
});
