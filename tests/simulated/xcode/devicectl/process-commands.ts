import { type AppProcess, LaunchRefused } from '../../iphone/apps/app-processes.ts';
import { executableOf } from '../../iphone/apps/installed-app.ts';
import type { Command } from './core-device-server.ts';
import { urlOf } from './devicectl-app-commands.ts';
import { CORE_DEVICE, type Outcome } from './devicectl-result.ts';
import { identifierOf } from './iphones.ts';

interface ListedProcess {
  readonly executable?: string;
  readonly processIdentifier: number;
}

/** `device info processes`: iOS' own, too, some without a path. */
export async function processes({ phone, options }: Command): Promise<Outcome> {
  const system: readonly ListedProcess[] = [{ executable: 'file:///sbin/launchd', processIdentifier: 1 }, { processIdentifier: 7 }];
  const beginning = /^executable\.path BEGINSWITH ["'](.*)["']$/.exec(options.get('--filter') ?? '')?.[1];
  const wanted = [...system, ...phone.processes.all().map(listed)].filter(
    ({ executable = '' }) => beginning === undefined || decodeURI(executable.slice('file://'.length)).startsWith(beginning),
  );
  const text = wanted.map(({ executable = '', processIdentifier }) => `${processIdentifier}   ${executable}`).join('\n');
  return { result: { deviceIdentifier: identifierOf(phone), runningProcesses: wanted }, text };
}

function listed({ app, pid }: AppProcess): ListedProcess {
  return { executable: urlOf(executableOf(app)), processIdentifier: pid };
}

/** `device process launch [--terminate-existing] [--environment-variables JSON] BUNDLE [ARGUMENT…]`. */
export async function launch({ phone, options, rest, variables }: Command): Promise<Outcome> {
  const [bundleId = '', ...given] = rest;
  if (phone.apps.app(bundleId) === undefined) {
    const reason = `The requested application ${bundleId} is not installed.`;
    const recovery = 'Provide a valid bundle identifier.';
    return { error: { domain: CORE_DEVICE, code: 10002, description: 'The application failed to launch.', reason, recovery } };
  }
  const asked: Readonly<Record<string, string>> = JSON.parse(options.get('--environment-variables') ?? options.get('-e') ?? '{}');
  const environment = { ...variables, ...asked };
  const killExisting = options.has('--terminate-existing');
  try {
    const running = await phone.processes.launch(bundleId, { environment, arguments: given, killExisting });
    const result = {
      deviceIdentifier: identifierOf(phone),
      launchOptions: {
        activatedWhenStarted: true,
        arguments: given,
        environmentVariables: { TERM: 'xterm-256color', ...environment },
        platformSpecificOptions: {},
        startStopped: false,
        terminateExistingInstances: killExisting,
        user: { active: true },
      },
      process: { auditToken: [4294967295, 501, 501, 501, 501, running.pid, 0, 5118], ...listed(running) },
    };
    return { result, text: `Launched application with ${bundleId} bundle identifier.` };
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error;
    return refused(bundleId, error);
  }
}

/** SpringBoard's refusal, below CoreDevice's error. */
function refused(bundleId: string, { domain, code, message }: LaunchRefused): Outcome {
  const names: Readonly<Record<number, string>> = { 3: 'Security', 7: 'Locked' };
  const because = {
    domain: 'FBSOpenApplicationServiceErrorDomain',
    code: 1,
    description: `The request to open "${bundleId}" failed.`,
    reason: `The request was denied by service delegate (SBMainWorkspace) for reason: ${names[code] ?? 'Unspecified'} ("${message}").`,
    because: { domain, code, description: message },
  };
  return { error: { domain: CORE_DEVICE, code: 10002, description: 'The application failed to launch.', because } };
}

/** `device process terminate --pid PID [--kill]`. */
export async function terminate({ phone, options }: Command): Promise<Outcome> {
  const pid = Number(options.get('--pid'));
  if (!(await phone.processes.kill(pid))) {
    const because = { domain: 'NSPOSIXErrorDomain', code: 3, description: 'No such process' };
    return { error: { domain: CORE_DEVICE, code: 10004, description: 'Failed to send a signal to the process.', because } };
  }
  const result = { deviceIdentifier: identifierOf(phone), process: { processIdentifier: pid }, signal: { name: 'SIGTERM', value: 15 } };
  return { result, text: 'Sent signal 15.' };
}
