import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { appDied } from '../errors.ts';
import type { Phone, PhoneApp } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import { refusal, saysError } from './android-refusals.ts';
import { type Launcher, MAIN_ACTION } from './launchers.ts';

/**
 * Hands the agent over; the app loads it later.
 * @param agent path and options as the app sees them
 */
export async function attachAgent(phone: Phone, app: PhoneApp, pid: number, agent: string, signal: AbortSignal): Promise<void> {
  const { stdout, stderr, code } = await phone.run(commandLine('am', 'attach-agent', String(pid), agent), signal);
  const output = stdout + stderr;
  if (code !== 0 || saysError(output)) throw attachRefused(app, pid, output);
}

/** Ends a running process of the app first. */
export async function launchWithAgent(
  phone: Phone,
  app: PhoneApp,
  { component, category }: Launcher,
  agent: string,
  signal: AbortSignal,
): Promise<void> {
  const intent = ['--user', String(app.user), '-a', MAIN_ACTION, '-c', category, '-n', component];
  const start = commandLine('am', 'start', '-S', ...intent, '--attach-agent-bind', agent);
  const { stdout, stderr, code } = await phone.run(start, signal);
  const output = stdout + stderr;
  if (code !== 0 || saysError(output)) throw refusal(app, output) ?? launchFailed(app, output);
}

function launchFailed(app: PhoneApp, output: string): LaglensError {
  return new LaglensError({
    code: 'launch-failed',
    message: phrase`The device did not start ${app.name}.`,
    next: phrase`Unlock the screen, start it once by hand, and try again; what the device said is below.`,
    action: 'retry',
    output,
  });
}

function attachRefused(app: PhoneApp, pid: number, output: string): LaglensError {
  if (/Unknown process/.test(output)) return appDied.androidBefore(app.name, pid, output);
  return (
    refusal(app, output) ??
    new LaglensError({
      code: 'attach-refused',
      message: phrase`The device refused to attach the agent to ${app.name} (process ${pid}).`,
      next: phrase`Restart the app and try again; what the device said is below.`,
      action: 'retry',
      output,
    })
  );
}
