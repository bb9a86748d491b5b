import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { LaglensError } from '../../../core/errors.ts';
import { FakeXcode, iphone15 } from '../../../tests/devices/xcrun/fake-xcode.ts';
import { type StandInBehaviour, writeStandInApp } from '../../../tests/devices/xcrun/stand-in-app.ts';
import { fatLibrary, tinyArm64, tinyX86 } from '../../../tests/devices/xcrun/tiny-mach-o.ts';
import { Capture } from '../../capture/capture.ts';
import { Deferred } from '../../deferred.ts';
import { AgentFiles } from '../agent-files.ts';
import type { DeployOptions, Device, DeviceRow } from '../device.ts';
import { SimulatorProvider, type SimulatorSettings } from './provider.ts';

const run = promisify(execFile);
const { signal } = new AbortController();
const SHOP = 'com.example.shop';
const target = { app: SHOP };

describe('a simulator', () => {
  let folder: string;
  let xcode: FakeXcode;
  let provider: SimulatorProvider;
  let device: Device;
  const logged: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-simulator-test-'));
    await mkdir(join(folder, 'agents', 'ios'), { recursive: true });
    // What a linker leaves: a library for both kinds of Macs, which simulators want signed.
    await writeFile(join(folder, 'agents', 'ios', 'liblaglens-sim.dylib'), fatLibrary([tinyArm64, tinyX86]));
  });
  after(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    xcode = await FakeXcode.start({ simulators: [iphone15, { ...iphone15, udid: 'OTHER', name: 'iPhone SE', state: 'Shutdown' }] });
    // The machine may be busy; what is to stay silent has a time limit of its own.
    provider = providerOf({ landingTimeoutMs: 60_000, carriedTimeoutMs: 60_000 });
    device = await provider.open(iphone15.udid, signal);
    logged.length = 0;
  });
  afterEach(() => xcode.stop());

  it('is a row that can be launched on; one that is shut down says so, and cannot be opened', async () => {
    const rows = await provider.rows(signal);
    assert.deepEqual(
      rows.map((row) => [row.id, row.name, row.detail, row.canLaunch, row.problem?.code]),
      [
        [iphone15.udid, 'iPhone 15', 'iOS 17.5 simulator', true, undefined],
        ['OTHER', 'iPhone SE', 'iOS 17.5 simulator', true, 'device-offline'],
      ],
    );
    await rejectsWith('device-offline', provider.open('OTHER', signal));
    await rejectsWith('device-not-found', provider.open('nowhere', signal));
  });

  it('is followed as it starts, and nobody is told when nothing has changed', async () => {
    const [seen, changed] = [new Deferred<void>(), new Deferred<void>()];
    const told: (readonly DeviceRow[])[] = [];
    const watching = provider.watch((rows) => {
      told.push(rows);
      if (told.length === 1) seen.resolve();
      if (rows.every((row) => row.problem === undefined)) changed.resolve();
    });
    await seen.promise;
    await xcode.setSimulator({ ...iphone15, udid: 'OTHER', name: 'iPhone SE' });
    await changed.promise;
    watching.dispose();
    assert.equal(told.length, 2);
  });

  it('without Xcode is one row that says so', async () => {
    for (const [fault, code] of [
      ['missing', 'xcode-missing'],
      ['license', 'xcode-license'],
    ] as const) {
      await xcode.setFaults({ xcode: fault });
      const rows = await provider.rows(signal);
      assert.deepEqual([rows.length, rows[0]?.problem?.code, rows[0]?.canLaunch], [1, code, false]);
    }
    await xcode.setFaults({ garbage: ['simctl list'] });
    assert.equal((await provider.rows(signal))[0]?.problem?.code, 'xcode-failed');
  });

  it('without Xcode is no row where nobody has one; where one lies unselected, it says so', async () => {
    await xcode.setFaults({ xcode: 'commandLineTools' });
    const applications = join(xcode.folder, 'Applications');
    const rows = () => providerOf({ xcrunPath: '', applications }).rows(signal);
    assert.deepEqual(await rows(), []);
    await mkdir(join(applications, 'Xcode-26.app'), { recursive: true });
    assert.match((await rows())[0]?.problem?.next ?? '', /xcode-select -s/);
  });

  it('lists the workspace’s builds first, then what runs, then what is installed, and what belongs to the system last', async () => {
    await build('Cart', 'com.example.cart', 20);
    await build('Shop', SHOP, 10);
    await install('Idle', 'com.example.idle');
    await install('Maps', 'com.apple.Maps', {}, 'System');
    await install('Runs', 'com.example.runs');
    await device.deploy({ app: 'com.example.runs' }, options()).then((link) => link.cleanup());
    const rows = await device.apps(signal);
    assert.deepEqual(
      rows.map((row) => [row.id, row.group, row.processes.length, row.problem?.code]),
      [
        [SHOP, 'workspace', 0, undefined],
        ['com.example.cart', 'workspace', 0, undefined],
        ['com.example.runs', 'running', 1, undefined],
        ['com.example.idle', 'installed', 0, undefined],
        ['com.apple.Maps', 'other', 0, 'app-not-debuggable'],
      ],
    );
    assert.match(rows[0]?.detail ?? '', /^Debug build of \d\d:\d\d$/);
    assert.deepEqual(rows[0]?.notes, ['It is installed first.']);
    assert.deepEqual(rows[2]?.notes, ['It runs with the agent.']);
  });

  it('starts an app with the signed agent in it, and the agent says hello to the token', async () => {
    await install('Shop', SHOP);
    const steps: string[] = [];
    const capture = captureOf(device, { launch: true });
    capture.on('state', (state) => state.kind === 'connecting' && steps.push(state.step));
    await capture.start(signal);
    const [app] = await xcode.running(iphone15.udid);
    assert.equal(capture.state.kind, 'streaming');
    assert.deepEqual(steps, ['Looking at the app', 'Signing the agent', 'Starting the app', 'Waiting for the agent']);
    assert.equal(app?.inserted.length, 1);
    const path = await capture.stop();
    assert.ok(path !== undefined);
    assert.ok(!(await readdir(tmpdir())).includes(basename(dirname(app?.inserted[0] ?? ''))));
  });

  it('gives the variables of the user to the app, too: the agent stands behind them', async () => {
    const own = join(folder, 'own.dylib');
    await writeFile(own, '');
    await install('Shop', SHOP);
    const environment = { ...xcode.environment, SIMCTL_CHILD_DYLD_INSERT_LIBRARIES: own, SIMCTL_CHILD_SHOP: 'open' };
    const other = providerOf({ environment });
    const link = await (await other.open(iphone15.udid, signal)).deploy(target, options());
    await link.cleanup();
    const launched = (await xcode.calls()).find(({ args }) => args[0] === 'launch');
    const {
      SIMCTL_CHILD_DYLD_INSERT_LIBRARIES: inserted = '',
      SIMCTL_CHILD_SHOP,
      SIMCTL_CHILD_LAGLENS_OPTIONS = '',
    } = launched?.variables ?? {};
    assert.match(inserted, new RegExp(`^${own}:/.*/liblaglens\\.dylib$`));
    assert.equal(SIMCTL_CHILD_SHOP, 'open');
    assert.match(SIMCTL_CHILD_LAGLENS_OPTIONS, /^token=0{32},port=\d+,interval=5000,depth=512,ahead=1$/);
    // Nothing of the token stands in a command line, which every user of the Mac could read.
    assert.ok((await xcode.calls()).every(({ args }) => !args.join(' ').includes('token')));
  });

  it('ends the app that runs when it starts it with the agent, and leaves it alone for a certain process', async () => {
    await install('Shop', SHOP);
    const pid = await startByHand();
    await rejectsWith('attach-unsupported', device.deploy({ ...target, pid }, options({ launch: false })));
    assert.deepEqual(
      (await xcode.running(iphone15.udid)).map((app) => app.pid),
      [pid],
    );
    const link = await device.deploy(target, options({ launch: false }));
    assert.notEqual(link.process.pid, pid);
    assert.equal(await link.processState(signal), 'running');
    await link.cleanup();
  });

  it('speaks with the agent that an app carries, by what that wrote into the app’s folder', async () => {
    await install('Shop', SHOP, { linked: true });
    const pid = await startByHand();
    const carried = await untilCarried();
    const capture = captureOf(device, { launch: false });
    await capture.start(signal);
    assert.ok(capture.state.kind === 'streaming' && capture.state.process.pid === pid);
    assert.deepEqual(carried?.notes, ['It runs with the agent.']);
    await capture.stop();
    assert.equal((await xcode.running(iphone15.udid)).length, 1);
  });

  it('starts an app that carries the agent without a second one, and with one when this build has none', async () => {
    await install('Shop', SHOP, { linked: true });
    await startByHand();
    await untilCarried();
    const carrying = await device.deploy(target, options());
    assert.deepEqual((await xcode.running(iphone15.udid))[0]?.inserted, []);
    assert.equal(carrying.launched, true);
    await carrying.cleanup();
    await install('Shop', SHOP);
    device = await providerOf({ landingTimeoutMs: 60_000, carriedTimeoutMs: 100 }).open(iphone15.udid, signal);
    const inserted = await device.deploy(target, options());
    assert.equal((await xcode.running(iphone15.udid))[0]?.inserted.length, 1);
    await inserted.cleanup();
  });

  it('finds the agent that an earlier capture put there, without starting the app again', async () => {
    await install('Shop', SHOP);
    const first = await device.deploy(target, options());
    await first.cleanup();
    const again = await provider.open(iphone15.udid, signal);
    const second = await again.deploy(target, { ...options({ launch: false }), token: Buffer.alloc(16, 7) });
    assert.deepEqual([second.process, second.launched], [first.process, false]);
    assert.deepEqual(second.token, new Uint8Array(16));
    await second.cleanup();
  });

  it('installs the workspace’s build when the simulator has none, or an older one', async () => {
    await build('Shop', SHOP);
    const installs = async (): Promise<number> => (await xcode.calls()).filter(({ args }) => args[0] === 'install').length;
    await device.deploy(target, options()).then((link) => link.cleanup());
    await device.deploy(target, options()).then((link) => link.cleanup());
    assert.equal(await installs(), 1);
    const later = new Date(Date.now() + 60_000);
    await utimes(join(xcode.folder, 'DerivedData/Shop-abc/Build/Products/Debug-iphonesimulator/Shop.app/Shop'), later, later);
    device = await provider.open(iphone15.udid, signal);
    assert.deepEqual((await device.apps(signal))[0]?.notes, [
      'This build is newer and is installed first.',
      'It is started anew, with the agent in it.',
    ]);
    await device.deploy(target, options()).then((link) => link.cleanup());
    assert.equal(await installs(), 2);
  });

  it('that is shut down in the middle of a capture leaves the session, and is waited for', async () => {
    await install('Shop', SHOP);
    await xcode.setFaults({ slowMs: { 'simctl launch': 300 } });
    const capture = captureOf(device, { launch: true });
    const waiting = new Deferred<void>();
    capture.on('state', (state) => state.kind === 'waitingForApp' && waiting.resolve());
    await capture.start(signal);
    await run(xcode.xcrun, ['simctl', 'shutdown', iphone15.udid], { env: xcode.environment });
    await waiting.promise;
    assert.ok((await capture.stop())?.endsWith('shop.laglens'));
  });

  it('waits for the next process of the app', async () => {
    await install('Shop', SHOP);
    const first = await startByHand();
    assert.deepEqual(await device.nextProcess(target, undefined, signal), { pid: first, name: SHOP });
    const next = device.nextProcess(target, first, signal);
    const second = await startByHand();
    assert.deepEqual(await next, { pid: second, name: SHOP });
  });

  describe('that goes wrong says which step it was:', () => {
    beforeEach(async () => {
      device = await providerOf({ landingTimeoutMs: 1_000 }).open(iphone15.udid, signal);
    });

    it('the app is not there', async () => {
      await rejectsWith('app-not-found', device.deploy(target, options()));
    });

    it('the simulator was shut down meanwhile', async () => {
      await xcode.setSimulator({ ...iphone15, state: 'Shutdown' });
      await rejectsWith('device-offline', device.deploy(target, options()));
    });

    it('the launch is refused', async () => {
      await install('Shop', SHOP);
      const stderr =
        'An error was encountered processing the command (domain=FBSOpenApplicationServiceErrorDomain, code=1):\n' +
        `The request to open "${SHOP}" failed.\nThe request was denied by service delegate (SBMainWorkspace) for reason: Unspecified.\n`;
      await xcode.setFaults({ fail: { 'simctl launch': { code: 1, stderr } } });
      const error = await rejectsWith('launch-failed', device.deploy(target, options()));
      assert.match(error.output ?? '', /denied by service delegate/);
    });

    it('the library is passed over without a word', async () => {
      await install('Shop', SHOP);
      await xcode.setFaults({ skipLibraries: true });
      const error = await rejectsWith('agent-load-failed', device.deploy(target, options()));
      assert.match(error.message, /runs as process \d+, but without the agent/);
    });

    it('the library’s signature is not right', async () => {
      await install('Shop', SHOP);
      const bad = { code: 1, stderr: 'liblaglens.dylib: invalid signature (code or signature have been modified)\n' };
      await xcode.setFaults({ skipLibraries: true, fail: { 'codesign --verify': bad } });
      await rejectsWith('agent-signature', device.deploy(target, options()));
    });

    it('the agent is loaded, but its port stays shut', async () => {
      await install('Shop', SHOP, { deaf: true });
      const error = await rejectsWith('connect-failed', device.deploy(target, options()));
      assert.match(error.message, /is in com\.example\.shop \(process \d+\), but its port \d+ did not open/);
    });

    it('the app ends with the agent in it: it is started again without', async () => {
      await install('Shop', SHOP);
      await xcode.setFaults({ dieOfLibraries: true });
      const error = await rejectsWith('agent-load-failed', device.deploy(target, options()));
      assert.match(error.message, /It runs again, without the agent/);
      assert.deepEqual(
        (await xcode.running(iphone15.udid)).map(({ bundleId, inserted }) => [bundleId, inserted]),
        [[SHOP, []]],
      );
    });

    it('the app ends by itself', async () => {
      await install('Shop', SHOP);
      await xcode.setFaults({ dieAlways: true });
      await rejectsWith('app-died', device.deploy(target, options()));
    });

    it('another app answers', async () => {
      await install('Shop', SHOP, { saysItIs: 'com.example.other' });
      device = await provider.open(iphone15.udid, signal);
      const error = await rejectsWith('agent-other-app', captureOf(device, { launch: true }).start(signal));
      assert.match(error.message, /is in com\.example\.other/);
    });

    it('the token is wrong', async () => {
      await install('Shop', SHOP, { linked: true });
      const app = await xcode.install(iphone15.udid, join(xcode.folder, 'Shop.app'));
      const pid = await startByHand();
      await untilCarried();
      const file = join(app.data, 'Library/Caches/laglens', `agent-${pid}.json`);
      await writeFile(file, (await readFile(file, 'utf8')).replace(/"token":"[0-9a-f]{32}"/, `"token":"${'0'.repeat(32)}"`));
      await rejectsWith('agent-token', captureOf(device, { launch: false }).start(signal));
    });

    it('a tool hangs, and the person cancels: nothing is left', async () => {
      await install('Shop', SHOP);
      await xcode.setFaults({ hang: ['simctl launch'] });
      const canceller = new AbortController();
      const progress = (step: string): void => {
        if (step === 'Starting the app') canceller.abort();
      };
      await assert.rejects(device.deploy(target, { ...options(), signal: canceller.signal, progress }), { name: 'AbortError' });
      assert.deepEqual(await xcode.running(iphone15.udid), []);
    });
  });

  function providerOf(settings: Partial<SimulatorSettings>): SimulatorProvider {
    const [workspaceFolders, derivedData] = [[join(xcode.folder, 'work')], join(xcode.folder, 'DerivedData')];
    const { xcrun: xcrunPath, environment } = xcode;
    return new SimulatorProvider(new AgentFiles(join(folder, 'agents')), {
      xcrunPath,
      environment,
      workspaceFolders,
      derivedData,
      ...settings,
    });
  }

  async function install(
    name: string,
    bundleId: string,
    behaviour: StandInBehaviour = {},
    kind: 'User' | 'System' = 'User',
  ): Promise<void> {
    const path = join(xcode.folder, `${name}.app`);
    await writeStandInApp(path, bundleId, name, behaviour);
    await xcode.install(iphone15.udid, path, kind);
  }

  /** As Xcode leaves it: a project of the workspace, and its product. */
  async function build(name: string, bundleId: string, secondsAgo = 0): Promise<void> {
    const derived = join(xcode.folder, 'DerivedData', `${name}-abc`);
    const product = join(derived, 'Build', 'Products', 'Debug-iphonesimulator', `${name}.app`);
    await writeStandInApp(product, bundleId, name);
    const built = new Date(Date.now() - 1_000 * secondsAgo);
    for (const file of [name, 'Info.plist']) await utimes(join(product, file), built, built);
    await mkdir(join(xcode.folder, 'work'), { recursive: true });
    const project = join(xcode.folder, 'work', `${name}.xcodeproj`);
    await writeFile(
      join(derived, 'info.plist'),
      `<plist version="1.0"><dict><key>WorkspacePath</key><string>${project}</string></dict></plist>`,
    );
  }

  /** As from the home screen, without an agent. */
  async function startByHand(): Promise<number> {
    const args = ['simctl', 'launch', '--terminate-running-process', iphone15.udid, SHOP];
    const { stdout } = await run(xcode.xcrun, args, { env: xcode.environment });
    return Number(stdout.split(': ')[1]);
  }

  async function untilCarried() {
    for (;;) {
      const row = (await device.apps(signal)).find(({ id }) => id === SHOP);
      if (row?.notes.includes('It runs with the agent.') === true) return row;
    }
  }

  function captureOf(on: Device, { launch }: { readonly launch: boolean }): Capture {
    const sampling = { intervalUs: 5_000, depth: 512, threads: 'all' } as const;
    return new Capture({ device: on, target, launch, sampling, path: join(xcode.folder, 'shop.laglens'), version: '0' });
  }

  function options({ launch = true } = {}): DeployOptions {
    const log = (line: string): void => void logged.push(line);
    return { launch, token: new Uint8Array(16), intervalUs: 5_000, depth: 512, progress: () => undefined, log, signal };
  }
});

async function rejectsWith(code: LaglensError['code'], tried: Promise<unknown>): Promise<LaglensError> {
  const error = await tried.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  assert.equal(error.code, code, error.message);
  return error;
}
