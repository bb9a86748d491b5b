import { LaglensError } from '../../../../core/errors.ts';
import { beforeAny } from '../../../../core/text/cuts.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { timeoutSignal } from '../../../time-limits.ts';
import type { DeviceRow, Problem } from '../../device.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';
import { type PlistDict, textOf } from '../protocol/plist/value.ts';
import type { CoreDevice } from '../xcode/devicectl/core-device.ts';
import type { Iphone } from './iphone.ts';

/** The agent's minimum. */
export const OLDEST_IOS = 15;
/** The first with developer services behind CoreDevice (`devicectl`). */
export const CORE_DEVICE_IOS = 17;
const DEVELOPER_MODE_IOS = 16;
const AMFI = 'com.apple.security.mac.amfi';
const ANSWER_MS = 10_000;

/** Reported by usbmuxd, the device and Xcode. */
export interface IphoneFacts {
  readonly udid: string;
  /** Undefined when only Xcode knows it. */
  readonly way: 'USB' | 'Network' | undefined;
  readonly name: string;
  readonly model: string;
  /** Such as `17.5.1`; empty when unknown. */
  readonly ios: string;
  /** `iPhone` or `iPad`; others are unsupported. */
  readonly deviceClass: string;
  /** The device's reason for refusing a session; undefined otherwise. */
  readonly refused: string | undefined;
  /** The device did not answer. */
  readonly silence: string | undefined;
  readonly isLocked: boolean;
  readonly developerMode: 'on' | 'off' | 'unknown';
  readonly core: CoreDevice | undefined;
}

/** Throws only when cancelled. */
export async function askFacts(
  iphone: Iphone,
  way: 'USB' | 'Network',
  core: CoreDevice | undefined,
  signal: AbortSignal,
): Promise<IphoneFacts> {
  const patience = timeoutSignal(ANSWER_MS);
  try {
    const { refused, basic, domains } = await iphone.values([AMFI], AbortSignal.any([signal, patience]));
    const amfi = domains.get(AMFI) ?? {};
    return { ...fromValues(iphone.udid, basic, core), way, refused, silence: undefined, developerMode: developerMode(amfi, core) };
  } catch (error) {
    signal.throwIfAborted();
    if (!isDeviceFailure(error) && !patience.aborted) throw error;
    const silence = patience.aborted ? phrase`nothing within ${ANSWER_MS / 1000} s` : String(error);
    return { ...fromValues(iphone.udid, {}, core), way, refused: undefined, silence, developerMode: 'unknown' };
  }
}

/** For devices seen only by Xcode. */
export function factsOfCore(core: CoreDevice): IphoneFacts {
  const known = { way: undefined, refused: undefined, silence: undefined, developerMode: developerMode({}, core) } as const;
  return { ...fromValues(core.udid, {}, core), ...known };
}

/** 0 when unknown. */
export function majorVersion(ios: string): number {
  return Number.parseInt(ios, 10) || 0;
}

export function iphoneRow(facts: IphoneFacts, canLaunch: boolean): DeviceRow {
  const problem = problemOf(facts);
  const detail = [facts.model, facts.ios === '' ? '' : `iOS ${facts.ios}`].filter((each) => each !== '').join(', ');
  return {
    id: facts.udid,
    kind: 'ios',
    name: facts.name || facts.model || facts.udid,
    detail,
    canLaunch: canLaunch && (problem === undefined || problem.code === 'device-locked'),
    ...(problem === undefined ? {} : { problem }),
  };
}

function fromValues(
  udid: string,
  basic: PlistDict,
  core: CoreDevice | undefined,
): Omit<IphoneFacts, 'way' | 'refused' | 'silence' | 'developerMode'> {
  const productType = textOf(basic, 'ProductType') || (core?.productType ?? '');
  return {
    udid,
    name: textOf(basic, 'DeviceName') || (core?.name ?? ''),
    model: core?.model || productType,
    ios: textOf(basic, 'ProductVersion') || (core?.osVersion ?? ''),
    deviceClass: textOf(basic, 'DeviceClass') || beforeAny(productType, '0123456789'),
    isLocked: basic.PasswordProtected === true,
    core,
  };
}

