import { LaglensError } from '../../../../core/errors.ts';
import type { Json } from './json.ts';

/** The reasons of an `NSError` as devicectl writes it, the outermost first: each has one underneath. */
export function reasonsOf(error: Json | undefined): readonly string[] {
  const found: string[] = [];
  for (let at = error; at !== undefined && found.length < 16; ) {
    const user = at.at('userInfo');
    const texts = ['NSLocalizedDescription', 'NSLocalizedFailureReason', 'NSLocalizedRecoverySuggestion'];
    const said = texts.map((name) => user.at(name, 'string').text).filter((text) => text !== '');
    if (said.length === 0) break;
    found.push(...said);
    at = user.at('NSUnderlyingError', 'error');
  }
  return found;
}

/** What is known of the reasons that devices give, as errors with a next step. The sentences are SpringBoard's and installd's. */
export function translated(failed: LaglensError, said: string): LaglensError {
  const { message, output = '' } = failed;
  const known = knownReasons.find(({ pattern }) => pattern.test(said));
  if (known === undefined) return failed;
  return new LaglensError({
    code: known.code,
    message: `${message.split(': ')[0]}: ${known.why}.`,
    next: known.next,
    action: 'retry',
    output: said.trim() || output,
  });
}

const knownReasons = [
  {
    pattern: /not been explicitly trusted by the user|invalid code signature, inadequate entitlements/i,
    code: 'agent-signature',
    why: 'the device does not accept the app’s signature',
    next: 'On the device trust your developer certificate (Settings, General, VPN & Device Management), and build the app once more in Xcode.',
  },
  {
    pattern: /No code signature found|ApplicationVerificationFailed|valid provisioning profile|0xe80080[0-9a-f]{2}/i,
    code: 'agent-signature',
    why: 'the device does not accept the app’s signature',
    next: 'Run the app once from Xcode on this device, so that its provisioning profile names the device; then try again.',
  },
  {
    pattern: /could not be,? unlocked|device (?:is|was) locked|was not, or could not be, unlocked|Locked\b/i,
    code: 'device-locked',
    why: 'the device is locked',
    next: 'Unlock it, and try again.',
  },
  {
    pattern: /Developer Mode (?:is )?disabled|Developer Mode Status: Disabled/i,
    code: 'device-developer-mode',
    why: 'Developer Mode is off',
    next: 'Switch it on (Settings, Privacy & Security, Developer Mode); the device restarts. Then try again.',
  },
  {
    pattern: /developer disk image could not be mounted|DDI|error 12040/i,
    code: 'image-missing',
    why: 'Xcode’s developer image is not on the device',
    next: 'Open Xcode’s Devices and Simulators window with the device unlocked, wait until it is prepared, and try again.',
  },
  {
    pattern: /not enough (?:disk )?space|insufficient (?:storage|space)/i,
    code: 'device-full',
    why: 'the device is full',
    next: 'Free some space on it, and try again.',
  },
  {
    pattern: /device (?:was not found|is not connected|disconnected)|specified device was not found|No provider was found/i,
    code: 'device-lost',
    why: 'the device is gone',
    next: 'Connect it again, and try again.',
  },
] as const;
