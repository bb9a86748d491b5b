import { LaglensError } from '../../../core/errors.ts';
import type { Phone, PhoneApp } from './phone.ts';
import { commandLine } from './quote.ts';

/**
 * Asks the system to let a process load the agent. That only hands it over: whether it loads shows later.
 * @param agent path and options as the app sees them
 */
export async function attachAgent(phone: Phone, app: PhoneApp, pid: number, agent: string, signal: AbortSignal): Promise<void> {
  const { stdout, stderr, code } = await phone.run(commandLine('am', 'attach-agent', String(pid), agent), signal);
  const output = stdout + stderr;
  if (code !== 0 || /Exception|Error:|Unknown command/.test(output)) throw attachRefused(app, pid, output);
}

/** Starts the app's launcher activity with the agent in it, ending its process first. */
export async function launchWithAgent(phone: Phone, app: PhoneApp, agent: string, signal: AbortSignal): Promise<void> {
  const user = ['--user', String(app.user)];
  const launcher = ['-a', 'android.intent.action.MAIN', '-c', 'android.intent.category.LAUNCHER'];
  const resolved = await phone.run(commandLine('cmd', 'package', 'resolve-activity', '--brief', ...user, ...launcher, app.name), signal);
  const activity = resolved.stdout.trim().split('\n').at(-1)?.trim() ?? '';
  if (!/^[\w.]+\/[\w.$]+$/.test(activity)) {
    throw new LaglensError({
      code: 'launch-failed',
      message: `${app.name} has no activity that a launcher could start.`,
      next: 'Start it as it is usually started, then capture it while it runs.',
      action: 'pickApp',
      output: resolved.stdout + resolved.stderr,
    });
  }
  const start = commandLine('am', 'start', '-S', ...user, ...launcher, '-n', activity, '--attach-agent-bind', agent);
  const { stdout, stderr, code } = await phone.run(start, signal);
  const output = stdout + stderr;
  if (code !== 0 || /^Error|Exception/m.test(output)) throw launchFailed(app, output);
}

function launchFailed(app: PhoneApp, output: string): LaglensError {
  if (/not debuggable/i.test(output)) return notDebuggable(app, output);
  return new LaglensError({
    code: 'launch-failed',
    message: `The device did not start ${app.name}.`,
    next: 'Unlock the screen, start it once by hand, and try again; what the device said is below.',
    action: 'retry',
    output,
  });
}

function attachRefused(app: PhoneApp, pid: number, output: string): LaglensError {
  if (/not debuggable/i.test(output)) return notDebuggable(app, output);
  if (/Unknown process/.test(output)) {
    return new LaglensError({
      code: 'app-died',
      message: `Process ${pid} of ${app.name} ended before the agent could be attached.`,
      next: 'Start the app and try again.',
      action: 'retry',
      output,
    });
  }
  if (/SecurityException/.test(output)) {
    return new LaglensError({
      code: 'attach-refused',
      message: `The device does not let adb attach to ${app.name}.`,
      next: 'On Xiaomi and some other phones switch on “USB debugging (Security settings)” in the developer options, then try again.',
      action: 'retry',
      output,
    });
  }
  return new LaglensError({
    code: 'attach-refused',
    message: `The device refused to attach the agent to ${app.name} (process ${pid}).`,
    next: 'Restart the app and try again; what the device said is below.',
    action: 'retry',
    output,
  });
}

function notDebuggable(app: PhoneApp, output: string): LaglensError {
  return new LaglensError({
    code: 'app-not-debuggable',
    message: `${app.name} is not debuggable, so Android does not let an agent in.`,
    next: 'Install a debuggable build of it.',
    action: 'pickApp',
    output,
  });
}
