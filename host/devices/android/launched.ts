import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { timeoutSignal } from '../../time-limits.ts';
import type { AppProcess } from '../device.ts';
import type { Phone } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import type { DeviceApps } from './device-apps.ts';

const POLL_MS = 60;
const TIMEOUT_MS = 15_000;
/** After this time the likeliest process is taken without a socket. */
const SOCKET_MS = 3_000;

/**
 * The process whose agent opened the socket, as activities may run in any process. Otherwise the main process, which
 * is then checked for reasons.
 * @param rand part of the socket's name
 */
export async function launchedProcess(phone: Phone, apps: DeviceApps, app: string, rand: string, signal: AbortSignal): Promise<AppProcess> {
  const patience = timeoutSignal(TIMEOUT_MS);
  const within = AbortSignal.any([signal, patience]);
  const beganMs = performance.now();
  let seen: AppProcess | undefined;
  try {
    for (;;) {
      const [running, holder] = await Promise.all([apps.runningProcesses({ app }, within), socketHolder(phone, rand, within)]);
      const owner = running.find(({ pid }) => pid === holder);
      if (owner !== undefined) return owner;
      const hasEnded = seen !== undefined && running.length === 0;
      seen = running[0] ?? seen;
      const isInVain = holder === 'hidden' || hasEnded || performance.now() - beganMs > SOCKET_MS;
      if (seen !== undefined && isInVain) return seen;
      await pause(POLL_MS, undefined, { signal: within });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!patience.aborted) throw error;
    throw notThere(app, error);
  }
}

/** adb's shell may list abstract sockets. */
async function socketHolder(phone: Phone, rand: string, signal: AbortSignal): Promise<number | 'hidden' | undefined> {
  const { stdout, code } = await phone.run(commandLine('grep', '-aoE', `laglens-[0-9]+-${rand}`, '/proc/net/unix'), signal);
  const pid = /^laglens-(\d+)-/m.exec(stdout)?.[1];
  if (pid !== undefined) return Number(pid);
  // grep: 1 without a match, 2 without access.
  return code > 1 ? 'hidden' : undefined;
}

function notThere(app: string, cause: unknown): LaglensError {
  return new LaglensError({
    code: 'launch-failed',
    message: phrase`${app} was started, but no process of it appeared within ${TIMEOUT_MS / 1000} s.`,
    next: phrase`Unlock the screen, start it once by hand, and try again.`,
    action: 'retry',
    cause,
  });
}
