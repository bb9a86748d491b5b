import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { silent } from '../errors.ts';
import type { Xcrun } from '../ios/xcode/xcrun/xcrun.ts';
import { EXTENSION, waitForAgent } from '../wait-for-agent.ts';
import { isSignatureRight } from './agent-copy.ts';
import type { SimulatorProcess } from './app-list.ts';
import { connectedTo } from './ports.ts';
import type { Simctl } from './simctl.ts';

const CONNECT_PAUSE_MS = 20;
const PROCESS_PAUSE_MS = 500;

interface ExpectedSimulatorAgent {
  readonly udid: string;
  readonly process: SimulatorProcess;
  readonly port: number;
  readonly timeoutMs: number;
  /** A loaded library or a new app deserves more time. */
  isWorthMore?(): Promise<boolean>;
}

export interface InsertedAgent extends ExpectedSimulatorAgent {
  /** Inserted by dyld. */
  readonly library: string;
}

/** `silent` at the end of the time. */
type WaitOutcome = Socket | 'ended' | 'silent';

export async function waitForSimulatorAgent(
  { udid, process, port, timeoutMs, isWorthMore }: ExpectedSimulatorAgent,
  simctl: Simctl,
  signal: AbortSignal,
): Promise<WaitOutcome> {
  const over = new AbortController();
  let hasEnded = false;
  const watching = followProcess(udid, process, simctl, AbortSignal.any([signal, over.signal])).then((ended) => {
    hasEnded = ended;
  });
  try {
    return await waitForAgent<Socket, 'ended' | 'silent'>({
      connect: () => connectedTo(port, signal),
      check: async () => (hasEnded ? 'ended' : undefined),
      ...(isWorthMore === undefined ? {} : { isWorthMore }),
      timedOut: async () => (hasEnded || !(await isRunning(udid, process, simctl, signal)) ? 'ended' : 'silent'),
      firstPauseMs: CONNECT_PAUSE_MS,
      longestPauseMs: CONNECT_PAUSE_MS,
      timeoutMs,
      signal,
    });
  } finally {
    over.abort();
    await watching;
  }
}

/** False when no longer needed. */
async function followProcess(udid: string, process: SimulatorProcess, simctl: Simctl, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      await pause(PROCESS_PAUSE_MS, undefined, { signal });
      if (!(await isRunning(udid, process, simctl, signal))) return true;
    }
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Unknown counts as running, except in a simulator that is shut down. */
async function isRunning(udid: string, { pid }: SimulatorProcess, simctl: Simctl, signal: AbortSignal): Promise<boolean> {
  try {
    return (await simctl.processes(udid, signal)).some((each) => each.pid === pid);
  } catch (error) {
    if (error instanceof LaglensError) return error.code !== 'device-offline';
    throw error;
  }
}

/** The agent is missing, perhaps by its signature, or does not listen. */
export async function whySilent(
  { process, library, port, timeoutMs }: InsertedAgent,
  isLoaded: boolean | undefined,
  xcrun: Xcrun,
  signal: AbortSignal,
): Promise<LaglensError> {
  const isSigned = await isSignatureRight(library, xcrun, signal);
  const { bundleId, pid } = process;
  if (isLoaded === true) return silent.simulatorPort(bundleId, pid, port, EXTENSION * timeoutMs);
  if (isSigned === false) {
    return new LaglensError({
      code: 'agent-signature',
      message: phrase`${bundleId} runs without the agent: the library’s signature is not right, so the simulator skipped it.`,
      next: phrase`Try again; if it stays, run “codesign --force --sign - FILE” by hand and see what it says. Troubleshoot Connection names the file.`,
      action: 'retry',
      output: library,
    });
  }
  return silent.simulator(bundleId, pid, library);
}

/** Mapped files by lsof; undefined when unknown. */
export async function isMapped(pid: number, library: string, xcrun: Xcrun, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const call = { purpose: phrase`Listing the libraries of the app`, timeoutMs: 5_000, signal };
    const { code, stdout } = await xcrun.answer('lsof', ['-a', '-d', 'txt', '-F', 'n', '-p', String(pid)], call);
    // macOS links its temporary folder, so only path ends match.
    const end = library.slice(library.indexOf('/laglens-'));
    return code === 0 ? stdout.split('\n').some((line) => line.startsWith('n') && line.endsWith(end)) : undefined;
  } catch (error) {
    if (error instanceof LaglensError) return undefined;
    throw error;
  }
}
