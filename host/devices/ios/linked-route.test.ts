import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../../core/errors.ts';
import { launchWith } from '../../../tests/devices/iphone/apps/launch.ts';
import { startIphone } from '../../../tests/devices/iphone/start-iphone.ts';
import { type StandInBehaviour, writeStandInApp } from '../../../tests/devices/xcrun/stand-in-app.ts';
import { Capture } from '../../capture/capture.ts';
import type { CaptureState } from '../../capture/capture-state.ts';
import { AgentFiles } from '../agent-files.ts';
import type { DeployOptions, Device } from '../device.ts';
import { IosProvider } from './provider.ts';

const SHOP = 'com.example.shop';
const target = { app: SHOP };
const signal = AbortSignal.timeout(120_000);
const standInLoader = fileURLToPath(new URL('../../../tests/devices/xcrun/stand-in-loader.ts', import.meta.url));

interface Setup {
  readonly folder: string;
  readonly iphone: Awaited<ReturnType<typeof startIphone>>['iphone'];
  readonly device: Device;
  readonly logged: string[];
  options(launch?: boolean): DeployOptions;
  capture(): Capture;
}

/** An iPhone with iOS 16 and an app that carries the agent, on a computer without Xcode. */
async function startSetup(t: TestContext, behaviour: StandInBehaviour = { linked: true }): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-linked-'));
  await writeStandInApp(join(folder, 'Shop.app'), SHOP, 'Shop', behaviour);
  const apps = [{ folder: join(folder, 'Shop.app') }];
  const { iphone, usbmuxd, stop } = await startIphone({ ios: '16.7.10', apps, launch: launchWith(process.execPath, standInLoader) });
  t.after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const environment = { PATH: join(folder, 'no-tools'), ...usbmuxd.environment };
  const agents = new AgentFiles(join(folder, 'no-agents'));
  const provider = new IosProvider(agents, { xcrunPath: '', environment, derivedData: join(folder, 'no-builds') });
  const logged: string[] = [];
  const device = await provider.open(iphone.udid, signal);
  const sampling = { intervalUs: 5_000, depth: 512, threads: 'all' } as const;
  return {
    folder,
    iphone,
    device,
    logged,
    options: (launch = false) => ({
      ...{ launch, token: new Uint8Array(16), intervalUs: 5_000, depth: 512, signal },
      progress: () => undefined,
      log: (line) => void logged.push(line),
    }),
    capture: () => new Capture({ device, target, launch: false, sampling, path: join(folder, 'shop.laglens'), version: '0' }),
  };
}

test('an app that carries the agent is captured by what the agent has written into the app’s folder', async (t) => {
  const { folder, iphone, device, options, logged, capture } = await startSetup(t);
  const { pid } = await iphone.processes.launch(SHOP);
  const [row] = await device.apps(signal);
  assert.deepEqual(row?.processes, [{ pid, name: SHOP }]);
  assert.equal(row?.group, 'running');
  await eventually(async () => (await device.deploy(target, options())).cleanup());
  assert.deepEqual(logged, ['By the agent that the app carries.']);
  const shop = capture();
  await shop.start(signal);
  assert.equal(await shop.stop(), join(folder, 'shop.laglens'));
});

test('an app that does not run, one without the agent and one that ends are told apart', async (t) => {
  const { iphone, device, options } = await startSetup(t, {});
  const silent = await rejection(device.deploy(target, options()));
  assert.equal(silent.code, 'route-none');
  assert.match(silent.message, /By the agent that the app carries: the app does not run\./);
  assert.match(silent.message, /By a signed copy of the app \(Instruments\): Xcode is needed to sign it \(.*there is no program xcrun\.\)/);
  await iphone.processes.launch(SHOP);
  assert.match((await rejection(device.deploy(target, options()))).message, /By the agent that the app carries: the app carries none\./);
  assert.equal((await rejection(device.deploy({ app: 'com.example.none' }, options()))).code, 'app-not-found');
});

test('another app on the port is refused by its hello', async (t) => {
  const { iphone, capture } = await startSetup(t, { linked: true, saysItIs: 'com.example.other' });
  await iphone.processes.launch(SHOP);
  await eventually(async () => {
    const error = await rejection(capture().start(signal));
    assert.equal(error.code, 'agent-other-app', error.message);
    assert.match(error.message, /^com\.example\.other .* answers on the port that com\.example\.shop was to listen on\.$/);
  });
});

test('the cable comes out and in again: the session goes on, and ends with the app', async (t) => {
  const { iphone, device, options, capture } = await startSetup(t);
  const { pid } = await iphone.processes.launch(SHOP);
  await eventually(async () => (await device.deploy(target, options())).cleanup());
  const shop = capture();
  await shop.start(signal);
  const states = stateReader(shop);
  iphone.detach();
  await states.until((state) => state.kind === 'waitingForApp' && state.why === 'The device is gone');
  iphone.attach();
  await states.until((state) => state.kind === 'streaming' && state.process.pid === pid && state.run === 0);
  await iphone.processes.kill(pid);
  await states.until((state) => state.kind === 'waitingForApp' && state.why === 'The process ended.');
  const again = await iphone.processes.launch(SHOP);
  await states.until((state) => state.kind === 'streaming' && state.process.pid === again.pid && state.run === 1);
  assert.equal(typeof (await shop.stop()), 'string');
});

/** Waits for states of a capture, from now on. */
function stateReader(capture: Capture): { until(wanted: (state: CaptureState) => boolean): Promise<void> } {
  return {
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (state: CaptureState): void => {
          if (!wanted(state)) return;
          capture.off('state', look);
          resolve();
        };
        capture.on('state', look);
        look(capture.state);
        signal.addEventListener('abort', () => reject(new Error(`It stayed at ${JSON.stringify(capture.state)}`)), { once: true });
      }),
  };
}

/** The agent writes its file once it listens, which nobody is told of. */
async function eventually(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // Each try talks with the device for a while; there is nothing to wait for in between.
      if (signal.aborted || !(error instanceof Error) || !/carries none/.test(error.message)) throw error;
    }
  }
}

async function rejection(tried: Promise<unknown>): Promise<LaglensError> {
  const error = await tried.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  return error;
}
