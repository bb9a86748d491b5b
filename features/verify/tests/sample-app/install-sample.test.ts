import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { AgentFiles } from '../../../../host/devices/agent-files.ts';
import { Phone as HostPhone } from '../../../../host/devices/android/adb/android-phone.ts';
import type { ShellResult } from '../../../../host/devices/android/adb/shell.ts';
import { StandInApp } from '../../../../tests/simulated/android/android-stand-in-app.ts';
import type { ProgramAnswer } from '../../../../tests/simulated/android/personality/personality.ts';
import { connectPhone, type Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { installSample } from '../../host/sample-app/install-sample.ts';
import { SAMPLE_APP, withSampleApp } from '../../host/sample-app.ts';
import { placeOf } from './sample-phone.ts';

const { signal } = new AbortController();
const launch = async (agent: string | undefined): Promise<StandInApp> => new StandInApp(agent);

/** A phone with other answers of `pm`, for some work. */
async function withPhone(answers: readonly ProgramAnswer[], work: (phone: Phone<StandInApp>) => Promise<void>): Promise<void> {
  const phone = await connectPhone({ android: '14', personality: { id: 'other', android: '14', answers }, launch });
  try {
    await work(phone);
  } finally {
    await phone.stop();
  }
}

describe('the sample app on a phone', () => {
  let phone: Phone<StandInApp>;
  before(async () => {
    phone = await connectPhone({ android: '14', launch });
  });
  after(() => phone.stop());

  const isThere = (): boolean => phone.installedApps.includes(SAMPLE_APP);

  test('is installed by a stream for the work, and gone after it, also when the work throws', async () => {
    const left: LaglensError[] = [];
    const installed = await withSampleApp(placeOf(phone, left), signal, async (app) => {
      assert.ok(isThere());
      return app.installed;
    });
    assert.equal(installed, 'streamed');
    assert.ok(!isThere());
    const thrown = new Error('the work');
    await assert.rejects(
      withSampleApp(placeOf(phone, left), signal, async () => Promise.reject(thrown)),
      thrown,
    );
    assert.ok(!isThere());
    assert.deepEqual(left, []);
    assert.equal((await phone.adb('shell', 'ls /data/local/tmp')).stdout, '');
  });

  test('is gone after Ctrl-C, which is not taken for a refusal', async () => {
    const cancel = new AbortController();
    await assert.rejects(
      withSampleApp(placeOf(phone), cancel.signal, async (app) => {
        cancel.abort();
        await app.play(cancel.signal);
      }),
      { name: 'AbortError' },
    );
    assert.ok(!isThere());
  });

  test('replaces an older one that stayed', async () => {
    const apk = await placeOf(phone).files.existing('laglens-sample.apk');
    assert.match((await phone.adb('install', apk)).stdout, /^Success$/m);
    await withSampleApp(placeOf(phone), signal, async () => assert.ok(isThere()));
    assert.ok(!isThere());
  });

  test('starts and says so; a phone that lacks its activity is reported', async () => {
    await withSampleApp(placeOf(phone), signal, async (app) => {
      await app.play(signal);
      await app.play(signal);
      await phone.adb('uninstall', SAMPLE_APP);
      await assert.rejects(app.play(signal), (error) => error instanceof LaglensError && error.code === 'launch-failed');
    });
  });
});

test('a phone that knows no stream gets a copy, which does not stay', async () => {
  const unknown = {
    program: 'pm',
    words: ['install'],
    without: ['/data/local/tmp/laglens-sample.apk'],
    stdout: '',
    stderr: 'Error: Unknown option: -S\n',
    code: 1,
  };
  await withPhone([unknown], async (phone) => {
    const installed = await withSampleApp(placeOf(phone), signal, async (app) => app.installed);
    assert.equal(installed, 'pushed');
    assert.equal((await phone.adb('shell', 'ls /data/local/tmp')).stdout, '');
  });
});

test('a copy whose installation is interrupted does not stay', async () => {
  const unknown = { program: 'pm', words: ['install'], stderr: 'Error: Unknown option: -S\n', code: 1 };
  await withPhone([unknown], async (phone) => {
    const { server, serial, files } = placeOf(phone);
    const stopper = new AbortController();
    class Interrupted extends HostPhone {
      override run(command: string, within: AbortSignal): Promise<ShellResult> {
        if (/\binstall\b/.test(command)) stopper.abort(new DOMException('Ctrl-C', 'AbortError'));
        return super.run(command, within);
      }
    }
    const apk = await files.existing('laglens-sample.apk');
    await assert.rejects(installSample(server, new Interrupted(server, serial), apk, stopper.signal), { name: 'AbortError' });
    assert.equal((await phone.adb('shell', 'ls /data/local/tmp')).stdout, '');
  });
});

/** Sources: AOSP android.content.pm.PackageManager; answers of MIUI and of Play Protect in public reports. */
const refusals: Readonly<Record<string, RegExp>> = {
  'INSTALL_FAILED_USER_RESTRICTED: Install canceled by user': /“Install via USB”/,
  'INSTALL_FAILED_VERIFICATION_FAILURE: Install not allowed for file': /“Verify apps over USB”/,
  'INSTALL_FAILED_ABORTED: User rejected permissions': /confirm the question/,
  INSTALL_FAILED_INSUFFICIENT_STORAGE: /Free some space/,
  'INSTALL_FAILED_SOMETHING_NEW: words': /own words are below/,
};

for (const [words, next] of Object.entries(refusals)) {
  test(`a refusal has its next step: ${words}`, async () => {
    const answer = { program: 'pm', words: ['install'], stdout: `Failure [${words}]\n`, code: 1 };
    await withPhone([answer], async (phone) => {
      const left: LaglensError[] = [];
      const work = async (): Promise<void> => assert.fail('it is not installed');
      await assert.rejects(withSampleApp(placeOf(phone, left), signal, work), (error) => {
        assert.ok(error instanceof LaglensError && error.code === 'install-failed', String(error));
        assert.match(error.next, next);
        assert.ok(error.output?.includes(words));
        return true;
      });
      assert.deepEqual(left, []);
    });
  });
}

test('an installation without the app’s file says where it is', async () => {
  await withPhone([], async (phone) => {
    const place = { ...placeOf(phone), files: new AgentFiles('/none') };
    await assert.rejects(
      withSampleApp(place, signal, async () => undefined),
      (error) => error instanceof LaglensError && error.code === 'agent-missing' && error.next.includes('npx laglens verify'),
    );
  });
});

test('an app of the same name by another key is neither replaced nor removed', async () => {
  await withPhone([], async (phone) => {
    const apk = await placeOf(phone).files.existing('laglens-sample.apk');
    await phone.adb('install', apk);
    const other = phone.system.packages.get(SAMPLE_APP);
    assert.ok(other);
    phone.system.packages.set(SAMPLE_APP, { ...other, signer: 'another' });
    await assert.rejects(
      withSampleApp(placeOf(phone), signal, async () => undefined),
      (error) => error instanceof LaglensError && error.next.startsWith('Remove dev.laglens.sample'),
    );
    assert.ok(phone.installedApps.includes(SAMPLE_APP));
  });
});

test('an app that cannot be removed is reported', async () => {
  const answer = { program: 'pm', words: ['uninstall'], stdout: 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n', code: 1 };
  await withPhone([answer], async (phone) => {
    const left: LaglensError[] = [];
    await withSampleApp(placeOf(phone, left), signal, async () => undefined);
    assert.match(left[0]?.output ?? '', /DELETE_FAILED_INTERNAL_ERROR/);
  });
});