function developerMode(amfi: PlistDict, core: CoreDevice | undefined): IphoneFacts['developerMode'] {
  if (typeof amfi.DeveloperModeStatus === 'boolean') return amfi.DeveloperModeStatus ? 'on' : 'off';
  if (core?.developerMode === 'disabled') return 'off';
  return core?.developerMode === 'enabled' ? 'on' : 'unknown';
}

function problemOf(facts: IphoneFacts): Problem | undefined {
  const { way, refused, silence, core, ios, deviceClass, isLocked } = facts;
  if (way !== 'USB') return wirelessProblem(core);
  if (silence !== undefined) {
    return {
      code: 'device-offline',
      why: phrase`it does not answer (${silence})`,
      next: phrase`Unplug it and plug it in again, or restart it.`,
    };
  }
  if (deviceClass !== '' && !['iPhone', 'iPad', 'iPod'].includes(deviceClass)) {
    return { code: 'device-unusable', why: phrase`${deviceClass} is not supported`, next: phrase`Use an iPhone or an iPad.` };
  }
  if (refused !== undefined) return refusalProblem(refused);
  if (ios !== '' && majorVersion(ios) < OLDEST_IOS) {
    return { code: 'device-too-old', why: phrase`iOS ${ios} is too old`, next: phrase`Use a device with iOS ${OLDEST_IOS} or newer.` };
  }
  if (facts.developerMode === 'off' && majorVersion(ios) >= DEVELOPER_MODE_IOS) {
    return {
      code: 'device-developer-mode',
      why: phrase`Developer Mode is off`,
      next: phrase`Switch it on (Settings, Privacy & Security, Developer Mode); the device restarts.`,
    };
  }
  return isLocked ? locked() : undefined;
}

function wirelessProblem(core: CoreDevice | undefined): Problem {
  if (core !== undefined && !core.isPaired) {
    return {
      code: 'device-unauthorized',
      why: phrase`it is not paired with this computer`,
      next: phrase`Connect it by cable, and tap “Trust” on it.`,
    };
  }
  return {
    code: 'device-wifi',
    why: phrase`it is reached by Wi-Fi only`,
    next: phrase`Connect it by cable: the agent’s port is reached through it.`,
  };
}

/** lockdownd's errors (libimobiledevice, include/libimobiledevice/lockdown.h). */
function refusalProblem(refused: string): Problem {
  switch (refused) {
    case 'NotPaired':
    case 'InvalidHostID':
    case 'PairingDialogResponsePending':
      return {
        code: 'device-unauthorized',
        why: phrase`it does not trust this computer yet`,
        next: phrase`Unlock it and tap “Trust” in “Trust This Computer?”. No question there? Open the device in Finder (or in Xcode), or unplug it and plug it in again.`,
      };
    case 'UserDeniedPairing':
      return {
        code: 'device-unauthorized',
        why: phrase`“Don’t Trust” was chosen on it for this computer`,
        next: phrase`Unplug it, plug it in again, and tap “Trust”; if it does not ask, reset it in Settings, General, Transfer or Reset, Reset Location & Privacy.`,
      };
    case 'PasswordProtected':
      return locked();
    default:
      return {
        code: 'device-unusable',
        why: phrase`it refuses a session (${refused})`,
        next: phrase`Unplug it and plug it in again, or restart it.`,
      };
  }
}

function locked(): Problem {
  return { code: 'device-locked', why: phrase`it is locked`, next: phrase`Unlock it.` };
}

/** A locked device starts no app. Unknown counts as unlocked, as later errors say more. */
export async function refuseLocked(
  iphone: Pick<Iphone, 'values'>,
  { name }: Pick<IphoneFacts, 'name'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { refused, basic } = await iphone.values([], signal);
    if (basic.PasswordProtected !== true && refused !== 'PasswordProtected') return;
  } catch (error) {
    signal.throwIfAborted();
    if (isDeviceFailure(error)) return;
    throw error;
  }
  throw new LaglensError({
    code: 'device-locked',
    message: name
      ? phrase`${name} is locked, so it starts no app. Nothing was installed.`
      : phrase`The device is locked, so it starts no app. Nothing was installed.`,
    next: phrase`Unlock it, and try again.`,
    action: 'retry',
  });
}
