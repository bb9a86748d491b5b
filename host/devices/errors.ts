import { type ErrorCode, LaglensError, type LaglensErrorDetails, type NextAction } from '../../core/errors.ts';
import { phrase } from '../../core/text/phrase.ts';
import type { Problem } from './device.ts';

/** Parts that differ between platforms. */
type Words = Omit<LaglensErrorDetails, 'code' | 'action'>;
type ErrorOf = (words: Words) => LaglensError;

const errorOf =
  (code: ErrorCode, action: NextAction): ErrorOf =>
  (words) =>
    new LaglensError({ code, action, ...words });

const refused = errorOf('app-not-debuggable', 'pickApp');

export const notDebuggable = {
  android: (app: string, output: string): LaglensError =>
    refused({
      message: phrase`${app} is not debuggable, so Android does not let an agent in.`,
      next: phrase`Install a debuggable build of it.`,
      output,
    }),
  androidPackage: (app: string): LaglensError =>
    refused({
      message: phrase`${app} is not debuggable, so Android does not let an agent in.`,
      next: phrase`Install a debuggable build of it; for honest timings one with release settings that is debuggable and not minified.`,
    }),
  /** @param origin such as `App Store` */
  ios: (app: string, origin: string): LaglensError =>
    refused({
      message: phrase`${app} may not be debugged (${origin}), so iOS does not let an agent in.`,
      next: phrase`Build it from its sources and run it from Xcode once, signed for development.`,
    }),
  iosBuild: (): LaglensError =>
    refused({
      message: phrase`This build may not be debugged: its entitlements lack get-task-allow.`,
      next: phrase`Build it for development (Debug configuration, an Apple Development identity) and start again.`,
    }),
  encrypted: (executable: string): LaglensError =>
    refused({
      message: phrase`The executable ${executable} is encrypted: it comes from the App Store.`,
      next: phrase`Build the app from its sources for development, and start again.`,
    }),
  androidRow: {
    code: 'app-not-debuggable',
    why: phrase`not debuggable`,
    next: phrase`Install a debuggable build of it. Android loads agents into no other; for honest timings make one with the settings of release.`,
  },
  iosRow: (origin: string): Problem => ({
    code: 'app-not-debuggable',
    why:
      origin === 'App Store' || origin === 'TestFlight'
        ? phrase`not debuggable (${origin}, encrypted)`
        : phrase`not debuggable (${origin})`,
    next: phrase`Build it from its sources and run it from Xcode once, signed for development; iOS lets an agent into no other.`,
  }),
} as const;

const missing = errorOf('app-not-found', 'pickApp');

function nearText(near: readonly string[]): string {
  const [first, ...more] = near;
  if (first === undefined) return '';
  const all = more.reduce((before, each) => phrase`${before} and ${each}`, first);
  return more.length === 0 ? phrase`; ${first} is there` : phrase`; ${all} are there`;
}

/** @param otherwise the same advice, behind another one */
function nextTo(near: readonly string[], next: string, otherwise: string): string {
  return near[0] === undefined ? next : phrase`Use ${near[0]}? Otherwise: ${otherwise}`;
}

export const notInstalled = {
  /** @param near ids on the device that resemble it */
  android: (app: string, near: readonly string[]): LaglensError =>
    missing({
      message: phrase`${app} is not installed on the device${nearText(near)}.`,
      next: nextTo(near, phrase`Install it, or pick another app.`, phrase`install it, or pick another app.`),
    }),
  androidUser: (app: string, user: number, output: string): LaglensError =>
    missing({
      message: phrase`${app} is not installed for user ${user} of the device.`,
      next: phrase`Install it there, or pick another app.`,
      output,
    }),
  ios: (app: string, near: readonly string[]): LaglensError =>
    missing({
      message: phrase`${app} is not installed on the device, and no build of it was found on this computer${nearText(near)}.`,
      next: nextTo(
        near,
        phrase`Run it on the device from Xcode, or pick another app.`,
        phrase`run it on the device from Xcode, or pick another app.`,
      ),
    }),
  simulator: (app: string, simulator: string, near: readonly string[]): LaglensError =>
    missing({
      message: phrase`${app} is not installed on ${simulator}, and no build of it for simulators was found${nearText(near)}.`,
      next: nextTo(
        near,
        phrase`Build it for this simulator (Xcode: Product, Build), or pick another app.`,
        phrase`build it for this simulator (Xcode: Product, Build), or pick another app.`,
      ),
    }),
  androidRow: {
    code: 'app-not-found',
    why: phrase`not installed on this device`,
    next: phrase`Install it first, for example with Gradle’s install task.`,
  },
  iosRow: {
    code: 'app-not-found',
    why: phrase`not installed on this device`,
    next: phrase`Run it on the device once; without Xcode, Laglens cannot install it.`,
  },
} as const;

