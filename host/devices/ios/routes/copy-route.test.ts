import assert from 'node:assert/strict';
import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../../../core/errors.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import { bundleId } from '../../../../tests/demo-app/iphone/build-iphone-shop.ts';
import { type ShopOnIphone, type ShopOptions, startShopOnIphone } from '../../../../tests/host/shop-on-iphone.ts';
import type { Faults } from '../../../../tests/simulated/iphone/iphone-faults.ts';
import type { IphoneOptions } from '../../../../tests/simulated/iphone/start-iphone.ts';
import { Capture } from '../../../capture/capture.ts';
import { AgentFiles } from '../../agent-files.ts';
import type { Consent, Device, InstalledCopy } from '../../device.ts';
import { IosProvider } from '../ios-provider.ts';

const signal = AbortSignal.timeout(600_000);
const prebuilt = fileURLToPath(new URL('../../../../device-agents/prebuilt', import.meta.url));

interface Setup extends ShopOnIphone {
  readonly device: Device;
  readonly asked: Consent[];
  /** Notes of copies, by app. */
  readonly noted: Map<string, InstalledCopy>;
  /** The device as the next program sees it. */
  deviceOfNextProgram(): Promise<Device>;
  capture(answer?: boolean): Capture;
}

async function startSetup(t: TestContext, options: ShopOptions): Promise<Setup> {
  const shop = await startShopOnIphone(options, (line) => t.diagnostic(line));
  t.after(() => shop[Symbol.asyncDispose]());
  const { folder, workspace, iphone, environment } = shop;
  const places = { workspaceFolders: [workspace], derivedData: join(folder, 'none') };
  const noted = new Map<string, InstalledCopy>();
  const notes = {
    placed: (copy: InstalledCopy) => {
      const before = noted.get(copy.app);
      noted.set(copy.app, copy);
      return () => void (before === undefined ? noted.delete(copy.app) : noted.set(copy.app, before));
    },
    gone: ({ app }: Pick<InstalledCopy, 'app'>) => void noted.delete(app),
  };
  const deviceOfNextProgram = (): Promise<Device> =>
    new IosProvider(new AgentFiles(prebuilt), { xcrunPath: '', environment, ...places }, notes).open(iphone.udid, signal);
  const device = await deviceOfNextProgram();
  const asked: Consent[] = [];
  const sampling = { intervalUs: 5_000, depth: 512, threads: 'all' } as const;
  const consent = (answer: boolean) => async (question: Consent) => {
    asked.push(question);
    return answer;
  };
  const capture = (answer = true): Capture => {
    const path = join(folder, 'shop.laglens');
    const made = new Capture({ device, target: { app: bundleId }, launch: true, sampling, path, version: '0', consent: consent(answer) });
    made.on('log', (line) => t.diagnostic(line));
    return made;
  };
  return { ...shop, device, asked, noted, deviceOfNextProgram, capture };
}

test('on iOS 16 a signed copy is installed over the cable, started with the agent in it, captured, and restored', async (t) => {
  const { iphone, workspace, device, asked, capture } = await startSetup(t, { ios: '16.7.10' });
  const [row] = await device.apps(signal);
  assert.deepEqual([row?.id, row?.group, row?.problem], [bundleId, 'workspace', undefined]);
  const shop = capture();
  const model = modelOf(shop);
  await shop.start(signal);
  await model.sampled;
  // Started again from the home screen, it has no agent in it; the capture starts it once more, without asking again.
  await iphone.processes.endOf(bundleId);
  const again = new Promise<void>((resolve) => {
    shop.on('state', (state) => state.kind === 'streaming' && state.run === 1 && resolve());
  });
  await iphone.processes.launch(bundleId);
  await again;
  const installs = (): number => iphone.asked.filter((request) => request.startsWith('installation_proxy Install')).length;
  assert.equal(installs(), 1);
  // Xcode puts the build itself there, the same as before: a copy has to be placed again.
  await iphone.apps.install(join(workspace, 'build', 'Debug-iphoneos', 'Shop.app'));
  await iphone.processes.endOf(bundleId);
  const replaced = new Promise<void>((resolve) => {
    shop.on('state', (state) => state.kind === 'streaming' && state.run === 2 && resolve());
  });
  await iphone.processes.launch(bundleId);
  await replaced;
  assert.equal(installs(), 2);
  assert.equal(asked.length, 1);
  assert.match(asked[0]?.question ?? '', /^Replace Shop on Test iPhone with an instrumented copy\?$/);
  assert.equal(await carriesAgent(iphone), true);
  await shop.stop();
  const hello = model.model.runs[0]?.hello;
  assert.deepEqual([hello?.process, hello?.os, hello?.abi], [bundleId, 'ios', 'arm64']);
  const { undo } = shop;
  assert.ok(undo !== undefined);
  await undo.run(signal);
  assert.equal(await carriesAgent(iphone), false);
});

