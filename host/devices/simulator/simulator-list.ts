import { phrase } from '../../../core/text/phrase.ts';
import type { DeviceRow, Problem } from '../device.ts';
import { Json } from '../ios/xcode/devicectl/devicectl-json.ts';

export interface Simulator {
  readonly udid: string;
  /** “iPhone 15”. */
  readonly name: string;
  /** Version of iOS: `17.5`. */
  readonly version: string;
  /** `Booted`, `Shutdown`, `Booting`, `Creating`, `Shutting Down`. */
  readonly state: string;
}

/** The agent's minimum. */
const OLDEST_IOS = 14;

/** From `simctl list -j devices`: running ones first, then newest systems, without uninstalled systems. @throws SyntaxError */
export function parseSimulators(text: string): readonly Simulator[] {
  const devices = Json.parse(text).at('devices');
  const found = devices.keys.flatMap((runtime) => {
    const version = /\.SimRuntime\.iOS-(\d+(?:-\d+)*)$/.exec(runtime)?.[1]?.replaceAll('-', '.');
    if (version === undefined) return [];
    const usable = devices.at(runtime).items.filter((device) => device.at('isAvailable').isTrue);
    return usable.map((device) => ({
      udid: device.at('udid').text,
      name: device.at('name').text,
      state: device.at('state').text,
      version,
    }));
  });
  return found.filter(({ udid }) => udid !== '').sort(compare);
}

function compare(a: Simulator, b: Simulator): number {
  const byState = Number(b.state === 'Booted') - Number(a.state === 'Booted');
  const byNumbers = new Intl.Collator('en', { numeric: true });
  return byState || byNumbers.compare(b.version, a.version) || byNumbers.compare(a.name, b.name);
}

export function simulatorRow(simulator: Simulator): DeviceRow {
  const { udid, name, version } = simulator;
  const problem = problemOf(simulator);
  const row = { id: udid, kind: 'simulator' as const, name, detail: phrase`iOS ${version} simulator`, canLaunch: true };
  if (problem === undefined) return row;
  return { ...row, problem, ...(simulator.state === 'Shutdown' && problem.code === 'device-offline' ? { canBoot: true } : {}) };
}

function problemOf({ udid, version, state }: Simulator): Problem | undefined {
  if (Number.parseInt(version, 10) < OLDEST_IOS) {
    const next = phrase`Use a simulator of iOS ${OLDEST_IOS} or newer: Xcode, Settings, Components.`;
    return { code: 'device-too-old', why: phrase`iOS ${version} is too old`, next };
  }
  if (state === 'Booted') return undefined;
  if (state === 'Booting')
    return { code: 'device-offline', why: phrase`it is starting`, next: phrase`Wait until its home screen is there.` };
  if (state !== 'Shutdown') return { code: 'device-offline', why: phrase`it is in the state “${state}”`, next: phrase`Wait a moment.` };
  const next = phrase`Choose it to boot it (“laglens record --boot” on the command line), or run “xcrun simctl boot ${udid}”.`;
  return { code: 'device-offline', why: phrase`it is shut down`, next };
}