const died = errorOf('app-died', 'retry');

export const appDied = {
  androidBefore: (app: string, pid: number, output: string): LaglensError =>
    died({
      message: phrase`Process ${pid} of ${app} ended before the agent could be attached.`,
      next: phrase`Start the app and try again.`,
      output,
    }),
  android: (app: string, pid: number, hasCrashed: boolean, output: string): LaglensError =>
    died({
      message: hasCrashed
        ? phrase`${app} (process ${pid}) ended while the agent was attached: it crashed.`
        : phrase`${app} (process ${pid}) ended while the agent was attached.`,
      next: phrase`Start the app and try again. If it crashes only with the agent in it, please report it with the log below.`,
      output,
    }),
  ios: (app: string, hasNoScene: boolean, output: string): LaglensError =>
    died({
      message: phrase`${app} was started with the agent in it, but does not run any more.`,
      next: hasNoScene
        ? phrase`Adopt UIKit’s scene life cycle (UIScene): iOS 27 ends apps that are built with its SDK and have none, with and without Laglens.`
        : phrase`Start it on the device without Laglens; if it runs then, please report this with the log below.`,
      output,
    }),
  simulator: (app: string): LaglensError =>
    died({
      message: phrase`${app} ended right after its start, with the agent and without it.`,
      next: phrase`Start it from Xcode to see why it ends, mend that, and try again.`,
    }),
  jvm: (pid: number): LaglensError =>
    errorOf(
      'app-died',
      'pickApp',
    )({
      message: phrase`Process ${pid} ended while Laglens attached to it.`,
      next: phrase`Start the program again and select it again.`,
    }),
  iosRow: (app: string): Problem => ({
    code: 'app-died',
    why: phrase`${app} has ended.`,
    next: phrase`Start the capture again; if the app ends again, look at its crash report.`,
  }),
  simulatorRow: { code: 'app-died', why: phrase`The app has ended.`, next: phrase`Start the capture again; it starts the app.` },
} as const;

const attachSilent = errorOf('attach-silent', 'retry');
const notLoaded = errorOf('agent-load-failed', 'retry');
const closed = errorOf('connect-failed', 'retry');

const UNLOGGED = phrase` The device keeps no log, so the reason is not known.`;
const SWITCHED_OFF = phrase` Some vendors switch the log off: Huawei and Honor have a switch in the menu behind *#*#2846579#*#*.`;

