import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../../../core/errors.ts';
import { Encoder } from '../../../../core/wire/encoder.ts';
import { PROTOCOL_VERSION } from '../../../../core/wire/schema.ts';
import { freePort } from '../../../../tests/host/free-port.ts';
import { launchWith } from '../../../../tests/simulated/iphone/apps/launch-app.ts';
import { startIphone } from '../../../../tests/simulated/iphone/start-iphone.ts';
import { FakeXcode } from '../../../../tests/simulated/xcode/fake-xcode.ts';
import { type StandInBehaviour, writeStandInApp } from '../../../../tests/simulated/xcode/xcrun-stand-in-app.ts';
import { Capture } from '../../../capture/capture.ts';
import type { CaptureState } from '../../../capture/capture-state.ts';
import { AgentFiles } from '../../agent-files.ts';
import type { AgentLink, DeployOptions, Device } from '../../device.ts';
import { IosProvider } from '../ios-provider.ts';

const SHOP = 'com.example.shop';
const target = { app: SHOP };
const signal = AbortSignal.timeout(600_000);
const standInLoader = fileURLToPath(new URL('../../../../tests/simulated/xcode/stand-in-loader.ts', import.meta.url));

interface Setup {
  readonly folder: string;
  readonly iphone: Awaited<ReturnType<typeof startIphone>>['iphone'];
  readonly device: Device;
  readonly logged: string[];
  readonly xcode: FakeXcode | undefined;
  options(launch?: boolean): DeployOptions;
  capture(): Capture;
}

/** An iPhone and an app that carries the agent, on a computer without Xcode unless one is wanted. */
async function startSetup(
  t: TestContext,
  behaviour: StandInBehaviour = { linked: true },
  { ios = '16.7.10', withXcode = false }: { readonly ios?: string; readonly withXcode?: boolean } = {},
): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-linked-'));
  await writeStandInApp(join(folder, 'Shop.app'), SHOP, 'Shop', behaviour);
  const apps = [{ folder: join(folder, 'Shop.app') }];
  const { iphone, usbmuxd, stop } = await startIphone({ ios, apps, launch: launchWith(process.execPath, standInLoader) });
  const xcode = withXcode ? await FakeXcode.start({ simulators: [], iphones: [iphone] }) : undefined;
  t.after(async () => {
    await stop();
    await xcode?.stop();
    await rm(folder, { recursive: true });
  });
  const environment = { ...(xcode?.environment ?? { PATH: join(folder, 'no-tools') }), ...usbmuxd.environment };
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
    xcode,
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
  await eventually(async () => {
    const link = await device.deploy(target, options());
    assert.equal(link.version, '1.0');
    await link.cleanup();
  });
  assert.deepEqual(logged, ['By the agent that the app carries.']);
  const shop = capture();
  await shop.start(signal);
  assert.equal(await shop.stop(), join(folder, 'shop.laglens'));
});

test('from iOS 17 on Xcode copies the agent’s file, and says what runs', async (t) => {
  const { iphone, device, options, xcode } = await startSetup(t, { linked: true }, { ios: '17.5.1', withXcode: true });
  const { pid } = await iphone.processes.launch(SHOP);
  let link: AgentLink | undefined;
  await eventually(async () => {
    link = await device.deploy(target, options());
  });
  assert.equal(link?.process.pid, pid);
  assert.equal(await link?.processState(signal), 'running');
  await link?.cleanup();
  const calls = (await xcode?.calls())?.map(({ args }) => args.join(' ')) ?? [];
  const file = `--source Library/Caches/laglens/agent-${pid}.json`;
  assert.ok(calls.some((call) => call.includes('device copy from') && call.includes(file)));
  await iphone.processes.kill(pid);
  assert.equal(await link?.processState(signal), 'ended');
  iphone.detach();
  assert.equal(await link?.processState(signal), 'unreachable');
});

