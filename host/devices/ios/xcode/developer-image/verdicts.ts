import { LaglensError } from '../../../../../core/errors.ts';
import { CORE_DEVICE_IOS, majorVersion } from '../../phone/iphone-facts.ts';
import { LockdownFailure } from '../../protocol/lockdown/lockdown.ts';
import { MountFailure } from '../../protocol/services/image-mounter.ts';
import { FIRST_WITHOUT_OLD_IOS } from '../xcrun/xcode-version.ts';
import type { FoundImages } from './find-image.ts';

const BY_XCODE = 'open the phone once in Xcode’s Devices and Simulators window, unlocked, and wait until it is prepared';
const OLD_XCODE = `an Xcode before ${FIRST_WITHOUT_OLD_IOS}`;

/** @param xcode major version of the selected one */
export function noImage(ios: string, { searchedFolders, images }: FoundImages, xcode: number): LaglensError {
  const major = majorVersion(ios);
  const versions = [...new Set(images.map(({ version }) => version).filter((version) => majorVersion(version) === major))];
  const there = versions.length === 0 ? `none for iOS ${major}` : `those of iOS ${versions.join(', ')} only, which are newer`;
  return new LaglensError({
    code: 'image-missing',
    message: `There is no developer image for iOS ${ios} on this computer, without which the device starts no app with the agent’s options. ${searchedFolders.length === 1 ? 'The one Xcode here has' : `The ${searchedFolders.length} Xcodes here have`} ${there}.`,
    next: `${imageSource(ios, xcode)}; then try again.`,
    action: 'retry',
    output: ['Searched:', ...searchedFolders].join('\n'),
  });
}

/** The begin of a sentence. */
export function imageSource(ios: string, xcode: number): string {
  return xcode >= FIRST_WITHOUT_OLD_IOS
    ? `Put ${OLD_XCODE} that supports iOS ${ios} beside Xcode ${xcode} in the Applications folder: from ${FIRST_WITHOUT_OLD_IOS} on Xcode supports nothing older than iOS ${CORE_DEVICE_IOS}`
    : `Install ${OLD_XCODE} that supports iOS ${ios}, or ${BY_XCODE}`;
}

export function damagedImage(path: string, cause?: unknown): LaglensError {
  return new LaglensError({
    code: 'image-missing',
    message: `Xcode’s developer image at ${path} cannot be used: it or its signature is empty, too large, or cannot be read.`,
    next: `Reinstall that Xcode, or ${BY_XCODE}; then try again.`,
    action: 'retry',
    cause,
  });
}

/** Mounted without effect. */
export function servicesMissing(cause: Error): LaglensError {
  return new LaglensError({
    code: 'image-refused',
    message: 'The developer image was mounted, but the services that come with it do not start.',
    next: 'Restart the device, unlock it, and try again.',
    action: 'retry',
    cause,
  });
}

export function mountFailed(cause: Error, isThere: boolean, { ios, name }: { readonly ios: string; readonly name: string }): LaglensError {
  if (!isThere) {
    return new LaglensError({
      code: 'device-lost',
      message: `${name || 'The device'} went away while its developer image was mounted.`,
      next: 'Connect it again, and try again: nothing of it has to be undone.',
      action: 'retry',
      cause,
    });
  }
  const { code, why, next } = reasons.find(({ pattern }) => pattern.test(saidBy(cause))) ?? unknownReason;
  return new LaglensError({
    code,
    message: `The developer image could not be mounted on iOS ${ios}: ${why}.`,
    next,
    action: 'retry',
    output: cause.message,
    cause,
  });
}

function saidBy(cause: Error): string {
  if (cause instanceof MountFailure) return `${cause.reason} ${cause.detail}`;
  return cause instanceof LockdownFailure ? cause.reason : cause.message;
}

/** Texts of mobile_storage_proxy and lockdownd, as in pymobiledevice3 and libimobiledevice. */
const reasons = [
  {
    pattern: /DeviceLocked|PasswordProtected|device is locked/i,
    code: 'device-locked',
    why: 'the device is locked',
    next: 'Unlock it, and try again.',
  },
  {
    pattern: /developer mode is (?:not enabled|disabled)/i,
    code: 'device-developer-mode',
    why: 'Developer Mode is off',
    next: 'Switch it on (Settings, Privacy & Security, Developer Mode); the device restarts. Then try again.',
  },
  {
    pattern: /signature/i,
    code: 'image-refused',
    why: 'the device refuses the image’s signature',
    next: `Install an Xcode that supports this iOS, or ${BY_XCODE}; then try again.`,
  },
  {
    pattern: /not enough (?:disk )?space|no space left/i,
    code: 'device-full',
    why: 'the device is full',
    next: 'Free some space on it, and try again.',
  },
] as const;

const unknownReason = {
  code: 'image-refused',
  why: 'the device does not take it (see below)',
  next: `Restart the device, unlock it, and try again; if it stays, ${BY_XCODE}.`,
} as const;
