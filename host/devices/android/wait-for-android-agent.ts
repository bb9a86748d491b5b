import type { Duplex } from 'node:stream';
import { phrase } from '../../../core/text/phrase.ts';
import { waitForAgent } from '../wait-for-agent.ts';
import type { Phone } from './adb/android-phone.ts';
import { failureOf, silenceOf } from './android-agent-failures.ts';
import { type AttachedProcess, hasEmptyLog, isFrozen, readAppStatus } from './app-status.ts';

export interface ExpectedAndroidAgent extends AttachedProcess {
  /** Such as `com.example.shop@10`. */
  readonly app: string;
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 100;
const CHECK_MS = 800;

const FROZEN = phrase`Bring the app to the front: the system has frozen it`;
const BUSY = phrase`Waiting for the app’s main thread, which seems busy`;

/** A failed attach is silent, so the process and the log are checked. A busy main thread delays loading. */
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