export const silent = {
  /** @param isLogOff the device's log is empty */
  android: (app: string, timeoutMs: number, isLogOff: boolean, output: string): LaglensError =>
    attachSilent({
      message: phrase`${app} took the agent but did not load it within ${timeoutMs / 1000} s: its main thread is busy or frozen, or the system swallowed the request.${isLogOff ? UNLOGGED : ''}`,
      next: phrase`Bring the app to the front and wait until it reacts, or restart it; then try again. Or start the capture from the app’s launch.${isLogOff ? SWITCHED_OFF : ''}`,
      output,
    }),
  androidFrozen: (app: string): LaglensError =>
    errorOf(
      'app-frozen',
      'retry',
    )({
      message: phrase`The system has frozen ${app}, as it does with apps in the background, so it did not load the agent.`,
      next: phrase`Bring the app to the front, then try again.`,
    }),
  /** @param embeddedPort reported by the agent */
  iosPort: (app: string, pid: number, embeddedPort: number, port: number, waitedMs: number, output: string): LaglensError =>
    closed({
      message: phrase`The agent is in ${app} (process ${pid}) and has said that it listens on port ${embeddedPort}, but the one that it was given, ${port}, is closed after ${waitedMs / 1000} s.`,
      next: phrase`Leave the app in the foreground and capture it while it runs, without a restart.`,
      output,
    }),
  /** @param isInserted loaded by `DYLD_INSERT_LIBRARIES` */
  ios: (runs: string, port: number, waitedMs: number, logSays: string, isInserted: boolean, output: string): LaglensError =>
    notLoaded({
      message: phrase`${runs}, but no agent in it listens on port ${port} after ${waitedMs / 1000} s. It was not loaded, or could not listen: iOS does not tell which from outside, and ${logSays}.`,
      next: isInserted
        ? phrase`Give the executable room for a load command (linker flag -headerpad 0x1000), build it and try again; or link the agent into the app (see docs/ios.md).`
        : phrase`Leave the app in the foreground and try again: another port is taken. If it stays, link the agent into the app (see docs/ios.md).`,
      output,
    }),
  simulatorPort: (app: string, pid: number, port: number, waitedMs: number): LaglensError =>
    closed({
      message: phrase`The agent is in ${app} (process ${pid}), but its port ${port} did not open within ${waitedMs / 1000} s.`,
      next: phrase`If the app is stopped in a debugger, let it go on. Otherwise another program may have taken the port: try again.`,
    }),
  simulator: (app: string, pid: number, library: string): LaglensError =>
    notLoaded({
      message: phrase`${app} runs as process ${pid}, but without the agent: the simulator skipped the library without a reason.`,
      next: phrase`Restart the simulator and try again. If it stays, link the agent into the app’s debug build: it is found by itself then.`,
      output: library,
    }),
  simulatorCopy: (app: string, port: number): LaglensError =>
    notLoaded({
      message: phrase`${app} is a copy that carries the agent, but no agent in it listens on port ${port}.`,
      next: phrase`Install the app from Xcode once more, which replaces the copy, and try again.`,
    }),
  jvm: (pid: number, timeoutMs: number): LaglensError =>
    attachSilent({
      message: phrase`Process ${pid} did not begin to listen within ${timeoutMs / 1000} s.`,
      next: phrase`It is stopped, started with -XX:+DisableAttachMechanism, or no HotSpot virtual machine. Wake it, or start it without that option.`,
    }),
  jvmLoad: (timeoutMs: number): LaglensError =>
    attachSilent({
      message: phrase`The virtual machine accepted the request to load the agent but did not answer within ${timeoutMs / 1000} s.`,
      next: phrase`It may be stopped in a debugger or in a long garbage collection. Let it go on and try again.`,
    }),
} as const;

/** A known agent takes no connection. */
export const unanswered = {
  android: (app: string, pid: number): LaglensError =>
    closed({ message: phrase`The agent in ${app} (process ${pid}) does not answer.`, next: phrase`Start the capture again.` }),
  ios: (app: string, port: number): LaglensError =>
    closed({
      message: phrase`Nothing listens on port ${port} of the device, where the agent in ${app} was.`,
      next: phrase`Bring the app to the foreground and try again: iOS closes the ports of apps that it suspends. If it stays, start the capture again.`,
    }),
  simulator: (app: string, pid: number, port: number): LaglensError =>
    closed({
      message: phrase`The agent in ${app} (process ${pid}) does not answer on its port ${port}.`,
      next: phrase`Start the capture again. If it stays like this, the app has ended.`,
    }),
  jvm: (pid: number, folder: string, cause: unknown): LaglensError =>
    closed({
      message: phrase`The agent in process ${pid} does not answer on its socket in ${folder}.`,
      next: phrase`Start the capture again. If it stays like this, the program ended or its temporary folder was cleaned.`,
      cause,
    }),
} as const;
