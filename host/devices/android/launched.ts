import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { timeoutSignal } from '../../time-limits.ts';
import type { AppProcess } from '../device.ts';
import type { Phone } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import type { DeviceApps } from './device-apps.ts';

const POLL_MS = 60;
const TIMEOUT_MS = 15_000;
/** An agent that has not opened its socket by then may never do so; the likeliest process is looked into then. */
const SOCKET_MS = 3_000;

/**
 * The process that a launch began: the one whose agent opened the socket, as an activity may run in a process of any name beside
 * others of the app. Without such a socket it is the app's main process, which is asked for reasons afterwards.
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

/** Id of the process that listens by a name with `rand` in it; names of abstract sockets are open to adb's shell. */
async function socketHolder(phone: Phone, rand: string, signal: AbortSignal): Promise<number | 'hidden' | undefined> {
  const { stdout, code } = await phone.run(commandLine('grep', '-aoE', `laglens-[0-9]+-${rand}`, '/proc/net/unix'), signal);
  const pid = /^laglens-(\d+)-/m.exec(stdout)?.[1];
  if (pid !== undefined) return Number(pid);
  // grep's own: 1 when there is no such line, 2 when it may not read the file.
  return code > 1 ? 'hidden' : undefined;
}

function notThere(app: string, cause: unknown): LaglensError {
  return new LaglensError({
    code: 'launch-failed',
    message: `${app} was started, but no process of it appeared within ${TIMEOUT_MS / 1000} s.`,
    next: 'Unlock the screen, start it once by hand, and try again.',
    action: 'retry',
    cause,
  });
}
