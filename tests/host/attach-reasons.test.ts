import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LaglensError } from '../../core/errors.ts';
import type { Faults } from '../simulated/android/android-faults.ts';
import { type JavaPhone, deployOptions as options, startJavaPhone } from './java-phone.ts';

/** Length of a wait for silence. */
const SILENT_MS = 1_500;

async function withPhone(faults: Faults, work: (device: JavaPhone) => Promise<void>): Promise<void> {
  const device = await startJavaPhone({ android: '14', faults });
  try {
    await device.phone.launchApp();
    await work(device);
  } finally {
    await device.stop();
  }
}

async function deploy(device: JavaPhone, attachTimeoutMs = 120_000, progress: (step: string) => void = () => undefined): Promise<void> {
  const opened = await device.provider({ attachTimeoutMs }).open(device.phone.serial, options.signal);
  const link = await opened.deploy({ app: 'com.example.shop' }, { ...options, progress });
  await link.cleanup();
}

async function reasonOn(device: JavaPhone, attachTimeoutMs?: number): Promise<LaglensError> {
  try {
    await deploy(device, attachTimeoutMs);
  } catch (error) {
    assert.ok(error instanceof LaglensError, String(error));
    return error;
  }
  return assert.fail('It was attached.');
}

describe('an agent that does not come, on a phone whose log has thousands of other lines', () => {
  it('a vendor’s policy denies it: says so by the kernel’s line', async () => {
    await withPhone({ dlopenDenied: true }, async (device) => {
      const error = await reasonOn(device);
      assert.equal(error.code, 'attach-refused');
      assert.match(error.next, /vendor/);
      assert.match(error.output ?? '', /avc: {2}denied {2}\{ execute \}/);
      // Nothing of other apps, and nothing of the app's own that is about other things.
      assert.doesNotMatch(error.output ?? '', /com\.example\.other|vendor_default_prop|AndroidRuntime/);
    });
  });

  it('the app is signed with the platform’s key: says that, and blames no vendor', async () => {
    await withPhone({ platformSigned: true }, async (device) => {
      const error = await reasonOn(device);
      assert.equal(error.code, 'attach-refused');
      assert.match(error.message, /platform’s key/);
      assert.doesNotMatch(`${error.message} ${error.next}`, /vendor/);
    });
  });

  it('the first of two tries fails and the second one works: it is attached', async () => {
    await withPhone({ firstLoaderFails: true }, async (device) => {
      await deploy(device);
      const failures = device.phone.system.log.entries.filter(({ text }) => text.startsWith('Attaching agent with dalvik.'));
      assert.equal(failures.length, 1);
    });
  });

  it('the agent itself cannot work: says what it logged', async () => {
    await withPhone({ agentFails: true }, async (device) => {
      const error = await reasonOn(device);
      assert.equal(error.code, 'agent-load-failed');
      assert.match(error.output ?? '', /laglens *: cannot listen for the host, error -98/);
    });
  });

  it('the app crashes: shows its own crash', async () => {
    await withPhone({ diesAtAttach: true }, async (device) => {
      const error = await reasonOn(device);
      assert.equal(error.code, 'app-died');
      assert.match(error.message, /it crashed/);
      assert.match(error.output ?? '', />>> com\.example\.shop <<<[\s\S]*libshop\.so/);
    });
  });

  it('the system has frozen the app: says so at once, and goes on when it comes to the front', async () => {
    await withPhone({ frozen: true }, async (device) => {
      const steps: string[] = [];
      await deploy(device, 120_000, (step) => {
        steps.push(step);
        if (step.startsWith('Bring the app to the front')) device.phone.system.bringToFront();
      });
      assert.match(steps[steps.indexOf('Attaching') + 1] ?? '', /has frozen it/);
    });
  });

  it('the app stays frozen: says so at the end', async () => {
    await withPhone({ frozen: true }, async (device) => {
      const error = await reasonOn(device, SILENT_MS);
      assert.equal(error.code, 'app-frozen');
      assert.match(error.next, /to the front/);
    });
  });

  it('the log is switched off: says that the reason is not known', async () => {
    await withPhone({ dlopenDenied: true, logOff: true }, async (device) => {
      const error = await reasonOn(device, SILENT_MS);
      assert.equal(error.code, 'attach-silent');
      assert.match(error.message, /keeps no log/);
    });
  });

  it('nothing is logged about it: what others log is no reason', async () => {
    await withPhone({ attachSilent: true }, async (device) => {
      const error = await reasonOn(device, SILENT_MS);
      assert.equal(error.code, 'attach-silent');
      assert.doesNotMatch(error.message, /keeps no log/);
    });
  });
});
