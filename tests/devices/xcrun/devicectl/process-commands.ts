import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDict } from '../../../../host/devices/ios/plist/value.ts';
import { readXmlPlist } from '../../../../host/devices/ios/plist/xml.ts';
import { type InstalledApp, installedApp } from '../apps.ts';
import { endApp, type RunningApp, runningApps, startApp } from '../processes.ts';
import { signaturesOf } from '../signing/read-signature.ts';
import { installationUrl } from './app-commands.ts';
import type { Command } from './devicectl.ts';
import { iphoneFolder } from './iphones.ts';
import { CORE_DEVICE, type Outcome } from './result.ts';

const CHILD_PREFIX = 'DEVICECTL_CHILD_';

/** `device info processes`: those of iOS itself stand there, too. */
export async function processes({ phone, xcode, options }: Command): Promise<Outcome> {
  const running = (await runningApps(iphoneFolder(xcode, phone))).map(listed);
  const system = [{ executable: 'file:///sbin/launchd', processIdentifier: 1 }, { processIdentifier: 7 }];
  const beginning = /^executable\.path BEGINSWITH ["'](.*)["']$/.exec(options.get('--filter') ?? '')?.[1];
  const all: readonly { readonly executable?: string; readonly processIdentifier: number }[] = [...system, ...running];
  const wanted = all.filter(
    ({ executable = '' }) => beginning === undefined || decodeURI(executable.slice('file://'.length)).startsWith(beginning),
  );
  const text = wanted.map(({ executable = '', processIdentifier }) => `${processIdentifier}   ${executable}`).join('\n');
  return { result: { deviceIdentifier: phone.identifier, runningProcesses: wanted }, text };
}

function listed({ executable, pid }: RunningApp) {
  return { executable: installationUrl(executable).replace(/\/$/, ''), processIdentifier: pid };
}

/** `device process launch [--terminate-existing] [--environment-variables JSON] BUNDLE [ARGUMENT…]`. */
export async function launch({ phone, options, rest, xcode }: Command): Promise<Outcome> {
  const [bundleId = '', ...given] = rest;
  const folder = iphoneFolder(xcode, phone);
  const app = await installedApp(folder, bundleId);
  if (app === undefined) return refused(`The requested application ${bundleId} is not installed.`, 'Provide a valid bundle identifier.');
  if (phone.isLocked) return locked(bundleId);
  const before = (await runningApps(folder)).find((each) => each.bundleId === bundleId);
  if (before !== undefined && options.has('--terminate-existing')) await endApp(before);
  const asked: Readonly<Record<string, string>> = JSON.parse(options.get('--environment-variables') ?? options.get('-e') ?? '{}');
  const handedOn = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith(CHILD_PREFIX) ? [[name.slice(CHILD_PREFIX.length), value]] : [],
  );
  const variables = { ...Object.fromEntries(handedOn), ...asked };
  const running =
    before !== undefined && !options.has('--terminate-existing')
      ? before
      : await startApp({
          command: [...(await xcode.setup()).loader, '--home', app.data, '--bundle-id', bundleId],
          arguments: [join(app.bundle, app.executable), ...given],
          variables: { HOME: app.data, CFFIXED_USER_HOME: app.data, ...(await heeded(app, variables)) },
          app: { bundleId, executable: join(app.bundle, app.executable), inserted: [] },
          folder,
        });
  const result = {
    deviceIdentifier: phone.identifier,
    launchOptions: {
      activatedWhenStarted: true,
      arguments: given,
      environmentVariables: { TERM: 'xterm-256color', ...variables },
      platformSpecificOptions: {},
      startStopped: false,
      terminateExistingInstances: options.has('--terminate-existing'),
      user: { active: true },
    },
    process: { auditToken: [4294967295, 501, 501, 501, 501, running.pid, 0, 5118], ...listed(running) },
  };
  return { result, text: `Launched application with ${bundleId} bundle identifier.` };
}

/** dyld heeds its variables only in processes that may be debugged; paths in them are the phone's. */
async function heeded(app: InstalledApp, variables: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const [signature] = signaturesOf(await readFile(join(app.bundle, app.executable)));
  const entitlements =
    signature?.directory === undefined || signature.entitlements === '' ? undefined : readXmlPlist(signature.entitlements);
  if (isDict(entitlements) && entitlements['get-task-allow'] === true) return variables;
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('DYLD_')));
}

function refused(reason: string, recovery?: string): Outcome {
  const description = 'The application failed to launch.';
  return { error: { domain: CORE_DEVICE, code: 10002, description, reason, ...(recovery === undefined ? {} : { recovery }) } };
}

function locked(bundleId: string): Outcome {
  const said = `Unable to launch ${bundleId} because the device was not, or could not be, unlocked`;
  const because = {
    domain: 'FBSOpenApplicationServiceErrorDomain',
    code: 1,
    description: `The request to open "${bundleId}" failed.`,
    reason: `The request was denied by service delegate (SBMainWorkspace) for reason: Locked ("${said}").`,
    because: { domain: 'FBSOpenApplicationErrorDomain', code: 7, description: said },
  };
  return { error: { domain: CORE_DEVICE, code: 10002, description: 'The application failed to launch.', because } };
}

/** `device process terminate --pid PID [--kill]`. */
export async function terminate({ phone, options, xcode }: Command): Promise<Outcome> {
  const pid = Number(options.get('--pid'));
  const app = (await runningApps(iphoneFolder(xcode, phone))).find((each) => each.pid === pid);
  if (app === undefined) {
    const because = { domain: 'NSPOSIXErrorDomain', code: 3, description: 'No such process' };
    return { error: { domain: CORE_DEVICE, code: 10004, description: 'Failed to send a signal to the process.', because } };
  }
  await endApp(app);
  return {
    result: { deviceIdentifier: phone.identifier, process: { processIdentifier: pid }, signal: { name: 'SIGTERM', value: 15 } },
    text: 'Sent signal 15.',
  };
}