test('an app that has carried the agent is started with it from its launch on', async (t) => {
  const { iphone, device, options, logged } = await startSetup(t);
  assert.match((await rejection(device.deploy(target, options(true)))).message, /\(no process of the app has carried one yet\)/);
  const first = await iphone.processes.launch(SHOP);
  await eventually(async () => (await device.deploy(target, options())).cleanup());
  const link = await device.deploy(target, options(true));
  assert.equal(link.launched, true);
  assert.notEqual(link.process.pid, first.pid);
  assert.equal(link.token, undefined);
  assert.deepEqual(logged.slice(-2), ['By the agent that the app carries.', 'The developer image is mounted already.']);
  await link.cleanup();
});

test('a second editor learns that the app is taken, and one that closes at once is too old', async (t) => {
  const { iphone, capture } = await startSetup(t, {});
  const hello = await listener((socket) => socket.end(new Encoder().encode({ type: 'refused', code: 1, text: 'taken' })));
  t.after(() => hello.close());
  await carry(iphone, hello.port);
  assert.equal((await rejection(capture().start(signal))).code, 'agent-busy');
  const silent = await listener((socket) => socket.destroy());
  t.after(() => silent.close());
  await carry(iphone, silent.port);
  const old = await rejection(capture().start(signal));
  assert.equal(old.code, 'agent-old');
  assert.match(old.next, /rebuild the app/);
});

test('an app with the agent of an older Laglens in it is refused before a word is said to it', async (t) => {
  const { iphone, capture } = await startSetup(t, {});
  let heard = 0;
  const old = await listener((socket) => void socket.on('data', (bytes) => (heard += bytes.length)));
  t.after(() => old.close());
  await carry(iphone, old.port, undefined, 1);
  const error = await rejection(capture().start(signal));
  assert.deepEqual([error.code, error.action], ['agent-old', 'retry']);
  assert.match(
    error.message,
    /^The agent that was built into com\.example\.shop \(process \d+\) is older than this Laglens: it speaks version 1 /,
  );
  assert.match(error.next, /^Rebuild the app with the agent of this version/);
  assert.equal(heard, 0);
});

test('another program on the port is distinguished, however much it says', async (t) => {
  const { iphone, capture } = await startSetup(t, {});
  // A message of 4,294,967,295 bytes, as a varint; and a web server's answer.
  for (const said of [Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3]), Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]) {
    const other = await listener((socket) => socket.write(Buffer.concat(Array.from({ length: 10_000 }, () => said))));
    t.after(() => other.close());
    await carry(iphone, other.port);
    assert.equal((await rejection(capture().start(signal))).code, 'stream-damaged');
  }
});

/** Something that is no agent listens on a port of this computer, which stands for one of the device. */
async function listener(connected: (socket: Socket) => void): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    connected(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close };
}

/** The app runs and says, in its own folder, that its agent is there. */
async function carry(iphone: Setup['iphone'], port: number, ofPid?: number, protocol = PROTOCOL_VERSION): Promise<void> {
  const { pid: running, app } = iphone.processes.of(SHOP) ?? (await iphone.processes.launch(SHOP));
  const pid = ofPid ?? running;
  const folder = iphone.files.hostPath(`${app.container}/Library/Caches/laglens`);
  await mkdir(folder, { recursive: true });
  const about = { protocol, pid, port, token: '00'.repeat(16), bundle: SHOP };
  await writeFile(join(folder, `agent-${pid}.json`), JSON.stringify(about));
}

