import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { rejectsWith, SHOP, SimulatorSetup } from '../../../tests/host/simulator-setup.ts';
import { iphone15 } from '../../../tests/simulated/xcode/fake-xcode.ts';
import { Deferred } from '../../deferred.ts';
import type { DeviceRow } from '../device.ts';
import { openDevice } from '../open-device.ts';

const { signal } = new AbortController();
const target = { app: SHOP };

describe('a simulator', () => {
  let setup: SimulatorSetup;
  beforeEach(async () => {
    setup = await SimulatorSetup.start();
  });
  afterEach(() => setup[Symbol.asyncDispose]());

  it('is a row that can be launched on; one that is shut down says so, and cannot be opened', async () => {
    const rows = await setup.provider.rows(signal);
    assert.deepEqual(
      rows.map((row) => [row.id, row.name, row.detail, row.canLaunch, row.problem?.code]),
      [
        [iphone15.udid, 'iPhone 15', 'iOS 17.5 simulator', true, undefined],
        ['OTHER', 'iPhone SE', 'iOS 17.5 simulator', true, 'device-offline'],
      ],
    );
    await rejectsWith('device-offline', setup.provider.open('OTHER', signal));
    await rejectsWith('device-not-found', setup.provider.open('nowhere', signal));
  });

  it('that is shut down is booted, and reported step by step until apps can be started on it', async () => {
    const [, row] = await setup.provider.rows(signal);
    assert.deepEqual([row?.id, row?.canBoot], ['OTHER', true]);
    const steps: string[] = [];
    const device = await openDevice([setup.provider], 'OTHER', signal, (step) => steps.push(step));
    assert.deepEqual([device.row.id, device.row.problem, device.row.canBoot], ['OTHER', undefined, undefined]);
    // simctl's waits, as recordings of `bootstatus` print them.
    const waits = ['Backboard', 'Data Migration', 'System App'].map((what) => `Waiting for the simulator: ${what}`);
    assert.deepEqual(steps, ['Booting the simulator', 'Waiting for the simulator', ...waits]);
    const asked = (await setup.xcode.calls()).map(({ args }) => args.join(' '));
    assert.deepEqual(
      asked.filter((call) => call.startsWith('boot')),
      ['boot OTHER', 'bootstatus OTHER'],
    );
    // Nobody minds one that runs already.
    await setup.provider.boot('OTHER', { progress: () => undefined, signal });
  });

  it('that does not come up ends in a verdict: its system is gone, it is about to shut down, simctl hangs or stays silent about it', async () => {
    const other = { ...iphone15, udid: 'OTHER', name: 'iPhone SE' };
    const boot = (): Promise<void> => setup.provider.boot('OTHER', { progress: () => undefined, signal });
    await setup.xcode.setSimulator({ ...other, state: 'Shutdown', unavailable: 'runtime profile not found' });
    await rejectsWith('device-unusable', boot());
    await setup.xcode.setSimulator({ ...other, state: 'Shutting Down' });
    assert.match((await rejectsWith('device-offline', boot())).message, /about to shut down/);
    assert.equal((await setup.provider.rows(signal))[1]?.canBoot, undefined);
    await setup.xcode.setSimulator({ ...other, state: 'Shutdown' });
    await setup.xcode.setFaults({ fail: { 'simctl bootstatus': { code: 0, stderr: '' } } });
    assert.match((await rejectsWith('device-offline', boot())).message, /^The simulator did not come up: it is in the state “Booting”\.$/);
    await setup.xcode.setFaults({ hang: ['simctl bootstatus'] });
    const cancelling = new AbortController();
    const progress = (step: string): void => void (step === 'Waiting for the simulator' && cancelling.abort());
    await assert.rejects(setup.provider.boot('OTHER', { progress, signal: cancelling.signal }), { name: 'AbortError' });
  });

  it('is followed as it starts, and nobody is notified when nothing has changed', async () => {
    const [seen, changed] = [new Deferred<void>(), new Deferred<void>()];
    const reported: (readonly DeviceRow[])[] = [];
    const watching = setup.provider.watch((rows) => {
      reported.push(rows);
      if (reported.length === 1) seen.resolve();
      if (rows.every((row) => row.problem === undefined)) changed.resolve();
    });
    await seen.promise;
    await setup.xcode.setSimulator({ ...iphone15, udid: 'OTHER', name: 'iPhone SE' });
    await changed.promise;
    watching.dispose();
    assert.equal(reported.length, 2);
  });

  it('without Xcode is one row that says so', async () => {
    for (const [fault, code] of [
      ['missing', 'xcode-missing'],
      ['license', 'xcode-license'],
    ] as const) {
      await setup.xcode.setFaults({ xcode: fault });
      const rows = await setup.provider.rows(signal);
      assert.deepEqual([rows.length, rows[0]?.problem?.code, rows[0]?.canLaunch], [1, code, false]);
    }
    await setup.xcode.setFaults({ garbage: ['simctl list'] });
    assert.equal((await setup.provider.rows(signal))[0]?.problem?.code, 'xcode-failed');
  });

  it('without Xcode is no row where nobody has one; where one lies unselected, it says so', async () => {
    await setup.xcode.setFaults({ xcode: 'commandLineTools' });
    const applications = join(setup.xcode.folder, 'Applications');
    const rows = () => setup.providerOf({ xcrunPath: '', applications }).rows(signal);
    assert.deepEqual(await rows(), []);
    await mkdir(join(applications, 'Xcode-26.app'), { recursive: true });
    assert.match((await rows())[0]?.problem?.next ?? '', /xcode-select -s/);
  });

  it('lists the workspace’s builds first, then what runs, then what is installed, and what belongs to the system last', async () => {
    await setup.build('Cart', 'com.example.cart', 20);
    await setup.build('Shop', SHOP, 10);
    await setup.install('Idle', 'com.example.idle');
    await setup.install('Maps', 'com.apple.Maps', {}, 'System');
    await setup.install('Runs', 'com.example.runs');
    await setup.device.deploy({ app: 'com.example.runs' }, setup.options()).then((link) => link.cleanup());
    const rows = await setup.device.apps(signal);
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
    await setup.install('Shop', SHOP);
    const steps: string[] = [];
    const capture = setup.captureOf(setup.device, { launch: true });
    capture.on('state', (state) => state.kind === 'connecting' && steps.push(state.step));
    await capture.start(signal);
    const [app] = await setup.xcode.running(iphone15.udid);
    const { kind } = capture.state;
    // The failures below must leave no running capture.
    const path = await capture.stop();
    // On a busy machine the first data may take a while.
    assert.ok(kind === 'streaming' || kind === 'noData', kind);
    assert.deepEqual(steps, ['Looking at the app', 'Signing the agent', 'Starting the app', 'Waiting for the agent']);
    assert.equal(app?.inserted.length, 1);
    assert.ok(path !== undefined);
    assert.ok(!(await readdir(tmpdir())).includes(basename(dirname(app?.inserted[0] ?? ''))));
  });

  it('gives the variables of the user to the app, too: the agent stands behind them', async () => {
    const own = join(setup.folder, 'own.dylib');
    await writeFile(own, '');
    await setup.install('Shop', SHOP);
    const environment = { ...setup.xcode.environment, SIMCTL_CHILD_DYLD_INSERT_LIBRARIES: own, SIMCTL_CHILD_SHOP: 'open' };
    const other = setup.providerOf({ environment });
    const link = await (await other.open(iphone15.udid, signal)).deploy(target, setup.options());
    await link.cleanup();
    const launched = (await setup.xcode.calls()).find(({ args }) => args[0] === 'launch');
    const {
      SIMCTL_CHILD_DYLD_INSERT_LIBRARIES: inserted = '',
      SIMCTL_CHILD_SHOP,
      SIMCTL_CHILD_LAGLENS_OPTIONS = '',
    } = launched?.variables ?? {};
    assert.match(inserted, new RegExp(`^${own}:/.*/liblaglens\\.dylib$`));
    assert.equal(SIMCTL_CHILD_SHOP, 'open');
    assert.match(SIMCTL_CHILD_LAGLENS_OPTIONS, /^token=0{32},port=\d+,interval=5000,depth=512,ahead=1$/);
    await (await (await other.open(iphone15.udid, signal)).deploy(target, { ...setup.options(), blockingCalls: false })).cleanup();
    const again = (await setup.xcode.calls()).findLast(({ args }) => args[0] === 'launch');
    assert.match(again?.variables?.SIMCTL_CHILD_LAGLENS_OPTIONS ?? '', /,depth=512,ahead=1,blocking=0$/);
    // Nothing of the token stands in a command line, which every user of the Mac could read.
    assert.ok((await setup.xcode.calls()).every(({ args }) => !args.join(' ').includes('token')));
  });

  it('ends the app that runs when it starts it with the agent, and leaves it alone for a certain process', async () => {
    await setup.install('Shop', SHOP);
    const pid = await setup.startByHand();
    await rejectsWith('attach-unsupported', setup.device.deploy({ ...target, pid }, setup.options({ launch: false })));
    assert.deepEqual(
      (await setup.xcode.running(iphone15.udid)).map((app) => app.pid),
      [pid],
    );
    const link = await setup.device.deploy(target, setup.options({ launch: false }));
    assert.notEqual(link.process.pid, pid);
    assert.equal(await link.processState(signal), 'running');
    await link.cleanup();
  });

  it('speaks with the agent that an app carries, by what that wrote into the app’s folder', async () => {
    await setup.install('Shop', SHOP, { linked: true });
    const pid = await setup.startByHand();
    const carried = await setup.untilCarried();
    const capture = setup.captureOf(setup.device, { launch: false });
    await capture.start(signal);
    assert.ok(capture.state.kind === 'streaming' && capture.state.process.pid === pid);
    assert.deepEqual(carried?.notes, ['It runs with the agent.']);
    await capture.stop();
    assert.equal((await setup.xcode.running(iphone15.udid)).length, 1);
  });

  it('starts an app that carries the agent without a second one, and with one when this build has none', async () => {
    await setup.install('Shop', SHOP, { linked: true });
    await setup.startByHand();
    await setup.untilCarried();
    const carrying = await setup.device.deploy(target, setup.options());
    assert.deepEqual((await setup.xcode.running(iphone15.udid))[0]?.inserted, []);
    assert.equal(carrying.launched, true);
    await carrying.cleanup();
    await setup.install('Shop', SHOP);
    setup.device = await setup.providerOf({ landingTimeoutMs: 60_000, carriedTimeoutMs: 100 }).open(iphone15.udid, signal);
    const inserted = await setup.device.deploy(target, setup.options());
    assert.equal((await setup.xcode.running(iphone15.udid))[0]?.inserted.length, 1);
    await inserted.cleanup();
  });

  it('finds the agent that an earlier capture put there, without starting the app again', async () => {
    await setup.install('Shop', SHOP);
    const first = await setup.device.deploy(target, setup.options());
    await first.cleanup();
    const again = await setup.provider.open(iphone15.udid, signal);
    const second = await again.deploy(target, { ...setup.options({ launch: false }), token: Buffer.alloc(16, 7) });
    assert.deepEqual([second.process, second.launched], [first.process, false]);
    assert.deepEqual(second.token, new Uint8Array(16));
    await second.cleanup();
  });

  it('installs the workspace’s build when the simulator has none, or an older one', async () => {
    await setup.build('Shop', SHOP);
    const installs = async (): Promise<number> => (await setup.xcode.calls()).filter(({ args }) => args[0] === 'install').length;
    await setup.device.deploy(target, setup.options()).then((link) => link.cleanup());
    await setup.device.deploy(target, setup.options()).then((link) => link.cleanup());
    assert.equal(await installs(), 1);
    const later = new Date(Date.now() + 60_000);
    await utimes(join(setup.xcode.folder, 'DerivedData/Shop-abc/Build/Products/Debug-iphonesimulator/Shop.app/Shop'), later, later);
    setup.device = await setup.provider.open(iphone15.udid, signal);
    assert.deepEqual((await setup.device.apps(signal))[0]?.notes, [
      'This build is newer and is installed first.',
      'It restarts with the agent in it.',
    ]);
    await setup.device.deploy(target, setup.options()).then((link) => link.cleanup());
    assert.equal(await installs(), 2);
  });

  it('that is shut down in the middle of a capture leaves the session, and is waited for', async () => {
    await setup.install('Shop', SHOP);
    await setup.xcode.setFaults({ slowMs: { 'simctl launch': 300 } });
    const capture = setup.captureOf(setup.device, { launch: true });
    const waiting = new Deferred<void>();
    capture.on('state', (state) => state.kind === 'waitingForApp' && waiting.resolve());
    await capture.start(signal);
    await setup.shutDown();
    await waiting.promise;
    assert.ok((await capture.stop())?.endsWith('shop.laglens'));
  });

  it('waits for the next process of the app', async () => {
    await setup.install('Shop', SHOP);
    const first = await setup.startByHand();
    assert.deepEqual(await setup.device.nextProcess(target, undefined, signal), { pid: first, name: SHOP });
    const next = setup.device.nextProcess(target, first, signal);
    const second = await setup.startByHand();
    assert.deepEqual(await next, { pid: second, name: SHOP });
  });
});
