import { LaglensError } from '../../../../core/errors.ts';

interface Refusal {
  /** Of the phone's answer. Sources: AOSP android.content.pm.PackageManager (INSTALL_FAILED_…), vendors' words. */
  readonly sign: RegExp;
  readonly message: string;
  readonly next: string;
}

const refusals: readonly Refusal[] = [
  {
    sign: /INSTALL_FAILED_USER_RESTRICTED/,
    message: 'The phone does not allow apps to be installed over USB.',
    next: 'Turn on “Install via USB” in the developer options, and confirm the question on the unlocked phone. A managed phone may forbid it.',
  },
  {
    sign: /INSTALL_FAILED_ABORTED/,
    message: 'The installation was declined on the phone.',
    next: 'Try again, and confirm the question on the unlocked phone.',
  },
  {
    sign: /INSTALL_FAILED_VERIFICATION_(?:FAILURE|TIMEOUT)/,
    message: 'The phone’s scanner of apps did not let the sample app pass.',
    next: 'Turn off “Verify apps over USB” in the developer options, and try again.',
  },
  {
    sign: /INSTALL_FAILED_INSUFFICIENT_STORAGE|not enough space/i,
    message: 'The phone’s storage is full.',
    next: 'Free some space on the phone, and try again.',
  },
  {
    sign: /INSTALL_FAILED_OLDER_SDK/,
    message: 'The phone’s Android is older than 9, which the sample app needs.',
    next: 'Verify a phone with Android 9 or newer.',
  },
  {
    sign: /INSTALL_FAILED_(?:UPDATE_INCOMPATIBLE|SHARED_USER_INCOMPATIBLE)|signatures do not match/i,
    message: 'The phone has another app of the sample app’s name, with another signature.',
    next: 'Remove dev.laglens.sample from the phone, if it is not needed, and try again.',
  },
  {
    sign: /SecurityException|DISALLOW_(?:INSTALL_APPS|DEBUGGING_FEATURES)|no_(?:install_apps|debugging_features)/,
    message: 'The phone’s owner forbids installing apps.',
    next: 'Verify a phone without such a policy, or leave the sample app out.',
  },
];

/** @param answer the phone's words */
export function refusedInstall(answer: string): LaglensError {
  const known = refusals.find(({ sign }) => sign.test(answer));
  return new LaglensError({
    code: 'install-failed',
    message: known?.message ?? 'The sample app could not be installed.',
    next: known?.next ?? 'The phone’s own words are below. Unlock the screen, and try again.',
    action: 'retry',
    output: answer,
  });
}
