import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { type ToolAnswer, type ToolCall, toolFailed, type Xcrun } from '../ios/xcode/xcrun/xcrun.ts';
import { type InstalledApp, parseApps, parseProcesses, type SimulatorProcess } from './app-list.ts';
import { parseSimulators, type Simulator } from './simulator-list.ts';

const LIST_MS = 20_000;
const INSTALL_MS = 120_000;
const LAUNCH_MS = 60_000;
/** The first start after an update of Xcode moves data for minutes. */
const BOOT_MS = 300_000;
/** Prefix of variables for the app. */
const CHILD_PREFIX = 'SIMCTL_CHILD_';

/** `xcrun simctl`. Methods throw `LaglensError` or the abort's reason. */
export class Simctl {
  readonly #xcrun: Xcrun;

  constructor(xcrun: Xcrun) {
    this.#xcrun = xcrun;
  }

  /** Simulators of iOS alone. */
  async simulators(signal: AbortSignal): Promise<readonly Simulator[]> {
    const call = { purpose: phrase`Listing the simulators`, timeoutMs: LIST_MS, signal };
    const text = await this.#xcrun.text('simctl', ['list', '-j', 'devices'], call);
    return readable(text, call.purpose, parseSimulators);
  }

  async apps(udid: string, signal: AbortSignal): Promise<readonly InstalledApp[]> {
    const call = { purpose: phrase`Listing the simulator’s apps`, timeoutMs: LIST_MS, signal };
    return readable(await this.#text(['listapps', udid], call), call.purpose, parseApps);
  }

  async processes(udid: string, signal: AbortSignal): Promise<readonly SimulatorProcess[]> {
    const call = { purpose: phrase`Listing the simulator’s processes`, timeoutMs: LIST_MS, signal };
    return parseProcesses(await this.#text(['spawn', udid, 'launchctl', 'list'], call));
  }

  /** Replaces and ends an older build. */
  async install(udid: string, app: string, signal: AbortSignal): Promise<void> {
    await this.#text(['install', udid, app], { purpose: phrase`Installing the app on the simulator`, timeoutMs: INSTALL_MS, signal });
  }

  /** Ends a running process first. @returns the process id */
  async launch(udid: string, bundleId: string, environment: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
    const variables = Object.fromEntries(Object.entries(environment).map(([name, value]) => [CHILD_PREFIX + name, value]));
    const call = { purpose: phrase`Starting ${bundleId}`, timeoutMs: LAUNCH_MS, signal, variables };
    const text = await this.#text(['launch', '--terminate-running-process', udid, bundleId], call);
    const pid = Number(/: (\d+)\s*$/.exec(text)?.[1]);
    if (Number.isSafeInteger(pid)) return pid;
    throw new LaglensError({
      code: 'launch-failed',
      message: phrase`simctl said that it started ${bundleId}, but not as which process.`,
      next: phrase`Start the app once by hand in the simulator, and try again.`,
      action: 'retry',
      output: text,
    });
  }

  /** Leaves running and starting simulators alone. */
  async boot(udid: string, signal: AbortSignal): Promise<void> {
    const call = { purpose: phrase`Booting the simulator`, timeoutMs: BOOT_MS, signal };
    const answer = await this.#xcrun.answer('simctl', ['boot', udid], call);
    if (answer.code !== 0 && !/Unable to boot device in current state: Boot(?:ed|ing)/.test(answer.stderr))
      throw translated(['boot', udid], answer, call.purpose);
  }

  /** Waits until apps can be started. @param waitsFor in simctl's words */
  async booted(udid: string, waitsFor: (what: string) => void, signal: AbortSignal): Promise<void> {
    const line = (text: string): void => {
      const [, what] = /^Waiting on (.+)$/.exec(text.trim()) ?? [];
      if (what !== undefined) waitsFor(what);
    };
    await this.#text(['bootstatus', udid], { purpose: phrase`Waiting for the simulator`, timeoutMs: BOOT_MS, signal, line });
  }

  /** The user's variable for all apps of simulators; empty when unset. */
  userVariable(name: string): string {
    return this.#xcrun.environment[CHILD_PREFIX + name] ?? '';
  }

  async #text(args: readonly string[], call: ToolCall): Promise<string> {
    const answer = await this.#xcrun.answer('simctl', args, call);
    if (answer.code === 0) return answer.stdout;
    throw translated(args, answer, call.purpose);
  }
}

/** Failures with a next step. */
function translated(args: readonly string[], answer: ToolAnswer, purpose: string): LaglensError {
  const failed = toolFailed('simctl', args, answer, purpose);
  const known = knownFailures.find(({ pattern }) => pattern.test(answer.stderr));
  if (known === undefined) return failed;
  const { code, why, next, action } = known;
  return new LaglensError({ code, message: phrase`${purpose} did not work: ${why}.`, next, action, output: failed.output ?? '' });
}

const knownFailures = [
  {
    pattern: /Unable to boot device because .*(?:runtime|not available)|runtime profile not found|code=404/i,
    code: 'device-unusable',
    why: phrase`its iOS is not installed on this Mac any more`,
    next: phrase`Get it in Xcode (Settings, Components), or pick another simulator.`,
    action: 'pickDevice',
  },
  {
    pattern: /Unable to boot device in current state/,
    code: 'device-offline',
    why: phrase`the simulator is about to shut down or to be made`,
    next: phrase`Wait a moment, and try again.`,
    action: 'retry',
  },
  {
    pattern: /Unable to lookup in current state|SimError, code=405/,
    code: 'device-offline',
    why: phrase`the simulator is shut down`,
    next: phrase`Start it in Simulator (Device Hub in Xcode 27), and try again.`,
    action: 'retry',
  },
  {
    pattern: /^Invalid device/m,
    code: 'device-not-found',
    why: phrase`there is no such simulator any more`,
    next: phrase`Pick another one.`,
    action: 'pickDevice',
  },
  {
    pattern: /FBSOpenApplicationServiceErrorDomain, code=4|is unknown to FrontBoard|No such file or directory/,
    code: 'app-not-found',
    why: phrase`the app is not installed on the simulator, or cannot be started there`,
    next: phrase`Build and install it for this simulator, then pick it again.`,
    action: 'pickApp',
  },
  {
    pattern: /FBSOpenApplicationServiceErrorDomain|denied by service delegate/,
    code: 'launch-failed',
    why: phrase`the simulator refused to start the app`,
    next: phrase`Start it once by hand in the simulator; if that fails, too, restart the simulator.`,
    action: 'retry',
  },
  {
    pattern: /failed to install|IXErrorDomain|MIInstallerErrorDomain/,
    code: 'install-failed',
    why: phrase`the simulator did not take this build`,
    next: phrase`Build the app for simulators (an “iphonesimulator” product with a bundle id), and try again.`,
    action: 'retry',
  },
] as const;

function readable<T>(text: string, purpose: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new LaglensError({
      code: 'xcode-failed',
      message: phrase`${purpose} did not work: simctl printed something that Laglens cannot read.`,
      next: phrase`Try again; if it stays, restart the Mac, and report what the log shows.`,
      action: 'retry',
      output: text.slice(0, 2_000),
      cause: error,
    });
  }
}
