import { LaglensError, messageOf } from '../../../core/errors.ts';
import type { AgentFiles } from '../../../host/devices/agent-files.ts';
import { Phone, runAs } from '../../../host/devices/android/adb/android-phone.ts';
import { commandLine } from '../../../host/devices/android/adb/quote.ts';
import type { AdbServer } from '../../../host/devices/android/adb/server.ts';
import { timeoutSignal } from '../../../host/time-limits.ts';
import { parseSampleTruth, type SampleTruth } from '../core/sample-truth.ts';
import { installSample } from './sample-app/install-sample.ts';

/** The sample app's package (`device-agents/sample-app`). */
export const SAMPLE_APP = 'dev.laglens.sample';
/** Its first lag comes this long after a start, the next ones about every 2 s. */
export const SAMPLE_FIRST_LAG_MS = 3_000;
/** It ends by itself then. */
export const SAMPLE_LENGTH_MS = 60_000;
const COMPONENT = `${SAMPLE_APP}/.SampleActivity`;
const TAG = 'LaglensSample';
const FILE = 'laglens-sample.apk';
const TRUTH_FILE = 'cache/laglens-sample-truth';
const MOST_LINES = 1_000;
const UNINSTALL_MS = 30_000;

/** A phone that may get the sample app. */
export interface SamplePlace {
  readonly server: AdbServer;
  readonly serial: string;
  readonly files: AgentFiles;
  /** The app stayed on the phone: the reason and the next step. */
  readonly onLeft: (reason: LaglensError) => void;
}

/** The sample app on a phone. */
export interface SampleApp {
  /** How the APK got onto the phone. */
  readonly installed: 'streamed' | 'pushed';
  /** Starts it, or plays its schedule from the beginning while it runs. @throws LaglensError `launch-failed` */
  play(signal: AbortSignal): Promise<void>;
  /** Its own measurement by now, from the log, or from its file where the log is off. */
  truth(signal: AbortSignal): Promise<SampleTruth>;
}

/**
 * Installs the sample app for the time of some work, and uninstalls it in any case, also after an abort.
 * @throws LaglensError `install-failed` with the next step where the phone forbids it; errors of the work
 */
export async function withSampleApp<T>(place: SamplePlace, signal: AbortSignal, work: (app: SampleApp) => Promise<T>): Promise<T> {
  const apk = await apkOf(place.files);
  const phone = new Phone(place.server, place.serial);
  let isThere = true;
  try {
    const installed = await installSample(place.server, phone, apk, signal).catch((error: unknown) => {
      isThere = !(error instanceof LaglensError && error.code === 'install-failed');
      throw error;
    });
    return await work({
      installed,
      play: (within) => play(phone, within),
      truth: (within) => truth(phone, within),
    });
  } finally {
    if (isThere) await uninstall(phone, place.onLeft);
  }
}

/** @throws LaglensError `agent-missing`, as the extension's own command line does not have it */
async function apkOf(files: AgentFiles): Promise<string> {
  try {
    return await files.existing(FILE);
  } catch (cause) {
    throw new LaglensError({
      code: 'agent-missing',
      message: 'This installation of Laglens does not have the sample app.',
      next: 'Use npm’s package: “npx laglens verify”.',
      cause,
    });
  }
}

async function play(phone: Phone, signal: AbortSignal): Promise<void> {
  const { stdout, stderr } = await phone.run(commandLine('am', 'start', '-W', '-n', COMPONENT), signal);
  const output = `${stdout}\n${stderr}`.trim();
  if (/^Status: ok\s*$/m.test(stdout)) return;
  throw new LaglensError({
    code: 'launch-failed',
    message: 'The sample app was not started.',
    next: 'Unlock the screen, and try again. Some vendors forbid starts over USB: see “USB debugging (Security settings)”.',
    action: 'retry',
    output,
  });
}

async function truth(phone: Phone, signal: AbortSignal): Promise<SampleTruth> {
  const logged = await phone.run(commandLine('logcat', '-d', '-v', 'raw', '-t', String(MOST_LINES), '-s', `${TAG}:I`), signal);
  if (logged.stdout.includes('"event":"begin"')) return parseSampleTruth(logged.stdout);
  // Some vendors disable the log.
  const written = await phone.run(runAs({ name: SAMPLE_APP, user: 0 }, commandLine('cat', TRUTH_FILE)), signal);
  return parseSampleTruth(written.stdout);
}

/** By a signal of its own, as it follows an abort, too. */
async function uninstall(phone: Phone, onLeft: (reason: LaglensError) => void): Promise<void> {
  try {
    const { stdout, stderr } = await phone.run(commandLine('pm', 'uninstall', SAMPLE_APP), timeoutSignal(UNINSTALL_MS));
    if (/^Success\s*$/m.test(stdout)) return;
    // An installation that broke off left nothing.
    const { stdout: path } = await phone.run(commandLine('pm', 'path', SAMPLE_APP), timeoutSignal(UNINSTALL_MS));
    if (path.startsWith('package:')) onLeft(left(`${stdout}\n${stderr}`.trim()));
  } catch (error) {
    onLeft(left(messageOf(error), error));
  }
}

function left(output: string, cause?: unknown): LaglensError {
  return new LaglensError({
    code: 'install-failed',
    message: `The sample app ${SAMPLE_APP} could not be removed from the phone.`,
    next: 'Remove “Laglens sample” by hand.',
    output,
    ...(cause === undefined ? {} : { cause }),
  });
}
