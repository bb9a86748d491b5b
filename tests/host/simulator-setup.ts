import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaglensError } from '../../core/errors.ts';
import { Capture } from '../../host/capture/capture.ts';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import type { AppRow, DeployOptions, Device } from '../../host/devices/device.ts';
import { SimulatorProvider, type SimulatorSettings } from '../../host/devices/simulator/simulator-provider.ts';
import { FakeXcode, iphone15 } from '../simulated/xcode/fake-xcode.ts';
import { fatLibrary, tinyArm64, tinyX86 } from '../simulated/xcode/tiny-mach-o.ts';
import { type StandInBehaviour, writeStandInApp } from '../simulated/xcode/xcrun-stand-in-app.ts';

const run = promisify(execFile);
const { signal } = new AbortController();

export const SHOP = 'com.example.shop';

/** Two simulators of a fake Xcode, one of them booted, with small stand-in apps. */
export class SimulatorSetup implements AsyncDisposable {
  readonly folder: string;
  readonly xcode: FakeXcode;
  readonly provider: SimulatorProvider;
  /** The booted one; a test may reopen it. */
  device: Device;

  private constructor(folder: string, xcode: FakeXcode, provider: SimulatorProvider, device: Device) {
    this.folder = folder;
    this.xcode = xcode;
    this.provider = provider;
    this.device = device;
  }

  static async start(): Promise<SimulatorSetup> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-simulator-test-'));
    await mkdir(join(folder, 'agents', 'ios'), { recursive: true });
    // As a linker leaves it: a library for both kinds of Macs, which simulators want signed.
    await writeFile(join(folder, 'agents', 'ios', 'liblaglens-sim.dylib'), fatLibrary([tinyArm64, tinyX86]));
    const xcode = await FakeXcode.start({ simulators: [iphone15, { ...iphone15, udid: 'OTHER', name: 'iPhone SE', state: 'Shutdown' }] });
    // The machine may be busy; tests of silence set their own limit.
    const provider = providerOf(folder, xcode, { landingTimeoutMs: 60_000, carriedTimeoutMs: 60_000 });
    return new SimulatorSetup(folder, xcode, provider, await provider.open(iphone15.udid, signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.xcode.stop();
    await rm(this.folder, { recursive: true });
  }

  providerOf(settings: Partial<SimulatorSettings>): SimulatorProvider {
    return providerOf(this.folder, this.xcode, settings);
  }

  async install(name: string, bundleId: string, behaviour: StandInBehaviour = {}, kind: 'User' | 'System' = 'User'): Promise<void> {
    const path = join(this.xcode.folder, `${name}.app`);
    await writeStandInApp(path, bundleId, name, behaviour);
    await this.xcode.install(iphone15.udid, path, kind);
  }

  /** As Xcode leaves it: a project of the workspace, and its product. */
  async build(name: string, bundleId: string, secondsAgo = 0): Promise<void> {
    const { folder } = this.xcode;
    const derived = join(folder, 'DerivedData', `${name}-abc`);
    const product = join(derived, 'Build', 'Products', 'Debug-iphonesimulator', `${name}.app`);
    await writeStandInApp(product, bundleId, name);
    const built = new Date(Date.now() - 1_000 * secondsAgo);
    for (const file of [name, 'Info.plist']) await utimes(join(product, file), built, built);
    await mkdir(join(folder, 'work'), { recursive: true });
    const project = join(folder, 'work', `${name}.xcodeproj`);
    await writeFile(
      join(derived, 'info.plist'),
      `<plist version="1.0"><dict><key>WorkspacePath</key><string>${project}</string></dict></plist>`,
    );
  }

  /** As from the home screen, without an agent. */
  async startByHand(): Promise<number> {
    const args = ['simctl', 'launch', '--terminate-running-process', iphone15.udid, SHOP];
    const { stdout } = await run(this.xcode.xcrun, args, { env: this.xcode.environment });
    return Number(stdout.split(': ')[1]);
  }

  async shutDown(): Promise<void> {
    await run(this.xcode.xcrun, ['simctl', 'shutdown', iphone15.udid], { env: this.xcode.environment });
  }

  async untilCarried(): Promise<AppRow> {
    for (;;) {
      const row = (await this.device.apps(signal)).find(({ id }) => id === SHOP);
      if (row?.notes.includes('It runs with the agent.') === true) return row;
    }
  }

  captureOf(device: Device, { launch }: { readonly launch: boolean }): Capture {
    const sampling = { intervalUs: 5_000, depth: 512, threads: 'all' } as const;
    const path = join(this.xcode.folder, 'shop.laglens');
    return new Capture({ device, target: { app: SHOP }, launch, sampling, path, version: '0' });
  }

  options({ launch = true } = {}): DeployOptions {
    const nothing = (): void => undefined;
    return { launch, token: new Uint8Array(16), intervalUs: 5_000, depth: 512, progress: nothing, log: nothing, signal };
  }
}

function providerOf(folder: string, xcode: FakeXcode, settings: Partial<SimulatorSettings>): SimulatorProvider {
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

/** The attempt's error; fails for another code. */
export async function rejectsWith(code: LaglensError['code'], tried: Promise<unknown>): Promise<LaglensError> {
  const error = await tried.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  assert.equal(error.code, code, error.message);
  return error;
}
