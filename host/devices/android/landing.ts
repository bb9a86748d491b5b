import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import type { Phone } from './phone.ts';
import { commandLine } from './quote.ts';

/** What is being waited for. */
export interface Expected {
  readonly app: string;
  readonly pid: number;
  /** Part of the names of the agent's files and socket. */
  readonly rand: string;
  /** How long the app may take to load it. */
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 100;
const LOOK_MS = 800;
const LOG_LINES = 400;

/**
 * Waits until the agent listens, and connects to it. Attaching is silent when it fails, so meanwhile the process and the
 * device's log are looked at. The agent is loaded by the app's main thread: when that is busy, this takes as long.
 */
export async function awaitAgent(phone: Phone, expected: Expected, progress: (step: string) => void, signal: AbortSignal): Promise<Duplex> {
  const name = socketName(expected);
  const beganMs = performance.now();
  let lookedMs = beganMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const socket = await phone.socket(name, signal);
    if (socket !== undefined) return socket;
    const nowMs = performance.now();
    if (nowMs - lookedMs > LOOK_MS) {
      lookedMs = nowMs;
      const failure = await failureOf(phone, expected, signal);
      if (failure !== undefined) throw failure;
      progress('Waiting for the app’s main thread, which seems busy');
    }
    if (nowMs - beganMs > expected.timeoutMs) throw silent(expected);
    await pause(pauseMs, undefined, { signal });
  }
}

export function socketName({ pid, rand }: Expected): string {
  return `laglens-${pid}-${rand}`;
}

/** Why the agent will not come; undefined while it still may. */
export async function failureOf(phone: Phone, expected: Expected, signal: AbortSignal): Promise<LaglensError | undefined> {
  const status = commandLine('cat', `/proc/${expected.pid}/cmdline`);
  const log = commandLine('logcat', '-d', '-t', String(LOG_LINES), '-v', 'threadtime');
  const { stdout } = await phone.run(`${status} 2>/dev/null | grep -q . && echo alive || echo gone; ${log}`, signal);
  const [state = '', ...lines] = stdout.split('\n');
  const about = lines.filter((line) => line.includes(expected.rand) || isCrash(line, expected.pid));
  if (state.trim() === 'gone') return died(expected, about.join('\n'));
  const failed = about.filter((line) => /Agent attach failed|Unable to dlopen|Attaching agent.*failed|Could not attach agent/.test(line));
  return failed.length === 0 ? undefined : notLoaded(expected, about.join('\n'));
}

function isCrash(line: string, pid: number): boolean {
  return /Fatal signal|FATAL EXCEPTION/.test(line) && new RegExp(`\\b${pid}\\b`).test(line);
}

function died({ app, pid }: Expected, output: string): LaglensError {
  return new LaglensError({
    code: 'app-died',
    message: `${app} (process ${pid}) ended while the agent was attached${output === '' ? '' : ': it crashed'}.`,
    next: 'Start the app and try again. If it crashes only with the agent in it, please report it with the log below.',
    action: 'retry',
    output,
  });
}

function notLoaded({ app }: Expected, output: string): LaglensError {
  if (/instead of (EM_|64-bit|32-bit)|is 32-bit|is 64-bit|bad ELF/.test(output)) {
    return new LaglensError({
      code: 'agent-abi',
      message: `${app} runs in another ABI than its package says, so the agent does not fit.`,
      next: 'Install the app with the device’s own ABI (adb install --abi), then try again.',
      action: 'retry',
      output,
    });
  }
  const isDenied = /Permission denied|avc: denied/.test(output);
  return new LaglensError({
    code: isDenied ? 'attach-refused' : 'agent-load-failed',
    message: isDenied ? `The device’s SELinux policy does not let ${app} load the agent.` : `${app} could not load the agent.`,
    next: isDenied
      ? 'The vendor has changed Android’s policy: use an emulator or another device.'
      : 'Restart the app and try again; what the device’s log says is below.',
    action: 'retry',
    output,
  });
}

function silent({ app, timeoutMs }: Expected): LaglensError {
  return new LaglensError({
    code: 'attach-silent',
    message: `${app} took the agent but did not load it within ${timeoutMs / 1000} s: its main thread is busy or frozen, or the system swallowed the request.`,
    next: 'Bring the app to the front and wait until it reacts, or restart it; then try again. Or start the capture from the app’s launch.',
    action: 'retry',
  });
}
