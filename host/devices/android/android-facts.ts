import { phrase } from '../../../core/text/phrase.ts';
import { isUnanswered, timeoutSignal } from '../../time-limits.ts';
import { agentAbis } from '../agent-files.ts';
import type { DeviceRow, Problem } from '../device.ts';
import { AdbFailure } from './adb/adbkit.ts';
import type { AdbServer } from './adb/server.ts';
import type { ListedDevice } from './adb/tracking.ts';

/** Android 9: walking stacks in 8.0 and 8.1 may freeze or end an app. */
const OLDEST_API = 28;
/** The first with `am attach-agent`. */
const AGENTS_API = 26;
const ANSWER_TIMEOUT_MS = 8_000;

export type Shell = Pick<AdbServer, 'shell'>;

interface DeviceFacts {
  readonly name: string;
  readonly release: string;
  readonly api: number;
  /** Native ABIs, preferred ones first. */
  readonly abis: readonly string[];
  readonly isLocked: boolean;
}

const properties = [
  'ro.product.manufacturer',
  'ro.product.model',
  'ro.build.version.release',
  'ro.build.version.sdk',
  'ro.product.cpu.abilist',
  'ro.dalvik.vm.native.bridge',
  // Of emulators, since Android 12 and before.
  'ro.boot.qemu.avd_name',
  'ro.kernel.qemu.avd_name',
] as const;

const question = [
  ...properties.map((name) => `getprop ${name}`),
  "dumpsys window policy | grep -m1 -oE 'isKeyguardShowing=(true|false)|mShowingLockscreen=(true|false)|showing=(true|false)'",
].join('; ');

/** @throws AdbFailure without an answer */
export async function askFacts(server: Shell, serial: string, signal: AbortSignal): Promise<DeviceFacts> {
  const { stdout } = await server.shell(serial, question, AbortSignal.any([signal, timeoutSignal(ANSWER_TIMEOUT_MS)]));
  const [maker = '', model = '', release = '', api = '', abis = '', bridge = '', avd = '', oldAvd = '', keyguard = ''] = stdout.split('\n');
  const avdName = (avd || oldAvd).replaceAll('_', ' ');
  const product = model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`;
  // A native bridge adds translated ABIs, which agents cannot use.
  const all = abis.split(',').filter((each) => each !== '');
  const own = all.filter((each) => bridge === '' || bridge === '0' || each.startsWith('x86') === (all[0] ?? '').startsWith('x86'));
  return { name: avdName.trim() || product.trim(), release, api: Number(api), abis: own, isLocked: keyguard.includes('true') };
}

export async function deviceRow(server: Shell, device: ListedDevice, signal: AbortSignal): Promise<DeviceRow> {
  const bare = {
    id: device.serial,
    kind: 'android' as const,
    name: device.model || device.serial,
    // The serial serves as the name.
    detail: device.model ? device.serial : '',
    canLaunch: false,
  };
  const broken = stateProblem(device);
  if (broken !== undefined) return { ...bare, problem: broken };
  try {
    return usableRow(device, await askFacts(server, device.serial, signal));
  } catch (error) {
    signal.throwIfAborted();
    const isSilent = error instanceof AdbFailure || isUnanswered(error) || (error instanceof Error && error.name === 'TimeoutError');
    if (!isSilent) throw error;
    return {
      ...bare,
      problem: { code: 'device-offline', why: phrase`it does not answer`, next: phrase`Unplug it and plug it in again, or restart it.` },
    };
  }
}

function usableRow(device: ListedDevice, facts: DeviceFacts): DeviceRow {
  const problem = factsProblem(facts);
  return {
    id: device.serial,
    kind: 'android',
    name: facts.name || device.model || device.serial,
    detail: `Android ${facts.release} (API ${facts.api}), ${facts.abis[0] ?? 'unknown ABI'}, ${device.serial}`,
    canLaunch: true,
    ...(problem === undefined ? {} : { problem }),
  };
}

function factsProblem(facts: DeviceFacts): Problem | undefined {
  if (!(facts.api >= OLDEST_API)) {
    return {
      code: 'device-too-old',
      why:
        facts.api >= AGENTS_API
          ? phrase`Android ${facts.release} may freeze or end an app that an agent samples`
          : phrase`Android ${facts.release} cannot load agents into apps`,
      next: phrase`Use a device with Android 9 (API 28) or newer.`,
    };
  }
  if (!agentAbis.some((abi) => facts.abis.includes(abi))) {
    return {
      code: 'device-abi',
      why: facts.abis[0] === undefined ? phrase`there is no agent for its processor` : phrase`there is no agent for ${facts.abis[0]}`,
      next: phrase`Use an emulator image for x86_64 or arm64.`,
    };
  }
  return facts.isLocked
    ? { code: 'device-locked', why: phrase`the screen is locked`, next: phrase`Unlock the screen; the row changes by itself.` }
    : undefined;
}

function stateProblem(device: ListedDevice): Problem | undefined {
  switch (device.state) {
    case 'device':
    case 'emulator':
      return undefined;
    case 'unauthorized':
      return {
        code: 'device-unauthorized',
        why: phrase`it does not trust this computer yet`,
        next: phrase`Unlock it and tap “Allow” in “Allow USB debugging?”. No question there? Unplug it and plug it in again.`,
      };
    case 'authorizing':
    case 'connecting':
      return { code: 'device-offline', why: phrase`it is connecting`, next: phrase`Wait a moment; the row changes by itself.` };
    case 'no permissions':
      return {
        code: 'device-no-permission',
        why: phrase`your user may not use this USB device`,
        next: phrase`Install udev rules for Android devices (on Debian the package android-sdk-platform-tools-common), then plug it in again.`,
      };
    case 'offline':
      return {
        code: 'device-offline',
        why: phrase`it is offline`,
        next: phrase`Unplug it and plug it in again; switch “USB debugging” off and on if that does not help.`,
      };
    default:
      return {
        code: 'device-unusable',
        why: phrase`it is in the state “${device.state}”`,
        next: phrase`Start Android on it, with “USB debugging” on in the developer options.`,
      };
  }
}
