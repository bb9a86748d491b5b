import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../../../../core/errors.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import { readForeignFileOrNone } from '../../../../foreign-file.ts';
import { withPrivateTempFolder } from '../../../private-temp-folder.ts';
import { toolFailed, type Xcrun } from '../xcrun/xcrun.ts';
import { type CoreDevice, coreDevice } from './core-device.ts';
import { Json } from './devicectl-json.ts';
import { causesOf, translated } from './reasons.ts';

interface DeviceProcess {
  readonly pid: number;
  /** On the device. */
  readonly executable: string;
}

interface InstalledByDevicectl {
  readonly bundleId: string;
  readonly name: string;
  readonly version: string;
  /** On the device. */
  readonly path: string;
  /** Signed for development. */
  readonly isByDeveloper: boolean;
}

const LIST_MS = 15_000;
const QUICK_MS = 20_000;
const INSTALL_MS = 180_000;
const LAUNCH_MS = 60_000;
/** A full phone's app list has some hundred kilobytes. */
const MOST_ANSWER_BYTES = 64 << 20;
const FOLDER = 'laglens-devicectl-';
/** Prefix of variables for the launched process, which keeps them out of process lists. */
const CHILD_PREFIX = 'DEVICECTL_CHILD_';

/** `xcrun devicectl` of Xcode 15 and newer, for iOS 17 and newer. Only its stable JSON is read. */
export class Devicectl {
  readonly #xcrun: Xcrun;

  constructor(xcrun: Xcrun) {
    this.#xcrun = xcrun;
  }

  async devices(signal: AbortSignal): Promise<readonly CoreDevice[]> {
    const said = await this.#call(['list', 'devices'], { purpose: phrase`Listing the devices of Xcode`, timeoutMs: LIST_MS, signal });
    return said
      .at('result', 'devices')
      .items.map(coreDevice)
      .filter((device) => device !== undefined)
      .filter(({ udid }) => udid !== '');
  }

  async apps(udid: string, signal: AbortSignal): Promise<readonly InstalledByDevicectl[]> {
    const args = ['device', 'info', 'apps', '--device', udid, '--include-all-apps'];
    const said = await this.#call(args, { purpose: phrase`Listing the apps of the device`, timeoutMs: QUICK_MS, signal });
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
    const said = await this.#call(args, { purpose: phrase`Listing the processes of the device`, timeoutMs: QUICK_MS, signal });
    return said.at('result', 'runningProcesses').items.flatMap((process) => {
      const pid = process.at('processIdentifier').number;
      return pid === undefined ? [] : [{ pid, executable: pathOf(process.at('executable').text) }];
    });
  }

  /** Replaces an app of the same bundle id. */
  async install(udid: string, app: string, signal: AbortSignal): Promise<void> {
    const args = ['device', 'install', 'app', '--device', udid, app];
    await this.#call(args, {
      purpose: phrase`Installing the app on the device`,
      timeoutMs: INSTALL_MS,
      names: [app, basename(app, '.app')],
      signal,
    });
  }

  /** Ends a running process first. @returns the process id */
  async launch(udid: string, bundleId: string, environment: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
    const args = ['device', 'process', 'launch', '--device', udid, '--terminate-existing', bundleId];
    const variables = Object.fromEntries(Object.entries(environment).map(([name, value]) => [CHILD_PREFIX + name, value]));
    const said = await this.#call(args, {
      purpose: phrase`Starting the app on the device`,
      timeoutMs: LAUNCH_MS,
      variables,
      names: [bundleId],
      signal,
    });
    const pid = said.at('result', 'process', 'processIdentifier').number;
    if (pid !== undefined) return pid;
    throw new LaglensError({
      code: 'launch-failed',
      message: phrase`Xcode said that it started ${bundleId}, but not as which process.`,
      next: phrase`Update Xcode, unlock the device, and try again.`,
      action: 'retry',
    });
  }

  /** A small file of an app; undefined when missing, too large or refused. */
  async appFile(udid: string, bundleId: string, path: string, mostBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
    return await withPrivateTempFolder(FOLDER, async (folder) => {
      const to = join(folder, 'file');
      const where = ['--domain-type', 'appDataContainer', '--domain-identifier', bundleId, '--source', path, '--destination', to];
      const call = { purpose: phrase`Reading the agent’s file on the device`, timeoutMs: QUICK_MS, signal };
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
        const { purpose, names = [] } = call;
        throw translated(toolFailed('devicectl', args, answer, purpose), causesOf(json?.at('error')), purpose, names);
      }
      if (json !== undefined) return json;
      throw new LaglensError({
        code: 'xcode-failed',
        message: phrase`${call.purpose} did not work: devicectl left no answer that can be read.`,
        next: phrase`Update Xcode to version 15 or newer, and select it with “sudo xcode-select -s”.`,
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
  /** Names of the app. */
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
