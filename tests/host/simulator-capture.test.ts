import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import type { CaptureState } from '../../host/capture/capture-state.ts';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import { SimulatorProvider } from '../../host/devices/simulator/simulator-provider.ts';
import type { TruthLag } from '../demo-app/truth-lags.ts';
import { root } from '../house/project-sources.ts';
import { freePort } from './free-port.ts';
import { runCommand } from './run-command.ts';
import { startSimulatorShop } from './simulator-shop.ts';
import { untilCapture } from './until-capture.ts';
import { readWholeSession } from './whole-session.ts';

const run = promisify(execFile);
const { signal } = new AbortController();

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-on-simulator-'));
});
after(() => rm(folder, { recursive: true }));

test('the command line lists a simulator, records an app from its launch, and reports the lag that the app itself measured', async () => {
  await using shop = await startSimulatorShop();
  const startedUs = nowUs();
  const done = new AbortController();
  const truths: TruthLag[] = [];
  const laglens = commandLine(shop.xcode.environment, done.signal);

  const listed = await laglens(['devices', '--json', '--xcrun', shop.xcode.xcrun]);
  const rows: readonly { readonly id: string; readonly kind: string; readonly detail: string }[] = JSON.parse(listed.out);
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'simulator').map(({ id, detail }) => [id, detail]),
    [[shop.udid, 'iOS 17.5 simulator']],
  );

  const target = ['--device', shop.udid, '--app', shop.bundleId, '--xcrun', shop.xcode.xcrun];
  const recording = laglens(['record', ...target, '--seconds', '60', '-o', 'shop.laglens'], async (said) => {
    if (!said.startsWith('Recording')) return;
    // Main may lose its processor between the app's reading of the clock and the agent's: one of three will do.
    for (let busy = 0; busy < 3; busy++) {
      const askedUs = nowUs();
      await shop.home.lag('busy');
      truths.push(await shop.home.truthOf('busy', startedUs, askedUs));
    }
    // The agent's last facts are on their way.
    done.abort();
  });
  const recorded = await recording;
  assert.equal(recorded.code, 0, recorded.said);
  assert.match(recorded.said, /By a start with the agent in it/);

  const report = await commandLine(shop.xcode.environment, signal)(['report', 'shop.laglens', '--json']);
  assert.equal(report.code, 0, report.said);
  const lags: readonly { readonly durationMs: number; readonly kind: string }[] = JSON.parse(report.out).lags;
  const differences = truths.flatMap((truth) => lags.map(({ durationMs }) => Math.abs(durationMs - truth.durationMs)));
  // The app's own clock says how long main was busy; samples come every 10 ms.
  assert.ok(
    Math.min(...differences) <= 30,
    `${truths.map(({ durationMs }) => durationMs)} ms by the app, ${JSON.stringify(lags)} by the report`,
  );
});

test('a stack of 600 calls is whole when so many are asked for, and else it is said that it is cut', async () => {
  await using shop = await startSimulatorShop();
  const target = ['--device', shop.udid, '--app', shop.bundleId, '--launch', '--xcrun', shop.xcode.xcrun];
  for (const depth of [512, 1024]) {
    const file = `depth-${depth}.laglens`;
    const done = new AbortController();
    const laglens = commandLine(shop.xcode.environment, done.signal);
    const startedUs = nowUs();
    const args = ['record', ...target, '--seconds', '60', '--depth', `${depth}`, '-o', file];
    const recorded = await laglens(args, async (said) => {
      if (!said.startsWith('Recording')) return;
      await shop.home.lag('deep');
      await shop.home.truthOf('deep', startedUs, startedUs);
      done.abort();
    });
    assert.equal(recorded.code, 0, recorded.said);
    const { model } = await readWholeSession(join(folder, file));
    const samples = model.threads.find(({ isMain }) => isMain)?.samples;
    const rows = Array.from({ length: samples?.length ?? 0 }, (_, row) => samples?.nodeAt(row) ?? 0);
    const deepest = Math.max(...rows.map((row) => model.nodes.depth[row] ?? 0));
    // The shop's 600 calls of `flatten`, and what is around them.
    if (depth === 512) assert.equal(deepest, 512);
    else assert.ok(deepest > 600 && deepest < 700, `${deepest}`);
    const report = await commandLine(shop.xcode.environment, signal)(['report', file]);
    assert.equal(/^.*\d+ samples were cut at 512 frames/m.test(report.out), depth === 512, report.out);
  }
});

for (const version of ['26.3', '27.0'] as const) {
  test(`a simulator of Xcode ${version} takes the agent, too, and a restart of the app without it is said while the session stays`, async () => {
    await using shop = await startSimulatorShop(version);
    const files = new AgentFiles(join(root, 'device-agents', 'prebuilt'));
    const { xcrun: xcrunPath, environment } = shop.xcode;
    const provider = new SimulatorProvider(files, { xcrunPath, environment, derivedData: folder });
    const sampling = { intervalUs: 5_000, depth: 512, threads: 'all' } as const;
    const capture = new Capture({
      device: await provider.open(shop.udid, signal),
      target: { app: shop.bundleId },
      launch: true,
      sampling,
      path: join(folder, `restarted-${version}.laglens`),
      version: '0',
    });
    const model = new SessionModel();
    capture.on('piece', ({ messages }) => {
      for (const message of messages) model.apply(message);
    });
    await capture.start(signal);
    await untilCapture(capture, () => model.threads.some((thread) => thread.isMain && thread.samples.length > 0));
    const [first] = model.runs;
    assert.deepEqual([first?.process?.deviceKind, first?.process?.launched, first?.hello?.os], ['simulator', 1, 'ios-simulator']);
    assert.equal(first?.hello?.process, shop.bundleId);

    await run(xcrunPath, ['simctl', 'launch', '--terminate-running-process', shop.udid, shop.bundleId], { env: environment });
    await untilCapture(capture, (state) => problemOf(state) === 'attach-unsupported');
    assert.equal(capture.state.kind, 'waitingForApp');
    assert.equal(await capture.stop(), join(folder, `restarted-${version}.laglens`));
    assert.equal(model.runs.length, 1);
  });
}

function problemOf({ problem }: CaptureState): string | undefined {
  return problem?.code;
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Runs `laglens`; `hear` is given each line that it says. There is no adb server and no phone. */
function commandLine(environment: NodeJS.ProcessEnv, stop: AbortSignal) {
  return async (args: readonly string[], hear: (line: string) => unknown = () => undefined) => {
    const port = await freePort();
    const withoutPhones = { ...environment, ADB_SERVER_SOCKET: `tcp:${port}`, USBMUXD_SOCKET_ADDRESS: `127.0.0.1:${port}` };
    return runCommand(args, { environment: withoutPhones, folder, signal: stop, hear });
  };
}
