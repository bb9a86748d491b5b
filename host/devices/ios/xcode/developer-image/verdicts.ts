import { LaglensError } from '../../../../../core/errors.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import { CORE_DEVICE_IOS, majorVersion } from '../../phone/iphone-facts.ts';
import { LockdownFailure } from '../../protocol/lockdown/lockdown.ts';
import { MountFailure } from '../../protocol/services/image-mounter.ts';
import { FIRST_WITHOUT_OLD_IOS } from '../xcrun/xcode-version.ts';
import type { FoundImages } from './find-image.ts';

const BY_XCODE = phrase`open the phone once in Xcode’s Devices and Simulators window, unlocked, and wait until it is prepared`;
const THE_DEVICE = phrase`The device`;

/** @param xcode major version of the selected one */
export function noImage(ios: string, { searchedFolders, images }: FoundImages, xcode: number): LaglensError {
  const major = majorVersion(ios);
  const versions = [...new Set(images.map(({ version }) => version).filter((version) => majorVersion(version) === major))];
  const there = versions.length === 0 ? phrase`none for iOS ${major}` : phrase`those of iOS ${versions.join(', ')} only, which are newer`;
  const here = searchedFolders.length === 1 ? phrase`The one Xcode here has` : phrase`The ${searchedFolders.length} Xcodes here have`;
  return new LaglensError({
    code: 'image-missing',
    message: phrase`There is no developer image for iOS ${ios} on this computer, without which the device starts no app with the agent’s options. ${here} ${there}.`,
    next: phrase`${imageSource(ios, xcode)}; then try again.`,
    action: 'retry',
    output: ['Searched:', ...searchedFolders].join('\n'),
  });
}

/** The begin of a sentence. */
export function imageSource(ios: string, xcode: number): string {
  return xcode >= FIRST_WITHOUT_OLD_IOS
    ? phrase`Put an Xcode before ${FIRST_WITHOUT_OLD_IOS} that supports iOS ${ios} beside Xcode ${xcode} in the Applications folder: from ${FIRST_WITHOUT_OLD_IOS} on Xcode supports nothing older than iOS ${CORE_DEVICE_IOS}`
    : phrase`Install an Xcode before ${FIRST_WITHOUT_OLD_IOS} that supports iOS ${ios}, or ${BY_XCODE}`;
}

export function damagedImage(path: string, cause?: unknown): LaglensError {
  return new LaglensError({
    code: 'image-missing',
    message: phrase`Xcode’s developer image at ${path} cannot be used: it or its signature is empty, too large, or cannot be read.`,
    next: phrase`Reinstall that Xcode, or ${BY_XCODE}; then try again.`,
    action: 'retry',
    cause,
  });
}

/** Mounted without effect. */
export function servicesMissing(cause: Error): LaglensError {
  return new LaglensError({
    code: 'image-refused',
    message: phrase`The developer image was mounted, but the services that come with it do not start.`,
    next: phrase`Restart the device, unlock it, and try again.`,
    action: 'retry',
    cause,
  });
}

export function mountFailed(cause: Error, isThere: boolean, { ios, name }: { readonly ios: string; readonly name: string }): LaglensError {
  if (!isThere) {
    return new LaglensError({
      code: 'device-lost',
      message: phrase`${name === '' ? THE_DEVICE : name} went away while its developer image was mounted.`,
      next: phrase`Connect it again, and try again: nothing of it has to be undone.`,
      action: 'retry',
      cause,
    });
  }
  const { code, why, next } = reasons.find(({ pattern }) => pattern.test(saidBy(cause))) ?? unknownReason;
  return new LaglensError({
    code,
    message: phrase`The developer image could not be mounted on iOS ${ios}: ${why}.`,
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
    why: phrase`the device is locked`,
    next: phrase`Unlock it, and try again.`,
  },
  {
    pattern: /developer mode is (?:not enabled|disabled)/i,
    code: 'device-developer-mode',
    why: phrase`Developer Mode is off`,
    next: phrase`Switch it on (Settings, Privacy & Security, Developer Mode); the device restarts. Then try again.`,
  },
  {
    pattern: /signature/i,
    code: 'image-refused',
    why: phrase`the device refuses the image’s signature`,
    // Composed when shown: only so many texts with values are remembered.
    get next() {
      return phrase`Install an Xcode that supports this iOS, or ${BY_XCODE}; then try again.`;
    },
  },
  {
    pattern: /not enough (?:disk )?space|no space left/i,
    code: 'device-full',
    why: phrase`the device is full`,
    next: phrase`Free some space on it, and try again.`,
  },
] as const;

const unknownReason = {
  code: 'image-refused',
  why: phrase`the device does not take it (see below)`,
  get next() {
    return phrase`Restart the device, unlock it, and try again; if it stays, ${BY_XCODE}.`;
  },
} as const;
