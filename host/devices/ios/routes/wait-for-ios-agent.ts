import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { appDied, silent } from '../../errors.ts';
import { waitForAgent } from '../../wait-for-agent.ts';
import type { ProcessTable } from '../apps/ios-process-table.ts';
import { type DeviceLog, isSceneRefusal, isSignatureRefusal } from '../link/device-log.ts';
import type { Iphone } from '../phone/iphone.ts';
import type { IphoneFacts } from '../phone/iphone-facts.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';

const PAUSE_MS = 50;
const CHECK_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** Rarely used ports below the systems' own ranges (Darwin from 49152, Linux from 32768). */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767];

export interface DeviceProbe {
  readonly facts: Pick<IphoneFacts, 'name'>;
  readonly iphone: Pick<Iphone, 'port' | 'isThere'>;
  readonly processes: Pick<ProcessTable, 'running'>;
  /** Written by an embedded agent. */
  embeddedPort?(expected: ExpectedIosAgent, signal: AbortSignal): Promise<number | undefined>;
}

interface ExpectedIosAgent {
  readonly app: string;
  readonly pid: number;
  readonly port: number;
  /** The executable had no room for a load command. */
  readonly isInserted?: boolean;
  /** Just installed. */
  readonly isNew?: boolean;
}

/** Random, so a taken port does not repeat. */
export function randomPort(): number {
  return randomInt(FIRST_PORT, LAST_PORT + 1);
}

/** Throws a verdict when the agent does not listen. */
export async function waitForIosAgent(
  device: DeviceProbe,
  expected: ExpectedIosAgent,
  log: DeviceLog,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Duplex> {
  return await waitForAgent<Duplex, never>({
    connect: () => portOf(device, expected.port, signal),
    async check() {
      const failure = await failureOf(device, expected, log, signal);
      if (failure !== undefined) throw failure;
      return undefined;
    },
    isWorthMore: async () => expected.isNew === true && (await isRunning(device, expected, signal)),
    async timedOut(waitedMs) {
      throw await whySilent(device, expected, log, waitedMs, signal);
    },
    checkMs: CHECK_MS,
    firstPauseMs: PAUSE_MS,
    longestPauseMs: PAUSE_MS,
    timeoutMs,
    signal,
  });
}

/** False when unknown. */
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
      message: phrase`${device.facts.name} went away while the app was started.`,
      next: phrase`Connect it again, and try again.`,
      action: 'retry',
      cause: error,
    });
  }
}

/** Undefined while the agent may still come. */
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
  return appDied.ios(expected.app, lines.some(isSceneRefusal), lines.join('\n'));
}

function refused({ app }: ExpectedIosAgent, lines: readonly string[]): LaglensError {
  return new LaglensError({
    code: 'agent-signature',
    message: phrase`The device did not let ${app} load the agent: it refuses the library’s signature.`,
    next: phrase`Build and run the app once from Xcode on this device, so that signing is fresh; then try again. Or link the agent into the app.`,
    action: 'retry',
    output: lines.join('\n'),
  });
}

/** Only embedded agents write a file that proves loading. */
async function whySilent(
  device: DeviceProbe,
  expected: ExpectedIosAgent,
  log: DeviceLog,
  waitedMs: number,
  signal: AbortSignal,
): Promise<LaglensError> {
  const { app, pid, port, isInserted = false } = expected;
  const [running, embeddedPort] = await Promise.all([device.processes.running(signal), device.embeddedPort?.(expected, signal)]);
  const output = log.lines(pid).join('\n');
  if (embeddedPort !== undefined) return silent.iosPort(app, pid, embeddedPort, port, waitedMs, output);
  const runs =
    running === undefined ? phrase`${app} was started (it is not known whether it still runs)` : phrase`${app} runs (process ${pid})`;
  const logSays = log.isFollowed
    ? phrase`the device’s log says nothing of a refused library`
    : phrase`the device does not give out its log`;
  return silent.ios(runs, port, waitedMs, logSays, isInserted, output);
}
