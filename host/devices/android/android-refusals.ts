import { LaglensError } from '../../../core/errors.ts';
import { notDebuggable } from '../errors.ts';
import type { PhoneApp } from './adb/android-phone.ts';

/**
 * True when a command of the system says that it failed: its exit code is often 0 all the same. Only the begin of a line counts, as
 * what is echoed names activities and files. Sources: AOSP ActivityManagerShellCommand.java, ShellCommand.exec.
 */
export function saysError(output: string): boolean {
  return /^(Error\b|Unknown (command|option)\b|Security exception:|Exception occurred\b|[\w.$]+\.[\w$]*(Exception|Error)\b(?!\/))/m.test(
    output,
  );
}

/** What is wrong with the app or its user, by what the system said; undefined when it is something else. */
export function refusal(app: PhoneApp, output: string): LaglensError | undefined {
  if (/not debuggable/i.test(output)) return notDebuggable.android(app.name, output);
  // AOSP enforceShellRestriction: the profile has DISALLOW_DEBUGGING_FEATURES, as work profiles and Samsung's Secure Folder do.
  if (/Shell does not have permission to access user/.test(output)) {
    return new LaglensError({
      code: 'user-restricted',
      message: `User ${app.user} of the device may not be debugged, so adb cannot reach ${app.name} there.`,
      next: 'The owner of a work profile, Secure Folder or second space forbids it: install the app for the main user, or have debugging allowed.',
      action: 'pickApp',
      output,
    });
  }
  if (!/SecurityException|Security exception/.test(output)) return undefined;
  return new LaglensError({
    code: 'attach-refused',
    message: `The device does not let adb attach to ${app.name}.`,
    next: 'On Xiaomi and some other phones switch on “USB debugging (Security settings)” in the developer options, then try again.',
    action: 'retry',
    output,
  });
}