test('an app that does not run, one without the agent, one whose agent’s port is closed and one that is not installed are distinguished', async (t) => {
  const { iphone, device, options } = await startSetup(t, {});
  const absent = await rejection(device.deploy(target, options()));
  assert.deepEqual([absent.code, absent.action], ['app-not-running', 'launchApp']);
  assert.match(
    absent.message,
    /^com\.example\.shop does not run, so no agent in it can be met\. No other way fits: a signed copy of the app over the cable \(Xcode is needed to sign it: .*there is no program xcrun\)\.$/,
  );
  const gone = await rejection(device.deploy({ app: SHOP, pid: 1 }, options()));
  assert.match(gone.message, /^Process 1 of com\.example\.shop does not run any more\./);

  const { pid } = await iphone.processes.launch(SHOP);
  const none = await rejection(device.deploy(target, options()));
  assert.deepEqual([none.code, none.action], ['agent-load-failed', 'retry']);
  assert.match(none.message, new RegExp(`^There is no agent in com\\.example\\.shop\\. It runs \\(process ${pid}\\), but has not written`));
  assert.match(none.next, /^Link the agent into the app’s debug build/);

  // A process of before had one.
  await carry(iphone, 1, pid + 1);
  assert.match((await rejection(device.deploy(target, options()))).message, / An earlier process of it had: /);

  const port = await freePort();
  await carry(iphone, port);
  const closed = await rejection(device.deploy(target, options()));
  assert.deepEqual([closed.code, closed.action], ['connect-failed', 'retry']);
  assert.match(
    closed.message,
    new RegExp(
      `^The agent in com\\.example\\.shop \\(process ${pid}\\) has said that it listens on port ${port}, but .*, though the process runs\\.`,
    ),
  );
  assert.match(closed.next, /^Bring the app to the foreground/);
  assert.equal((await rejection(device.deploy({ app: 'com.example.none' }, options()))).code, 'app-not-found');
});

test('without Xcode on iOS 17 nobody can know what runs, and the verdicts say so', async (t) => {
  const { iphone, device, options } = await startSetup(t, {}, { ios: '17.5.1' });
  await iphone.processes.launch(SHOP);
  const none = await rejection(device.deploy(target, options()));
  assert.match(none.message, /^There is no agent in com\.example\.shop\. It is not known whether it runs; it has not written/);
  await carry(iphone, await freePort());
  const closed = await rejection(device.deploy(target, options()));
  assert.match(closed.message, /, and it is not known whether the process still runs\. /);
});

test('an agent that closes the connection because its app ends is reported as the app’s end, not as a wrong token', async (t) => {
  const { iphone, capture } = await startSetup(t, {});
  const ending = await listener((socket) => void iphone.processes.endOf(SHOP).then(() => socket.destroy()));
  t.after(() => ending.close());
  await carry(iphone, ending.port);
  const error = await rejection(capture().start(signal));
  assert.equal(error.code, 'app-died');
  assert.match(error.message, / com\.example\.shop has ended\.$/);
});

test('another app on the port is refused by its hello', async (t) => {
  const { iphone, capture } = await startSetup(t, { linked: true, saysItIs: 'com.example.other' });
  await iphone.processes.launch(SHOP);
  await eventually(async () => {
    const error = await rejection(capture().start(signal));
    assert.equal(error.code, 'agent-other-app', error.message);
    assert.match(error.message, /^The agent that answers is in com\.example\.other \(process \d+\), not in com\.example\.shop\.$/);
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
  await states.until((state) => state.kind === 'waitingForApp' && state.why === 'The process ended');
  const again = await iphone.processes.launch(SHOP);
  await states.until((state) => state.kind === 'streaming' && state.process.pid === again.pid && state.run === 1);
  assert.equal(typeof (await shop.stop()), 'string');
});

/** Waits for states of a capture, from now on. */
function stateReader(capture: Capture): { until(wanted: (state: CaptureState) => boolean): Promise<void> } {
  return {
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const check = (state: CaptureState): void => {
          if (!wanted(state)) return;
          capture.off('state', check);
          resolve();
        };
        capture.on('state', check);
        check(capture.state);
        signal.addEventListener('abort', () => reject(new Error(`It stayed at ${JSON.stringify(capture.state)}`)), { once: true });
      }),
  };
}

/** The agent writes its file once it listens, which nobody is notified of. */
async function eventually(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // Each try talks with the device for a while; there is nothing to wait for in between.
      if (signal.aborted || !(error instanceof Error) || !/carries none|has not written/.test(error.message)) throw error;
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
