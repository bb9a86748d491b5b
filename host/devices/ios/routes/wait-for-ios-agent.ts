import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../../core/errors.ts';
import type { Iphone } from '../phone/iphone.ts';
import type { IphoneFacts } from '../phone/iphone-facts.ts';
import { type DeviceLog, isSceneRefusal, isSignatureRefusal } from '../process/device-log.ts';
import type { ProcessTable } from '../process/ios-process-table.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';

const PAUSE_MS = 50;
const CHECK_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** The first start of a large debug build after its installation takes longer: iOS checks all its pages. */
const NEW_APP_FACTOR = 3;
/** Ports that hardly anybody listens on, below those that systems give to connections (Darwin from 49152 on, Linux from 32768 on). */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767];

/** What of a device is asked while an app starts on it. */
export interface DeviceProbe {
  readonly facts: Pick<IphoneFacts, 'name'>;
  readonly iphone: Pick<Iphone, 'port' | 'isThere'>;
  readonly processes: Pick<ProcessTable, 'running'>;
  /** The port that an agent in the process has written down, where it does so: one that the app carries. */
  embeddedPort?(expected: ExpectedIosAgent, signal: AbortSignal): Promise<number | undefined>;
}

export interface ExpectedIosAgent {
  readonly app: string;
  readonly pid: number;
  readonly port: number;
  /** The agent was to come in by `DYLD_INSERT_LIBRARIES`, as the executable had no room for a load command. */
  readonly isInserted?: boolean;
  /** The app was installed a moment ago. */
  readonly isNew?: boolean;
}

/** A port for the agent: another one for each launch, so that one that another program has is not met twice. */
export function randomPort(): number {
  return randomInt(FIRST_PORT, LAST_PORT + 1);
}

/**
 * Waits until somebody listens on the port that the agent was given: longer for an app that was just installed, as long as its process
 * is seen to run. Throws a verdict when nobody does.
 */
export async function waitForIosAgent(
  device: DeviceProbe,
  expected: ExpectedIosAgent,
  log: DeviceLog,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Duplex> {
  const beganMs = performance.now();
  let checkedMs = beganMs;
  let limitMs = timeoutMs;
  for (;;) {
    const stream = await portOf(device, expected.port, signal);
    if (stream !== undefined) return stream;
    const nowMs = performance.now();
    if (nowMs - checkedMs > CHECK_INTERVAL_MS) {
      const failure = await failureOf(device, expected, log, signal);
      if (failure !== undefined) throw failure;
      checkedMs = performance.now();
    }
    if (nowMs - beganMs > limitMs) {
      const isWorthMore = limitMs === timeoutMs && expected.isNew === true && (await isRunning(device, expected, signal));
      if (!isWorthMore) throw await whySilent(device, expected, log, limitMs, signal);
      limitMs = NEW_APP_FACTOR * timeoutMs;
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}

/** False where nobody can tell. */
async function isRunning({ processes }: DeviceProbe, { pid }: ExpectedIosAgent, signal: AbortSignal): Promise<boolean> {
  return (await processes.running(signal))?.some((each) => each.pid === pid) === true;
}

async function portOf(device: DeviceProbe, port: number, signal: AbortSignal): Promise<Duplex | undefined> {
  try {
    return await device.iphone.port(port, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isDeviceFailure(error)) throw error;
    if (await device.iphone.isThere(signal)) return undefined;
    throw new LaglensError({
      code: 'device-lost',
      message: `${device.facts.name} went away while the app was started.`,
      next: 'Connect it again, and try again.',
      action: 'retry',
      cause: error,
    });
  }
}

/** Why the agent will not come; undefined while it still may. */
async function failureOf(
  device: DeviceProbe,
  expected: ExpectedIosAgent,
  log: DeviceLog,
  signal: AbortSignal,
): Promise<LaglensError | undefined> {
  const lines = log.lines(expected.pid);
  if (lines.some(isSignatureRefusal)) return refused(expected, lines);
  const running = await device.processes.running(signal);
  if (running === undefined || running.some(({ pid }) => pid === expected.pid)) return undefined;
  return new LaglensError({
    code: 'app-died',
    message: `${expected.app} was started with the agent in it, but does not run any more.`,
    next: lines.some(isSceneRefusal)
      ? 'Adopt UIKit’s scene life cycle (UIScene): iOS 27 ends apps that are built with its SDK and have none, with and without Laglens.'
      : 'Start it on the device without Laglens; if it runs then, please report this with the log below.',
    action: 'retry',
    output: lines.join('\n'),
  });
}

function refused({ app }: ExpectedIosAgent, lines: readonly string[]): LaglensError {
  return new LaglensError({
    code: 'agent-signature',
    message: `The device did not let ${app} load the agent: it refuses the library’s signature.`,
    next: 'Build and run the app once from Xcode on this device, so that signing is fresh; then try again. Or link the agent into the app.',
    action: 'retry',
    output: lines.join('\n'),
  });
}

/**
 * Why nobody listens though nothing has failed. That the agent was loaded is known when it wrote a file, which only one that the app carries does;
 * of one that was put into a copy, iOS tells nobody outside whether it was loaded.
 */
async function whySilent(
  device: DeviceProbe,
  expected: ExpectedIosAgent,
  log: DeviceLog,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<LaglensError> {
  const { app, pid, port } = expected;
  const [running, carried] = await Promise.all([device.processes.running(signal), device.embeddedPort?.(expected, signal)]);
  const seconds = `${timeoutMs / 1000} s`;
  const output = log.lines(pid).join('\n');
  if (carried !== undefined) {
    return new LaglensError({
      code: 'connect-failed',
      message: `The agent is in ${app} (process ${pid}) and has said that it listens on port ${carried}, but the one that it was given, ${port}, is closed after ${seconds}.`,
      next: 'Leave the app in the foreground and capture it while it runs, without starting it anew.',
      action: 'retry',
      output,
    });
  }
  const runs = running === undefined ? `${app} was started (whether it still runs, nobody can tell)` : `${app} runs (process ${pid})`;
  const says = log.isFollowed ? 'the device’s log says nothing of a refused library' : 'the device does not give out its log';
  return new LaglensError({
    code: 'agent-load-failed',
    message: `${runs}, but no agent in it listens on port ${port} after ${seconds}. It was not loaded, or could not listen: iOS does not tell which from outside, and ${says}.`,
    next: expected.isInserted
      ? 'Give the executable room for a load command (linker flag -headerpad 0x1000), build it and try again; or link the agent into the app (see docs/ios.md).'
      : 'Leave the app in the foreground and try again: another port is taken. If it stays, link the agent into the app (see docs/ios.md).',
    action: 'retry',
    output,
  });
}
