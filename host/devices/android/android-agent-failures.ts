import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { appDied, silent } from '../errors.ts';
import type { AppStatus } from './app-status.ts';
import type { ExpectedAndroidAgent } from './wait-for-android-agent.ts';

/** Undefined while the agent may still come. */
export function failureOf(expected: ExpectedAndroidAgent, status: AppStatus): LaglensError | undefined {
  if (!status.isAlive) return died(expected, [...status.crash, ...status.agent].join('\n'));
  if (status.agent.some((line) => isLastRefusal(line, expected.rand))) return notLoaded(expected, status);
  return status.agent.some(isOwnFailure) ? notAtWork(expected, status.agent.join('\n')) : undefined;
}

/**
 * Android 9 and newer try the app's class loader before none, so the first refusal is not final. Source: AOSP
 * ActivityThread.handleAttachAgent.
 */
function isLastRefusal(line: string, rand: string): boolean {
  return line.includes(rand) && /Attaching agent (with null )?failed/.test(line);
}

/** Messages of device-agents/android. */
function isOwnFailure(line: string): boolean {
  return / laglens *: .*(cannot listen|cannot start|no environment)/.test(line);
}

function died({ app, pid }: ExpectedAndroidAgent, output: string): LaglensError {
  return appDied.android(app, pid, /Fatal signal|FATAL EXCEPTION|signal \d+ \(/.test(output), output);
}

function notLoaded({ app, rand }: ExpectedAndroidAgent, { agent, domain }: AppStatus): LaglensError {
  const output = agent.join('\n');
  if (/instead of (EM_|64-bit|32-bit)|is 32-bit|is 64-bit|bad ELF/.test(output)) {
    return new LaglensError({
      code: 'agent-abi',
      message: phrase`${app} runs in another ABI than its package says, so the agent does not fit.`,
      next: phrase`Install the app with the device’s own ABI (adb install --abi), then try again.`,
      action: 'retry',
      output,
    });
  }
  // Other and permissive denials are unrelated.
  const isDenied = agent.some((line) => line.includes(rand) && /Permission denied|avc:\s+denied(?!.*permissive=1)/.test(line));
  if (isDenied && domain !== '' && !domain.startsWith('untrusted_app')) return otherDomain(app, domain, output);
  return new LaglensError({
    code: isDenied ? 'attach-refused' : 'agent-load-failed',
    message: isDenied ? phrase`The device’s SELinux policy does not let ${app} load the agent.` : phrase`${app} could not load the agent.`,
    next: isDenied
      ? phrase`Android’s own policy allows it, so the vendor has changed it: use an emulator or another device.`
      : phrase`Restart the app and try again; what the device’s log says is below.`,
    action: 'retry',
    output,
  });
}

/** Source: AOSP system/sepolicy/private/{platform_app,priv_app,system_app}.te have no `execute` on app_data_file. */
function otherDomain(app: string, domain: string, output: string): LaglensError {
  const why = domain === 'platform_app' ? phrase`is signed with the platform’s key` : phrase`runs as the system’s own (${domain})`;
  return new LaglensError({
    code: 'attach-refused',
    message: phrase`${app} ${why}, and Android lets such apps run no code from their folder, which the agent is.`,
    next: phrase`Install a build that is signed with another key, as an ordinary app; or use a system image whose SELinux is permissive.`,
    action: 'pickApp',
    output,
  });
}

function notAtWork({ app }: ExpectedAndroidAgent, output: string): LaglensError {
  return new LaglensError({
    code: 'agent-load-failed',
    message: phrase`${app} loaded the agent, but the agent cannot work there.`,
    next: phrase`Restart the app and try again; what the agent says in the device’s log is below.`,
    action: 'retry',
    output,
  });
}

/** @param isLogOff the device's log is empty */
export function silenceOf({ app, timeoutMs }: ExpectedAndroidAgent, status: AppStatus, isLogOff: boolean): LaglensError {
  if (status.isFrozen) return silent.androidFrozen(app);
  return silent.android(app, timeoutMs, isLogOff, [...status.agent, ...status.crash].join('\n'));
}
