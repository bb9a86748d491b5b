import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchWith } from '../iphone/apps/launch-app.ts';
import type { Iphone } from '../iphone/simulated-iphone.ts';
import { type Iphones, startIphones } from '../iphone/start-iphone.ts';
import { FakeXcode } from './fake-xcode.ts';
import { signFile } from './signing/sign.ts';
import { tinyArm64, tinyLibrary } from './tiny-mach-o.ts';
import { writeStandInApp } from './xcrun-stand-in-app.ts';

const run = promisify(execFile);
const TEAM = 'ABCDE12345';
const identity = { hash: 'A1'.repeat(20), name: `Apple Development: Ada (${TEAM})`, team: TEAM };

let folder: string;
let phones: Iphones;
let iphone: Iphone;
let xcode: FakeXcode;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-devicectl-'));
  const loader = fileURLToPath(new URL('stand-in-loader.ts', import.meta.url));
  const launch = launchWith(process.execPath, loader);
  phones = await startIphones([{ ios: '17.6.1', name: 'Ada’s iPhone', launch }, { ios: '16.7.10' }]);
  const [first] = phones.iphones;
  assert.ok(first !== undefined);
  iphone = first;
  xcode = await FakeXcode.start({ version: '26.3', simulators: [], iphones: phones.iphones, identities: [identity] });
  await writeStandInApp(join(folder, 'Shop.app'), 'com.example.shop', 'Shop', { linked: true });
});
after(async () => {
  await xcode.stop();
  await phones.stop();
  await rm(folder, { recursive: true });
});

test('devices are listed in JSON: what of iOS 17 is there, and that something older is there', async () => {
  const { info, result } = await devicectl('list', 'devices');
  assert.deepEqual([info.jsonVersion, info.outcome, info.commandType], [3, 'success', 'devicectl.list.devices']);
  const [known, bare] = result.devices;
  assert.deepEqual(
    [
      known.deviceProperties.name,
      known.hardwareProperties.udid,
      known.connectionProperties.transportType,
      known.deviceProperties.osVersionNumber,
    ],
    ['Ada’s iPhone', iphone.udid, 'wired', '17.6.1'],
  );
  assert.deepEqual([bare.hardwareProperties, bare.connectionProperties.pairingState], [{}, 'unsupported']);
});

test('Xcode 27 spells a device in two ways, or in the newer one alone, and lists simulators and the Mac, too', async (t) => {
  for (const omitsDeprecated of [false, true]) {
    const newer = await FakeXcode.start({ version: '27.0', omitsDeprecated, iphones: [iphone] });
    t.after(() => newer.stop());
    const { info, result } = await devicectlOf(newer, 'list', 'devices');
    assert.equal(info.jsonVersion, 5);
    const [phone, simulator, mac] = result.devices;
    assert.deepEqual(
      [phone, simulator, mac].map((each) => [each.properties.hardware.platform, each.properties.hardware.reality, each.visibilityClass]),
      [
        ['iOS', 'physical', 'default'],
        ['iOS', 'simulated', 'simulators'],
        ['macOS', 'physical', 'default'],
      ],
    );
    assert.deepEqual(phone.properties.state.developerModeStatus, { enabled: { mode: 1 } });
    assert.equal(phone.properties.software.osVersionNumber.stringValue, '17.6.1');
    assert.equal(phone.hardwareProperties === undefined, omitsDeprecated);
    assert.equal(simulator.properties.connection.transportType, 'sameMachine');
  }
});

