import type { Duplex } from 'node:stream';
import { waitForAgent } from '../wait-for-agent.ts';
import type { Phone } from './adb/android-phone.ts';
import { failureOf, silenceOf } from './android-agent-failures.ts';
import { type AttachedProcess, hasEmptyLog, isFrozen, readAppStatus } from './app-status.ts';

export interface ExpectedAndroidAgent extends AttachedProcess {
  /** As people know it: `com.example.shop@10`. */
  readonly app: string;
  /** How long the app may take to load it. */
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 100;
const CHECK_MS = 800;

const FROZEN = 'Bring the app to the front: the system has frozen it';
const BUSY = 'Waiting for the app’s main thread, which seems busy';

/**
 * Connects to the agent as soon as it listens. A failed attach is silent, so the process and the device's log are checked. The
 * app's main thread loads the agent and may be busy.
 */
export async function waitForAndroidAgent(
  phone: Phone,
  expected: ExpectedAndroidAgent,
  progress: (step: string) => void,
  signal: AbortSignal,
): Promise<Duplex> {
  const name = socketName(expected);
  return await waitForAgent<Duplex, never>({
    connect: () => phone.socket(name, signal),
    async check() {
      const status = await readAppStatus(phone, expected, signal);
      const failure = failureOf(expected, status);
      if (failure !== undefined) throw failure;
      progress(status.isFrozen ? FROZEN : BUSY);
      return undefined;
    },
    async timedOut() {
      const status = await readAppStatus(phone, expected, signal);
      throw failureOf(expected, status) ?? silenceOf(expected, status, await hasEmptyLog(phone, signal));
    },
    checkMs: CHECK_MS,
    firstPauseMs: FIRST_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    timeoutMs: expected.timeoutMs,
    signal,
  });
}

/** A frozen app does nothing until it comes to the front. */
export async function warnOfFrozen(phone: Phone, { name, pid }: AttachedProcess, progress: (step: string) => void, signal: AbortSignal) {
  if (await isFrozen(phone, name, pid, signal)) progress(FROZEN);
}

export function socketName({ pid, rand }: Pick<ExpectedAndroidAgent, 'pid' | 'rand'>): string {
  return `laglens-${pid}-${rand}`;
}
