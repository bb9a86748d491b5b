import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Flag } from '../signing/code-directory.ts';
import { isMachO, readMachO, slicesOf } from '../signing/mach-o.ts';
import { signaturesOf } from '../signing/read-signature.ts';
import { parse, type Spoken } from '../spoken.ts';
import type { Tool } from '../tools.ts';
import { type Faults, isNamed, type Xcode } from '../xcode.ts';
import { type InstalledApp, installedApp } from '../xcrun-apps.ts';
import { endApp, runningApps, startApp } from '../xcrun-processes.ts';
import { failure, findBooted, isSimulator, type Simulator, simulatorFolder } from './simulators.ts';

const CHILD_PREFIX = 'SIMCTL_CHILD_';
const INSERT = 'DYLD_INSERT_LIBRARIES';
const FRONTBOARD = 'FBSOpenApplicationServiceErrorDomain';
/** From this release on, simulators' dyld skips libraries that are only linker-signed or for older systems than the app's. */
const FIRST_STRICT = [26, 3] as const;

/** `simctl launch [--terminate-running-process] [--console-pty] [--stdout=FILE] DEVICE BUNDLE [ARGUMENT…]`. */
export const launch: Tool = async (args, xcode) => {
  const { options, rest } = parse(args, ['--stdout', '--stderr']);
  const [wanted = '', bundleId = '', ...given] = rest;
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const folder = simulatorFolder(xcode, simulator);
  const app = await installedApp(folder, bundleId);
  const faults = await xcode.faults();
  if (app === undefined) return notLaunched(bundleId);
  const running = (await runningApps(folder)).find((each) => each.bundleId === bundleId);
  if (running !== undefined && !options.has('--terminate-running-process')) return { stdout: `${bundleId}: ${running.pid}\n` };
  if (running !== undefined) await endApp(running);
  const { pid } = await start(xcode, simulator, app, given, faults);
  return { stdout: `${bundleId}: ${pid}\n` };
};

async function start(xcode: Xcode, simulator: Simulator, app: InstalledApp, given: readonly string[], faults: Faults) {
  const folder = simulatorFolder(xcode, simulator);
  const asked = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith(CHILD_PREFIX) ? [[name.slice(CHILD_PREFIX.length), value] as const] : [],
  );
  const executable = join(app.bundle, app.executable);
  const { [INSERT]: wanted = '', ...variables } = Object.fromEntries(asked);
  const inserted = faults.skipLibraries === true ? [] : await loadable(wanted, simulator, executable);
  const { loader } = await xcode.setup();
  const dies = faults.dieAlways === true || (faults.dieOfLibraries === true && inserted.length > 0);
  return await startApp({
    command: dies ? ['false'] : [...loader, '--home', app.data, '--bundle-id', app.bundleId],
    arguments: dies ? [] : [executable, ...given],
    variables: {
      HOME: app.data,
      CFFIXED_USER_HOME: app.data,
      SIMULATOR_UDID: simulator.udid,
      SIMULATOR_DEVICE_NAME: simulator.name,
      SIMULATOR_RUNTIME_VERSION: versionOf(simulator).join('.'),
      ...variables,
      ...(inserted.length === 0 ? {} : { [INSERT]: inserted.join(':') }),
    },
    app: { bundleId: app.bundleId, executable, inserted },
    folder,
  });
}

/** dyld silently skips unloadable libraries: simulators set `allowInsertFailures`. */
async function loadable(paths: string, simulator: Simulator, executable: string): Promise<readonly string[]> {
  const minima = minimaOf(await readFile(executable));
  const found = await Promise.all(
    paths.split(':').map(async (path) => {
      const file = path === '' ? undefined : await readFile(path).catch(() => undefined);
      return file !== undefined && isLoadable(file, simulator, minima) ? path : undefined;
    }),
  );
  return found.filter((path) => path !== undefined);
}

/** Oldest systems by processor; none for other files than Mach-O. */
function minimaOf(file: Buffer): ReadonlyMap<number, number> {
  if (!isMachO(file)) return new Map();
  return new Map(slicesOf(file).map(({ cpuType, bytes }) => [cpuType, readMachO(bytes).minimum?.version ?? 0]));
}

function isLoadable(file: Buffer, simulator: Simulator, app: ReadonlyMap<number, number>): boolean {
  const [major = 0, minor = 0] = versionOf(simulator);
  const [firstMajor, firstMinor] = FIRST_STRICT;
  const isStrict = major > firstMajor || (major === firstMajor && minor >= firstMinor);
  try {
    const isOlder = [...minimaOf(file)].some(([cpuType, version]) => version < (app.get(cpuType) ?? 0));
    if (isStrict && isOlder) return false;
    return signaturesOf(file).every(
      (each) => each.directory !== undefined && each.wrong === undefined && !(isStrict && (each.directory.flags & Flag.LinkerSigned) !== 0),
    );
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function versionOf({ runtime }: Simulator): readonly number[] {
  return runtime.split('-').slice(1).map(Number);
}

function notLaunched(bundleId: string): Spoken {
  const lines = [
    `Simulator device failed to launch ${bundleId}.`,
    `Underlying error (domain=${FRONTBOARD}, code=4):`,
    `\tThe request to open "${bundleId}" failed.`,
  ];
  return { stderr: failure(FRONTBOARD, 4, ...lines), code: 4 };
}

/** `simctl terminate DEVICE BUNDLE`. */
export const terminate: Tool = async ([wanted = '', bundleId = ''], xcode) => {
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const running = (await runningApps(simulatorFolder(xcode, simulator))).find((each) => each.bundleId === bundleId);
  if (running !== undefined) await endApp(running);
  if (running !== undefined) return {};
  const lines = [`Simulator device failed to terminate ${bundleId}.`, 'found nothing to terminate'];
  return { stderr: failure('NSPOSIXErrorDomain', 3, ...lines), code: 3 };
};

/** `simctl spawn DEVICE launchctl list`: apps are launchd jobs with their own labels. */
export const spawnTool: Tool = async ([wanted = '', ...command], xcode) => {
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  if (!isNamed(command.join(' '), ['launchctl list']))
    return { stderr: `The operation couldn’t be completed. No such file or directory\n`, code: 2 };
  const apps = await runningApps(simulatorFolder(xcode, simulator));
  const lines = apps.map(
    ({ pid, bundleId }) => `${pid}\t0\tUIKitApplication:${bundleId}[${(pid & 0xffff).toString(16).padStart(4, '0')}][rb-legacy]`,
  );
  return {
    stdout: ['PID\tStatus\tLabel', '-\t0\tcom.apple.audio.SandboxHelper', '812\t0\tcom.apple.SpringBoard', ...lines, ''].join('\n'),
  };
};