test('an app is installed, launched with an environment, found among processes, its files read, and ended', async () => {
  const device = ['--device', iphone.udid];
  const installed = await devicectl('device', 'install', 'app', ...device, join(folder, 'Shop.app'));
  assert.equal(installed.result.installedApplications[0].bundleID, 'com.example.shop');
  const { result } = await devicectl(
    'device',
    'process',
    'launch',
    ...device,
    '--environment-variables',
    '{"SHOP":"open"}',
    'com.example.shop',
  );
  assert.equal(result.launchOptions.environmentVariables.SHOP, 'open');
  const pid = result.process.processIdentifier;
  const listed = await devicectl('device', 'info', 'processes', ...device);
  const own = listed.result.runningProcesses.find((each: { processIdentifier: number }) => each.processIdentifier === pid);
  assert.match(own.executable, /^file:\/\/\/private\/var\/containers\/Bundle\/Application\/[0-9A-F-]{36}\/Shop\.app\/Shop$/);

  const source = `Library/Caches/laglens/agent-${pid}.json`;
  const to = join(folder, 'agent.json');
  const container = ['--domain-type', 'appDataContainer', '--domain-identifier', 'com.example.shop'];
  for (let isThere = false; !isThere; ) {
    const copied = await devicectl('device', 'copy', 'from', ...device, ...container, '--source', source, '--destination', to);
    isThere = copied.info.outcome === 'success';
  }
  assert.equal(JSON.parse(await readFile(to, 'utf8')).pid, pid);
  assert.equal((await devicectl('device', 'process', 'terminate', ...device, '--pid', String(pid))).info.outcome, 'success');
  assert.equal(iphone.processes.of('com.example.shop'), undefined);
});

test('a locked phone refuses to launch, with SpringBoard’s reason under CoreDevice’s', async () => {
  iphone.locked = true;
  const { error, info } = await devicectl('device', 'process', 'launch', '--device', iphone.udid, 'com.example.shop');
  iphone.locked = false;
  assert.deepEqual([info.outcome, error.code], ['failed', 10002]);
  assert.match(error.userInfo.NSUnderlyingError.error.userInfo.NSLocalizedFailureReason.string, /for reason: Locked/);
});

test('only what an identity of this Mac has signed is installed, and nothing that was changed since', async () => {
  const outcomes: string[] = [];
  const app = join(folder, 'Signed.app');
  await writeStandInApp(app, 'com.example.signed', 'Signed');
  const program = tinyLibrary(tinyArm64);
  const choices = { identifier: 'com.example.signed', entitlements: '' };
  const signed = signFile(program, { ...choices, team: TEAM, authority: identity.name });
  const changed = Buffer.from(signed);
  changed[0x4321] = 0x42;
  for (const file of [program, signFile(program, { ...choices, team: '', authority: '' }), changed, signed]) {
    await writeFile(join(app, 'Signed'), file);
    outcomes.push((await devicectl('device', 'install', 'app', '--device', iphone.udid, app)).info.outcome);
  }
  assert.deepEqual(outcomes, ['failed', 'failed', 'failed', 'success']);
});

for (const [what, device, code] of [
  ['that is not there', () => 'nowhere', 1000],
  ['of iOS 16', () => phones.iphones[1]?.udid ?? '', 1000],
] as const) {
  test(`a device ${what} is not found`, async () => {
    assert.equal((await devicectl('device', 'info', 'apps', '--device', device())).error.code, code);
  });
}

test('codesign displays an identity’s signature with its authority and team, and verifies the bundle with all its files', async () => {
  const app = join(folder, 'Bundle.app');
  await writeStandInApp(app, 'com.example.bundle', 'Bundle');
  await writeFile(join(app, 'Bundle'), tinyLibrary(tinyArm64));
  await writeFile(join(app, 'picture.png'), 'a picture');
  const codesign = (...args: readonly string[]) => run('codesign', [...args, app], { env: xcode.environment });
  await codesign('--force', '--sign', identity.hash, '--timestamp=none');
  const { stderr } = await codesign('-dvv');
  assert.match(stderr, /^Identifier=com\.example\.bundle$/m);
  assert.match(stderr, new RegExp(`^Authority=${identity.name.replace(/[()]/g, '\\$&')}$`, 'm'));
  assert.match(stderr, new RegExp(`^TeamIdentifier=${TEAM}$`, 'm'));
  await codesign('--verify', '--strict');
  await writeFile(join(app, 'picture.png'), 'another');
  await assert.rejects(codesign('--verify', '--strict'), /a sealed resource is missing or invalid/);
});

/** The command's JSON, for any outcome. */
async function devicectl(...args: readonly string[]) {
  return await devicectlOf(xcode, ...args);
}

async function devicectlOf({ environment }: FakeXcode, ...args: readonly string[]) {
  const output = join(folder, `answer-${Math.random()}.json`);
  await run('xcrun', ['devicectl', ...args, '--json-output', output], { env: environment }).catch(() => undefined);
  return JSON.parse(await readFile(output, 'utf8'));
}
