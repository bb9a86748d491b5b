import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Phone } from './adb/android-phone.ts';
import { failureOf, silent } from './android-agent-failures.ts';
import { type AttachedProcess, hasEmptyLog, isFrozen, readAppStatus } from './app-status.ts';

/** What is being waited for. */
export interface ExpectedAndroidAgent extends AttachedProcess {
  /** As people know it: `com.example.shop@10`. */
  readonly app: string;
  /** How long the app may take to load it. */
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 100;
const CHECK_INTERVAL_MS = 800;

const FROZEN = 'Bring the app to the front: the system has frozen it';
const BUSY = 'Waiting for the app’s main thread, which seems busy';

/**
 * Waits until the agent listens, and connects to it. Attaching is silent when it fails, so meanwhile the process and the
 * device's log are looked at. The agent is loaded by the app's main thread: when that is busy, this takes as long.
 */
export async function waitForAndroidAgent(
  phone: Phone,
  expected: ExpectedAndroidAgent,
  progress: (step: string) => void,
  signal: AbortSignal,
): Promise<Duplex> {
  const name = socketName(expected);
  const beganMs = performance.now();
  let checkedMs = beganMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const socket = await phone.socket(name, signal);
    if (socket !== undefined) return socket;
    const nowMs = performance.now();
    if (nowMs - checkedMs > CHECK_INTERVAL_MS) {
      checkedMs = nowMs;
      const status = await readAppStatus(phone, expected, signal);
      const failure = failureOf(expected, status);
      if (failure !== undefined) throw failure;
      if (nowMs - beganMs > expected.timeoutMs) throw silent(expected, status, await hasEmptyLog(phone, signal));
      progress(status.isFrozen ? FROZEN : BUSY);
    }
    await pause(pauseMs, undefined, { signal });
  }
}

/** Says at once that a frozen app has to come to the front: it does nothing until then. */
export async function warnOfFrozen(phone: Phone, { name, pid }: AttachedProcess, progress: (step: string) => void, signal: AbortSignal) {
  if (await isFrozen(phone, name, pid, signal)) progress(FROZEN);
}

export function socketName({ pid, rand }: Pick<ExpectedAndroidAgent, 'pid' | 'rand'>): string {
  return `laglens-${pid}-${rand}`;
}
