import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { SCRIPT_START_US } from '../../../../tests/core/scripted-app.ts';
import { FakeDevice, hello } from '../../../../tests/host/fake-agent.ts';
import { captureApp } from './captured.ts';

/** Refuses the first attaches with a code. */
async function tried(code: 'attach-silent' | 'attach-refused', refusals: number): Promise<readonly [error: unknown, tries: number]> {
  const device = await FakeDevice.start((talk) => talk.say(hello(SCRIPT_START_US)));
  const deploy = device.deploy.bind(device);
  let tries = 0;
  device.deploy = (target, options) => {
    if (++tries > refusals) return deploy(target, options);
    return Promise.reject(new LaglensError({ code, message: 'No.', next: 'Again.' }));
  };
  const { signal } = new AbortController();
  const options = { device, target: { app: 'com.example.test' }, launch: false, seconds: 0.05, version: '0', signal, log: () => undefined };
  try {
    await captureApp(options);
    return [undefined, tries];
  } catch (error) {
    return [error instanceof LaglensError ? error.code : error, tries];
  } finally {
    await device.close();
  }
}

test('an app that did not load the agent in time is tried once more; a refusal stands', async () => {
  assert.deepEqual(await tried('attach-silent', 1), [undefined, 2]);
  assert.deepEqual(await tried('attach-silent', 2), ['attach-silent', 2]);
  assert.deepEqual(await tried('attach-refused', 1), ['attach-refused', 1]);
});
