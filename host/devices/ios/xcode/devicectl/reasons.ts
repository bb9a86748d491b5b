import { LaglensError } from '../../../../../core/errors.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import type { Json } from './devicectl-json.ts';

/** One `NSError` of a chain. */
interface Cause {
  readonly domain: string;
  readonly code: number | undefined;
  /** Localized description, failure reason and recovery suggestion. */
  readonly texts: readonly string[];
}

const MOST_CAUSES = 16;

/** The outermost `NSError` first. */
export function causesOf(error: Json | undefined): readonly Cause[] {
  const found: Cause[] = [];
  for (let at = error; at !== undefined && found.length < MOST_CAUSES; ) {
    const user = at.at('userInfo');
    const names = ['NSLocalizedDescription', 'NSLocalizedFailureReason', 'NSLocalizedRecoverySuggestion'];
    const texts = names.map((name) => user.at(name, 'string').text).filter((text) => text !== '');
    const [domain, code] = [at.at('domain').text, at.at('code').number];
    if (domain === '' && texts.length === 0) break;
    found.push({ domain, code, texts });
    at = user.at('NSUnderlyingError', 'error');
  }
  return found;
}

/**
 * Adds causes and a known next step.
 * @param purpose of the call that failed
 * @param names bundle id and path, which are no reasons
 */
export function translated(failed: LaglensError, causes: readonly Cause[], purpose: string, names: readonly string[]): LaglensError {
  const texts = causes.flatMap((cause) => cause.texts);
  const sentences = texts.map((text) => withoutNames(text, names));
  const known = knownReasons.find(
    ({ errors, sentence }) =>
      causes.some(({ domain, code }) => errors.some((each) => each.domain === domain && each.code === code)) ||
      sentences.some((text) => sentence.test(text)),
  );
  const output = failed.output === undefined ? {} : { output: failed.output };
  if (known === undefined) {
    if (texts.length === 0) return failed;
    const message = phrase`${purpose} did not work: ${texts.slice(0, 2).join(' ')}`;
    return new LaglensError({ code: failed.code, message, next: failed.next, action: 'retry', ...output });
  }
  const message = phrase`${purpose} did not work: ${known.why}.`;
  return new LaglensError({ code: known.code, message, next: known.next, action: 'retry', ...output });
}

/** An app's name may look like a reason. */
function withoutNames(text: string, names: readonly string[]): string {
  const quoted = /“[^“”]*”|"[^"]*"/g;
  return names
    .filter((name) => name !== '')
    .reduce((rest, name) => rest.replaceAll(name, '…'), text)
    .replace(quoted, '…');
}

const SPRINGBOARD = 'FBSOpenApplicationErrorDomain';
const CORE_DEVICE = 'com.apple.dt.CoreDeviceError';
/** `kAMDMobileImageMounterDeviceLocked`, 0xe80000e2. */
const IMAGE_MOUNTER_LOCKED = -402_652_958;

/** First match wins. Texts of SpringBoard, installd and CoreDevice serve for unknown codes. */
const knownReasons = [
  {
    errors: [{ domain: SPRINGBOARD, code: 3 }],
    sentence: /for reason: Security\b|not been explicitly trusted by the user|invalid code signature, inadequate entitlements/i,
    code: 'agent-signature',
    why: phrase`the device does not accept the app’s signature`,
    next: phrase`On the device trust your developer certificate (Settings, General, VPN & Device Management), and build the app once more in Xcode.`,
  },
  {
    errors: [],
    sentence: /No code signature found|\bApplicationVerificationFailed\b|valid provisioning profile|\b0xe80080[0-9a-f]{2}\b/i,
    code: 'agent-signature',
    why: phrase`the device does not accept the app’s signature`,
    next: phrase`Run the app once from Xcode on this device, so that its provisioning profile names the device; then try again.`,
  },
  {
    errors: [
      { domain: SPRINGBOARD, code: 7 },
      { domain: 'com.apple.dt.MobileDeviceErrorDomain', code: IMAGE_MOUNTER_LOCKED },
    ],
    sentence: /for reason: Locked\b|\bnot, or could not be,? unlocked\b|\bdevice (?:is|was|is currently) locked\b/i,
    code: 'device-locked',
    why: phrase`the device is locked`,
    next: phrase`Unlock it, and try again.`,
  },
  {
    errors: [],
    sentence: /\bDeveloper Mode is disabled\b|\bDeveloper Mode Status: Disabled\b/i,
    code: 'device-developer-mode',
    why: phrase`Developer Mode is off`,
    next: phrase`Switch it on (Settings, Privacy & Security, Developer Mode); the device restarts. Then try again.`,
  },
  {
    errors: [{ domain: CORE_DEVICE, code: 12_040 }],
    sentence: /\b[Dd]eveloper [Dd]isk [Ii]mage could not be mounted\b|\bDDI services\b|\b(?:suitable|usable) DDI\b/,
    code: 'image-missing',
    why: phrase`Xcode’s developer image is not on the device`,
    next: phrase`Open the device in Xcode’s list of devices (Device Hub in Xcode 27) while it is unlocked, wait until it is prepared, and try again.`,
  },
  {
    errors: [],
    sentence: /\bnot enough (?:disk )?space\b|\binsufficient (?:storage|space)\b/i,
    code: 'device-full',
    why: phrase`the device is full`,
    next: phrase`Free some space on it, and try again.`,
  },
  {
    // Not found; not located; ended the connection.
    errors: [1000, 1011, 4000].map((code) => ({ domain: CORE_DEVICE, code })),
    sentence: /\bdevice (?:was not found|is not connected|disconnected)\b|\bNo provider was found\b/i,
    code: 'device-lost',
    why: phrase`the device is gone`,
    next: phrase`Connect it again, and try again.`,
  },
] as const;