test('what nobody agreed to is not done', async (t) => {
  const { iphone, capture } = await startSetup(t, { ios: '16.7.10' });
  await assert.rejects(capture(false).start(signal), { name: 'AbortError' });
  assert.equal(await carriesAgent(iphone), false);
  assert.deepEqual(
    iphone.asked.filter((request) => request.includes('Install')),
    [],
  );
});

const failures: readonly (readonly [name: string, code: string, options: IphoneOptions, faults: Faults])[] = [
  ['a library that the device refuses', 'agent-signature', {}, { signature: 'killed' }],
  ['an app that the device refuses', 'agent-signature', {}, { signature: 'refused' }],
];
for (const [name, code, options, faults] of failures) {
  test(`${name} ends in a verdict, and the original is installed again`, async (t) => {
    const { iphone, noted, capture } = await startSetup(t, { ios: '16.7.10', ...options, faults });
    const error = await capture()
      .start(signal)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    assert.ok(error instanceof LaglensError, String(error));
    assert.equal(error.code, code, error.message);
    const installs = iphone.asked.filter((request) => request.startsWith('installation_proxy Install'));
    assert.equal(installs.length, 2);
    assert.equal(await carriesAgent(iphone), false);
    assert.deepEqual([...noted.keys()], []);
  });
}

for (const [name, code, options] of [
  [
    'an iOS 16 without developer image, where Xcode has none for it',
    'image-missing',
    { ios: '16.7.10', developerImage: false, developerImages: ['15.8'] },
  ],
  ['a locked iOS 16', 'device-locked', { ios: '16.7.10', locked: true }],
  ['a locked iOS 17', 'device-locked', { ios: '17.5.1', locked: true }],
] as const) {
  test(`${name} is reported before anything is installed`, async (t) => {
    const { iphone, xcode, capture } = await startSetup(t, options);
    await assert.rejects(capture().start(signal), (error) => {
      assert.ok(error instanceof LaglensError, String(error));
      assert.equal(error.code, code, error.message);
      return true;
    });
    assert.deepEqual(
      iphone.asked.filter((request) => request.includes('Install') || request.includes('afc')),
      [],
    );
    assert.ok(!(await xcode.calls()).some(({ args }) => args.includes('install')));
  });
}

test('on iOS 16 after a restart the developer image is mounted before the copy is installed', async (t) => {
  const { iphone, capture } = await startSetup(t, { ios: '16.7.10', developerImage: false, developerImages: ['16.4'] });
  const shop = capture();
  const steps: string[] = [];
  shop.on('state', (state) => {
    if (state.kind === 'connecting') steps.push(state.step);
  });
  const model = modelOf(shop);
  await shop.start(signal);
  await model.sampled;
  await shop.stop();
  assert.ok(iphone.mountedImage !== undefined);
  const order = ['Mounting the developer image', 'Installing the copy', 'Starting the app'].map((step) => steps.indexOf(step));
  assert.ok(!order.includes(-1) && order.join() === order.toSorted((a, b) => a - b).join(), steps.join());
});

for (const [name, code, options] of [
  ['an app that the device refuses', 'agent-signature', { faults: { signature: 'refused' } }],
  ['a library that the device refuses', 'agent-signature', { faults: { signature: 'killed' } }],
] as const) {
  test(`on iOS 17 ${name} ends in a verdict, and the original is installed again`, async (t) => {
    const { iphone, capture, xcode } = await startSetup(t, { ios: '17.5.1', ...options });
    await assert.rejects(capture().start(signal), (error) => {
      assert.ok(error instanceof LaglensError, String(error));
      assert.equal(error.code, code, error.message);
      assert.match(error.message, / The original is installed again\.$/);
      return true;
    });
    assert.equal(await carriesAgent(iphone), false);
    const installs = (await xcode.calls()).filter(({ args }) => args.includes('install'));
    assert.equal(installs.length, 2);
  });
}

