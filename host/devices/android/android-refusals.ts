import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { notDebuggable } from '../errors.ts';
import type { PhoneApp } from './adb/android-phone.ts';

/**
 * Failures often exit with 0. Later text may echo activities and files, so only line begins count. Sources: AOSP
 * ActivityManagerShellCommand.java, ShellCommand.exec.
 */
export function saysError(output: string): boolean {
  return /^(Error\b|Unknown (command|option)\b|Security exception:|Exception occurred\b|[\w.$]+\.[\w$]*(Exception|Error)\b(?!\/))/m.test(
    output,
  );
}

/** Errors of the app or its user; undefined for others. */
export function refusal(app: PhoneApp, output: string): LaglensError | undefined {
  if (/not debuggable/i.test(output)) return notDebuggable.android(app.name, output);
  // AOSP enforceShellRestriction: DISALLOW_DEBUGGING_FEATURES of work profiles and Samsung's Secure Folder.
  if (/Shell does not have permission to access user/.test(output)) {
    return new LaglensError({
      code: 'user-restricted',
      message: phrase`User ${app.user} of the device may not be debugged, so adb cannot reach ${app.name} there.`,
      next: phrase`The owner of a work profile, Secure Folder or second space forbids it: install the app for the main user, or have debugging allowed.`,
      action: 'pickApp',
      output,
    });
  }
  if (!/SecurityException|Security exception/.test(output)) return undefined;
  return new LaglensError({
    code: 'attach-refused',
    message: phrase`The device does not let adb attach to ${app.name}.`,
    next: phrase`On Xiaomi and some other phones switch on “USB debugging (Security settings)” in the developer options, then try again.`,
    action: 'retry',
    output,
  });
}
