import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { rejectsWith, SHOP, SimulatorSetup } from '../../../tests/host/simulator-setup.ts';
import { iphone15 } from '../../../tests/simulated/xcode/fake-xcode.ts';

const { signal } = new AbortController();
const target = { app: SHOP };

describe('a simulator on which something goes wrong says which step it was:', () => {
  let setup: SimulatorSetup;
  beforeEach(async () => {
    setup = await SimulatorSetup.start();
  });
  afterEach(() => setup[Symbol.asyncDispose]());

  /** For agents that stay silent; one that is slow on a busy computer, or an app that ends, is waited for. */
  async function waitBriefly(): Promise<void> {
    setup.device = await setup.providerOf({ landingTimeoutMs: 1_000 }).open(iphone15.udid, signal);
  }

  it('the app is not there', async () => {
    await rejectsWith('app-not-found', setup.device.deploy(target, setup.options()));
  });

  it('the simulator was shut down meanwhile', async () => {
    await setup.xcode.setSimulator({ ...iphone15, state: 'Shutdown' });
    await rejectsWith('device-offline', setup.device.deploy(target, setup.options()));
  });

  it('the launch is refused', async () => {
    await setup.install('Shop', SHOP);
    const stderr =
      'An error was encountered processing the command (domain=FBSOpenApplicationServiceErrorDomain, code=1):\n' +
      `The request to open "${SHOP}" failed.\nThe request was denied by service delegate (SBMainWorkspace) for reason: Unspecified.\n`;
    await setup.xcode.setFaults({ fail: { 'simctl launch': { code: 1, stderr } } });
    const error = await rejectsWith('launch-failed', setup.device.deploy(target, setup.options()));
    assert.match(error.output ?? '', /denied by service delegate/);
  });

  it('the library is passed over without a word', async () => {
    await setup.install('Shop', SHOP);
    await waitBriefly();
    await setup.xcode.setFaults({ skipLibraries: true });
    const error = await rejectsWith('agent-load-failed', setup.device.deploy(target, setup.options()));
    assert.match(error.message, /runs as process \d+, but without the agent/);
  });

  it('the library’s signature is not right', async () => {
    await setup.install('Shop', SHOP);
    await waitBriefly();
    const bad = { code: 1, stderr: 'liblaglens.dylib: invalid signature (code or signature have been modified)\n' };
    await setup.xcode.setFaults({ skipLibraries: true, fail: { 'codesign --verify': bad } });
    await rejectsWith('agent-signature', setup.device.deploy(target, setup.options()));
  });

  it('the agent is loaded, but its port stays shut', async () => {
    await setup.install('Shop', SHOP, { deaf: true });
    await waitBriefly();
    const error = await rejectsWith('connect-failed', setup.device.deploy(target, setup.options()));
    assert.match(error.message, /is in com\.example\.shop \(process \d+\), but its port \d+ did not open within 3 s/);
  });

  it('an agent that is loaded, and slow, is waited for', async () => {
    await setup.install('Shop', SHOP, { slowMs: 1_200 });
    await waitBriefly();
    const link = await setup.device.deploy(target, setup.options());
    await link.cleanup();
  });

  it('a variable of dyld that the editor has inherited names what is gone', async () => {
    await setup.install('Shop', SHOP);
    const lines: string[] = [];
    const environment = {
      ...setup.xcode.environment,
      SIMCTL_CHILD_DYLD_INSERT_LIBRARIES: `/nowhere/libGone.dylib:${process.execPath}`,
      SIMCTL_CHILD_DYLD_PRINT_LIBRARIES: '1',
    };
    const device = await setup.providerOf({ environment }).open(iphone15.udid, signal);
    const link = await device.deploy(target, { ...setup.options(), log: (line) => void lines.push(line) });
    await link.cleanup();
    assert.deepEqual(
      lines.filter((line) => line.includes('SIMCTL_CHILD_')).map((line) => line.slice(0, line.indexOf(', which is'))),
      ['SIMCTL_CHILD_DYLD_INSERT_LIBRARIES, with which this program was started, names /nowhere/libGone.dylib'],
    );
  });

  it('the app ends with the agent in it: it is started again without', async () => {
    await setup.install('Shop', SHOP);
    await setup.xcode.setFaults({ dieOfLibraries: true });
    const error = await rejectsWith('agent-load-failed', setup.device.deploy(target, setup.options()));
    assert.match(error.message, /It runs again, without the agent/);
    assert.deepEqual(
      (await setup.xcode.running(iphone15.udid)).map(({ bundleId, inserted }) => [bundleId, inserted]),
      [[SHOP, []]],
    );
  });

  it('the app ends by itself', async () => {
    await setup.install('Shop', SHOP);
    await setup.xcode.setFaults({ dieAlways: true });
    await rejectsWith('app-died', setup.device.deploy(target, setup.options()));
  });

  it('another app answers', async () => {
    await setup.install('Shop', SHOP, { saysItIs: 'com.example.other' });
    const error = await rejectsWith('agent-other-app', setup.captureOf(setup.device, { launch: true }).start(signal));
    assert.match(error.message, /is in com\.example\.other/);
  });

  it('the token is wrong', async () => {
    await setup.install('Shop', SHOP, { linked: true });
    const app = await setup.xcode.install(iphone15.udid, join(setup.xcode.folder, 'Shop.app'));
    const pid = await setup.startByHand();
    await setup.untilCarried();
    const file = join(app.data, 'Library/Caches/laglens', `agent-${pid}.json`);
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"token":"[0-9a-f]{32}"/, `"token":"${'0'.repeat(32)}"`));
    await rejectsWith('agent-token', setup.captureOf(setup.device, { launch: false }).start(signal));
  });

  it('a tool hangs, and the person cancels: nothing is left', async () => {
    await setup.install('Shop', SHOP);
    await setup.xcode.setFaults({ hang: ['simctl launch'] });
    const canceller = new AbortController();
    const progress = (step: string): void => {
      if (step === 'Starting the app') canceller.abort();
    };
    await assert.rejects(setup.device.deploy(target, { ...setup.options(), signal: canceller.signal, progress }), { name: 'AbortError' });
    assert.deepEqual(await setup.xcode.running(iphone15.udid), []);
  });
});
