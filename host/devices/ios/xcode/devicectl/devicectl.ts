import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../../../../core/errors.ts';
import { readForeignFileOrNone } from '../../../../foreign-file.ts';
import { withPrivateTempFolder } from '../../../private-temp-folder.ts';
import { toolFailed, type Xcrun } from '../xcrun/xcrun.ts';
import { type CoreDevice, coreDevice } from './core-device.ts';
import { Json } from './devicectl-json.ts';
import { causesOf, translated } from './reasons.ts';

export interface DeviceProcess {
  readonly pid: number;
  /** Path on the device. */
  readonly executable: string;
}

export interface InstalledByDevicectl {
  readonly bundleId: string;
  readonly name: string;
  readonly version: string;
  /** Folder of the app on the device. */
  readonly path: string;
  /** Signed for development. */
  readonly isByDeveloper: boolean;
}

const LIST_MS = 15_000;
const QUICK_MS = 20_000;
const INSTALL_MS = 180_000;
const LAUNCH_MS = 60_000;
/** The list of all apps of a full phone has some hundred kilobytes. */
const MOST_ANSWER_BYTES = 64 << 20;
const FOLDER = 'laglens-devicectl-';
/** Variables with this prefix get, without it, into the environment of what is launched; so they stand in no list of processes. */
const CHILD_PREFIX = 'DEVICECTL_CHILD_';

/** `xcrun devicectl` (Xcode 15 and newer): what Xcode can do with devices of iOS 17 and newer. Only its JSON is read, which Apple keeps stable. */
export class Devicectl {
  readonly #xcrun: Xcrun;

  constructor(xcrun: Xcrun) {
    this.#xcrun = xcrun;
  }

  /** Phones and other devices by themselves. */
  async devices(signal: AbortSignal): Promise<readonly CoreDevice[]> {
    const said = await this.#call(['list', 'devices'], { purpose: 'Listing the devices of Xcode', timeoutMs: LIST_MS, signal });
    return said
      .at('result', 'devices')
      .items.map(coreDevice)
      .filter((device) => device !== undefined)
      .filter(({ udid }) => udid !== '');
  }

  async apps(udid: string, signal: AbortSignal): Promise<readonly InstalledByDevicectl[]> {
    const args = ['device', 'info', 'apps', '--device', udid, '--include-all-apps'];
    const said = await this.#call(args, { purpose: 'Listing the apps of the device', timeoutMs: QUICK_MS, signal });
    return said.at('result', 'apps').items.map((app) => ({
      bundleId: app.at('bundleIdentifier').text,
      name: app.at('name').text,
      version: app.at('version').text,
      path: pathOf(app.at('url').text),
      isByDeveloper: app.at('builtByDeveloper').isTrue,
    }));
  }

  async processes(udid: string, signal: AbortSignal): Promise<readonly DeviceProcess[]> {
    const args = ['device', 'info', 'processes', '--device', udid];
    const said = await this.#call(args, { purpose: 'Listing the processes of the device', timeoutMs: QUICK_MS, signal });
    return said.at('result', 'runningProcesses').items.flatMap((process) => {
      const pid = process.at('processIdentifier').number;
      return pid === undefined ? [] : [{ pid, executable: pathOf(process.at('executable').text) }];
    });
  }

  /** Installs a `.app` folder in place of what has its bundle id. */
  async install(udid: string, app: string, signal: AbortSignal): Promise<void> {
    const args = ['device', 'install', 'app', '--device', udid, app];
    await this.#call(args, {
      purpose: 'Installing the app on the device',
      timeoutMs: INSTALL_MS,
      names: [app, basename(app, '.app')],
      signal,
    });
  }

  /** Starts an app with these variables in its environment, ending the one that runs. Gives its process id. */
  async launch(udid: string, bundleId: string, environment: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
    const args = ['device', 'process', 'launch', '--device', udid, '--terminate-existing', bundleId];
    const variables = Object.fromEntries(Object.entries(environment).map(([name, value]) => [CHILD_PREFIX + name, value]));
    const said = await this.#call(args, {
      purpose: 'Starting the app on the device',
      timeoutMs: LAUNCH_MS,
      variables,
      names: [bundleId],
      signal,
    });
    const pid = said.at('result', 'process', 'processIdentifier').number;
    if (pid !== undefined) return pid;
    throw new LaglensError({
      code: 'launch-failed',
      message: `Xcode said that it started ${bundleId}, but not as which process.`,
      next: 'Update Xcode, unlock the device, and try again.',
      action: 'retry',
    });
  }

  /** A small file in an app's own folder; undefined when it cannot be had, most often because it is not there, or is larger. */
  async appFile(udid: string, bundleId: string, path: string, mostBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
    return await withPrivateTempFolder(FOLDER, async (folder) => {
      const to = join(folder, 'file');
      const where = ['--domain-type', 'appDataContainer', '--domain-identifier', bundleId, '--source', path, '--destination', to];
      const call = { purpose: 'Reading the agent’s file on the device', timeoutMs: QUICK_MS, signal };
      const { code } = await this.#xcrun.answer('devicectl', ['device', 'copy', 'from', '--device', udid, ...where], call);
      return code === 0 ? await readForeignFileOrNone(to, mostBytes) : undefined;
    });
  }

  async #call(args: readonly string[], call: Call): Promise<Json> {
    return await withPrivateTempFolder(FOLDER, async (folder) => {
      const output = join(folder, 'answer.json');
      const all = [...args, '--json-output', output];
      const answer = await this.#xcrun.answer('devicectl', all, call);
      const json = await readJson(output);
      if (answer.code !== 0) {
        throw translated(toolFailed('devicectl', args, answer, call.purpose), causesOf(json?.at('error')), call.names ?? []);
      }
      if (json !== undefined) return json;
      throw new LaglensError({
        code: 'xcode-failed',
        message: `${call.purpose} did not work: devicectl left no answer that can be read.`,
        next: 'Update Xcode to version 15 or newer, and select it with “sudo xcode-select -s”.',
        action: 'retry',
        output: `${answer.stdout}\n${answer.stderr}`,
      });
    });
  }
}

interface Call {
  readonly purpose: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly variables?: Readonly<Record<string, string>>;
  /** What the app in question is called. */
  readonly names?: readonly string[];
}

function pathOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url, { windows: false }).replace(/\/$/, '');
  } catch {
    return '';
  }
}

async function readJson(path: string): Promise<Json | undefined> {
  const bytes = await readForeignFileOrNone(path, MOST_ANSWER_BYTES);
  try {
    return bytes === undefined ? undefined : Json.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