test('that the original could not be installed again is reported with the error that made it necessary', async (t) => {
  const faults: Faults = { signature: 'killed' };
  const { iphone, capture } = await startSetup(t, { ios: '17.5.1', faults });
  const shop = capture();
  shop.on('state', (state) => {
    if (state.kind !== 'connecting' || state.step !== 'Starting the app') return;
    faults.install = { error: 'PackageExtractionFailed', description: 'No space left' };
  });
  await assert.rejects(shop.start(signal), (error) => {
    assert.ok(error instanceof LaglensError, String(error));
    assert.equal(error.code, 'agent-signature');
    assert.match(
      error.message,
      /refuses the library’s signature\. The copy is still on the device: the original could not be installed again \(/,
    );
    return true;
  });
  assert.equal(await carriesAgent(iphone), true);
});

for (const ios of ['16.7.10', '17.5.1']) {
  test(`on iOS ${ios} a capture that is cancelled while the copy is installed leaves the original there`, async (t) => {
    const { iphone, capture } = await startSetup(t, { ios });
    const cancelling = new AbortController();
    const shop = capture();
    const steps: string[] = [];
    shop.on('state', (state) => {
      if (state.kind !== 'connecting') return;
      steps.push(state.step);
      if (state.step === 'Installing the copy') cancelling.abort();
    });
    await assert.rejects(shop.start(AbortSignal.any([signal, cancelling.signal])), { name: 'AbortError' });
    assert.ok(steps.includes('Restoring the app'), steps.join());
    assert.equal(await carriesAgent(iphone), false);
  });
}

test('a cable that comes out while the copy is sent is reported as such', async (t) => {
  const faults: Faults = {};
  const { iphone, capture } = await startSetup(t, { ios: '16.7.10', faults });
  const shop = capture();
  shop.on('state', (state) => {
    if (state.kind === 'connecting' && state.step === 'Installing the copy') faults.detachAfterBytes = 1;
  });
  await assert.rejects(shop.start(signal), (error) => error instanceof LaglensError && error.code === 'device-lost');
  assert.equal(iphone.attached, false);
});

test('an app that installd refuses is reported with its words', async (t) => {
  const install = { error: 'ApplicationVerificationFailed', description: 'Failed to verify code signature' };
  const { noted, capture } = await startSetup(t, { ios: '16.7.10', faults: { install } });
  await assert.rejects(capture().start(signal), /did not install the app: ApplicationVerificationFailed: Failed to verify code signature/);
  assert.deepEqual([...noted.keys()], []);
});

test('on iOS 17 the copy is installed and started by devicectl, and the agent is reached through usbmuxd', async (t) => {
  const { iphone, xcode, device, capture } = await startSetup(t, { ios: '17.5.1' });
  const shop = capture();
  const model = modelOf(shop);
  await shop.start(signal);
  await model.sampled;
  const [row] = await device.apps(signal);
  assert.deepEqual(row?.processes, [{ pid: iphone.processes.of(bundleId)?.pid, name: bundleId }]);
  await shop.stop();
  assert.equal(model.model.runs[0]?.hello?.process, bundleId);
  assert.equal(await carriesAgent(iphone), true);
  assert.ok(shop.undo !== undefined);
  await shop.undo.run(signal);
  assert.equal(await carriesAgent(iphone), false);
  const calls = (await xcode.calls()).map(({ args }) => args.join(' '));
  assert.ok(!calls.some((call) => call.includes('token=')), 'the token stands in no list of processes');
  const installs = calls.filter((call) => call.includes('device install app'));
  assert.equal(installs.length, 2);
  assert.match(installs[0] ?? '', /laglens-copy-\w+\/Shop\.app/);
});

test('a copy that a program left can be undone by the next one, until the app is installed again or its build is gone', async (t) => {
  const { iphone, workspace, noted, deviceOfNextProgram, capture } = await startSetup(t, { ios: '17.5.1' });
  const shop = capture();
  await shop.start(signal);
  await shop.stop();
  const copy = noted.get(bundleId);
  assert.ok(copy !== undefined);
  const build = join(workspace, 'build', 'Debug-iphoneos', 'Shop.app');
  assert.deepEqual(copy, { device: iphone.udid, app: bundleId, name: 'Shop', build, path: iphone.apps.app(bundleId)?.folder });
  const next = await deviceOfNextProgram();
  const log = (line: string): void => t.diagnostic(line);
  const undo = await next.undoOf?.(copy, log, signal);
  assert.ok(undo !== undefined);

  await rename(build, `${build}.away`);
  await assert.rejects(undo.run(signal), (error) => {
    assert.ok(error instanceof LaglensError, String(error));
    assert.equal(error.code, 'app-not-built');
    assert.match(error.next, /^Run it from Xcode once/);
    return true;
  });
  assert.equal(noted.has(bundleId), true);
  await rename(`${build}.away`, build);

  await undo.run(signal);
  assert.equal(await carriesAgent(iphone), false);
  assert.equal(noted.has(bundleId), false);
  assert.equal(await next.undoOf?.(copy, log, signal), undefined, 'the original lies elsewhere on the device than the copy did');
});

/** A capture's recording; `sampled` resolves with main's first sample. */
function modelOf(capture: Capture): { readonly model: SessionModel; readonly sampled: Promise<void> } {
  const model = new SessionModel();
  const sampled = new Promise<void>((resolve) => {
    capture.on('piece', ({ messages }) => {
      for (const message of messages) model.apply(message);
      if (model.threads.some((thread) => thread.isMain && thread.samples.length > 0)) resolve();
    });
  });
  return { model, sampled };
}

/** True if the installed app has the agent in it. */
async function carriesAgent(iphone: Setup['iphone']): Promise<boolean> {
  const folder = iphone.apps.app(bundleId)?.folder ?? '';
  return await access(iphone.files.hostPath(`${folder}/Frameworks/liblaglens.dylib`)).then(
    () => true,
    () => false,
  );
}
