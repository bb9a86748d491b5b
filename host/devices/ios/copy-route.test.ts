import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LaglensError } from '../../../core/errors.ts';
import { SessionModel } from '../../../core/session/model.ts';
import { Decoder } from '../../../core/wire/codec.ts';
import { buildShop, bundleId } from '../../../tests/demo-app/iphone/build.ts';
import { launchWith } from '../../../tests/devices/iphone/apps/launch.ts';
import type { Faults } from '../../../tests/devices/iphone/faults.ts';
import { buildLoader } from '../../../tests/devices/iphone/loader/build.ts';
import { type IphoneOptions, startIphone } from '../../../tests/devices/iphone/start-iphone.ts';
import { FakeXcode } from '../../../tests/devices/xcrun/fake-xcode.ts';
import { Capture } from '../../capture/capture.ts';
import { AgentFiles } from '../agent-files.ts';
import type { Consent, Device } from '../device.ts';
import { IosProvider } from './provider.ts';

const run = promisify(execFile);
const signal = AbortSignal.timeout(240_000);
const ada = { hash: '0123456789ABCDEF0123456789ABCDEF01234567', name: 'Apple Development: Ada Byron (A1B2C3D4E5)', team: 'TEAM123456' };
const prebuilt = fileURLToPath(new URL('../../../device-agents/prebuilt', import.meta.url));

interface Setup {
  readonly folder: string;
  readonly iphone: Awaited<ReturnType<typeof startIphone>>['iphone'];
  readonly xcode: FakeXcode;
  readonly device: Device;
  readonly asked: Consent[];
  capture(answer?: boolean): Capture;
}

/** A Mac with a signed build of the demo app, and a device on its cable on which an older one of it is installed. */
async function startSetup(t: TestContext, options: IphoneOptions): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-copied-'));
  const [loader, build] = await Promise.all([buildLoader((line) => t.diagnostic(line)), buildShop('device', (line) => t.diagnostic(line))]);
  const { iphone, usbmuxd, stop } = await startIphone({ launch: launchWith(loader), ...options });
  const xcode = await FakeXcode.start({ simulators: [], identities: [ada], iphones: [iphone] });
  t.after(async () => {
    await stop();
    await xcode.stop();
    await rm(folder, { recursive: true });
  });
  const app = join(folder, 'work', 'build', 'Debug-iphoneos', 'Shop.app');
  await cp(build.app, app, { recursive: true });
  await writeFile(join(folder, 'entitlements.xml'), entitlements);
  const signing = ['--force', '--sign', ada.name, '--entitlements', join(folder, 'entitlements.xml'), app];
  await run(join(xcode.folder, 'bin', 'codesign'), signing, { env: xcode.environment });
  await iphone.apps.install(app);
  const environment = { ...xcode.environment, ...usbmuxd.environment };
  const places = { workspaceFolders: [join(folder, 'work')], derivedData: join(folder, 'none') };
  const provider = new IosProvider(new AgentFiles(prebuilt), { xcrunPath: '', environment, ...places });
  const device = await provider.open(iphone.udid, signal);
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
  return { folder, iphone, xcode, device, asked, capture };
}

test('on iOS 16 a signed copy is installed over the cable, started with the agent in it, captured, and restored', async (t) => {
  const { iphone, device, asked, capture } = await startSetup(t, { ios: '16.7.10' });
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
  assert.equal(asked.length, 1);
  assert.match(asked[0]?.question ?? '', /^Replace Shop on Test iPhone by a signed copy that carries the agent\?$/);
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
  ['a device without developer image', 'image-missing', { developerImage: false }, {}],
];
for (const [name, code, options, faults] of failures) {
  test(`${name} ends in a verdict, and the original is installed again`, async (t) => {
    const { iphone, capture } = await startSetup(t, { ios: '16.7.10', ...options, faults });
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
  });
}

test('an app that installd refuses is told with its words', async (t) => {
  const install = { error: 'ApplicationVerificationFailed', description: 'Failed to verify code signature' };
  const { capture } = await startSetup(t, { ios: '16.7.10', faults: { install } });
  await assert.rejects(capture().start(signal), /did not install the app: ApplicationVerificationFailed: Failed to verify code signature/);
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

/** What a capture records; `sampled` resolves with the first sample of the main thread. */
function modelOf(capture: Capture): { readonly model: SessionModel; readonly sampled: Promise<void> } {
  const model = new SessionModel();
  const decoder = new Decoder();
  const sampled = new Promise<void>((resolve) => {
    capture.on('bytes', (bytes) => {
      for (const message of decoder.push(bytes)) model.apply(message);
      if (model.threads.some((thread) => thread.isMain && thread.samples.length > 0)) resolve();
    });
  });
  return { model, sampled };
}

/** Whether what is installed on the device has the agent in it. */
async function carriesAgent(iphone: Setup['iphone']): Promise<boolean> {
  const folder = iphone.apps.app(bundleId)?.folder ?? '';
  return await access(iphone.files.hostPath(`${folder}/Frameworks/liblaglens.dylib`)).then(
    () => true,
    () => false,
  );
}

const entitlements = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>get-task-allow</key><true/><key>application-identifier</key><string>TEAM123456.${bundleId}</string></dict></plist>`;
