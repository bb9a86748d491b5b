import type { LaglensError } from '../../../../core/errors.ts';
import type { AdbServer } from '../../../../host/devices/android/adb/server.ts';
import type { Device } from '../../../../host/devices/device.ts';
import { androidFacts } from '../../core/facts/android/android-facts.ts';
import { captureFacts } from '../../core/facts/android/capture-facts.ts';
import type { Fact } from '../../core/report/fact.ts';
import type { FactResult } from '../../core/report/field-report.ts';
import type { Probe } from '../asking/probe.ts';
import { tryFacts } from '../asking/try-facts.ts';
import { runOf } from '../capture/capture-counts.ts';
import { captureFailure, failedAnswer, fieldCapture } from '../capture/capture-results.ts';
import { type Captured, captureApp } from '../capture/captured.ts';
import { compareLags, type MeasuredLag } from '../capture/sample-lags.ts';
import type { FieldRun, RunOptions } from '../field-run.ts';
import { activityProbes } from './activity-probes.ts';
import { type AskedApp, type AskedPhone, askedPhone } from './asked-phone.ts';
import { type CapturedOnPhone, captureProbes, tasksOf } from './capture-probes.ts';
import { packageProbes } from './package-probes.ts';
import { shellProbes } from './shell-probes.ts';
import { deviceFacts, findApp, findClosedApp } from './survey.ts';
import { property, systemProbes } from './system-probes.ts';

const ANSWERS = 'android.agent.answers';
const probes: Readonly<Record<string, Probe<AskedPhone>>> = { ...shellProbes, ...systemProbes, ...packageProbes, ...activityProbes };
const probesOfCapture: Readonly<Record<string, Probe<CapturedOnPhone>>> = captureProbes;
const ofDevice: readonly (readonly [string, Fact])[] = Object.entries(androidFacts).filter(([id]) => Object.hasOwn(probes, id));
const ofCapture: readonly (readonly [string, Fact])[] = Object.entries(captureFacts);

/** The app to capture: an own one, or the sample app while it is installed. */
export interface AppToVerify {
  readonly id: string;
  /** Starts it, so that it has a process. */
  play?(signal: AbortSignal): Promise<void>;
  /** Its own measurement; absent for an own app. */
  truth?(signal: AbortSignal): Promise<readonly MeasuredLag[]>;
}

interface AndroidRun extends RunOptions {
  readonly server: AdbServer;
  readonly device: Device;
}

/** Asks the phone for all facts; those of an app are untried without one. */
export async function verifyAndroid(options: AndroidRun, app: AppToVerify | undefined): Promise<FieldRun> {
  const { server, device, signal } = options;
  const { id: serial } = device.row;
  const first = askedPhone({ serial, server, api: 0, app: undefined, closedApp: undefined }, signal);
  const api = Number(await property(first, 'ro.build.version.sdk')) || 0;
  const found = app === undefined ? undefined : await findPlayed(first, app, options);
  const known = { serial, server, api, app: found, closedApp: await findClosedApp(first) };
  const asked = (within: AbortSignal): AskedPhone => askedPhone(known, within);
  const results = await tryFacts<AskedPhone>({
    facts: ofDevice,
    context: { api },
    probeOf: (id) => probes[id],
    fromOf: (_fact, within) => asked(within),
    ...options,
  });
  const captured = app === undefined || found === undefined ? undefined : await captureOnPhone(options, app, asked(signal));
  const capture = captured === undefined || 'code' in captured ? undefined : captured;
  const compared = capture?.compared ?? [];
  const more = await captureResults(options, api, captured, asked);
  return {
    device: { ...(await deviceFacts(asked(signal))), api },
    facts: [...results, ...more],
    capture: capture === undefined ? undefined : fieldCapture(capture.captured, app?.truth === undefined ? 'own' : 'sample', compared),
  };
}

/** Undefined for an app that cannot be used, with the reason for people. */
async function findPlayed(asked: AskedPhone, app: AppToVerify, { say, signal }: AndroidRun): Promise<AskedApp | undefined> {
  const explained = (error: unknown): undefined => {
    const { message, next } = captureFailure(error);
    say(`${message} ${next}`);
  };
  // Without a process, facts of the installed app still are tried, and the capture shows that the phone starts none.
  await app.play?.(signal).catch(explained);
  return await findApp(asked, app.id).catch(explained);
}

async function captureOnPhone(
  options: AndroidRun,
  app: AppToVerify,
  asked: AskedPhone,
): Promise<Omit<CapturedOnPhone, 'asked'> | LaglensError> {
  const { device, seconds, version, signal, say } = options;
  let tasks: CapturedOnPhone['tasks'];
  say(`Capturing the app for ${seconds} s …`);
  try {
    const captured: Captured = await captureApp({
      ...{ device, target: { app: app.id }, seconds, version, signal },
      // The sample's schedule begins with its start.
      launch: app.truth !== undefined || asked.app?.pid === undefined,
      log: () => undefined,
      beforeEnd: async (model) => {
        const living = () => model.threads.flatMap(({ tid, endUs }) => (tid > 0 && endUs < 0 ? tid : []));
        const pid = model.runs[0]?.hello?.pid;
        if (pid !== undefined) tasks = await tasksOf(asked, pid, living);
      },
    });
    const truth = await app.truth?.(signal);
    return { captured, tasks, compared: truth === undefined ? undefined : compareLags(captured, runOf(captured.model), truth) };
  } catch (error) {
    const failure = captureFailure(error);
    say(`${failure.message} ${failure.next}`);
    return failure;
  }
}

async function captureResults(
  options: AndroidRun,
  api: number,
  captured: Omit<CapturedOnPhone, 'asked'> | LaglensError | undefined,
  asked: (within: AbortSignal) => AskedPhone,
): Promise<readonly FactResult[]> {
  const results = await tryFacts<CapturedOnPhone>({
    facts: ofCapture,
    context: { api },
    probeOf: (id) => probesOfCapture[id],
    fromOf: ({ need }, within) => {
      if (captured === undefined) return 'no-app';
      if ('code' in captured) return 'no-capture';
      if (need === 'art' && !isArt(captured.captured)) return 'not-art';
      if (need === 'sample' && captured.compared === undefined) return 'no-sample';
      return { ...captured, asked: asked(within) };
    },
    ...options,
    onResult: (result) => options.onResult(answerOf(result, captured)),
  });
  return results.map((result) => answerOf(result, captured));
}

/** Tests' apps run on desktop JVMs, too. */
function isArt({ model }: Captured): boolean {
  return !/\bVM\b/.test(runOf(model).hello?.runtime ?? '');
}

/** A refused agent is an answer, too. */
function answerOf(result: FactResult, captured: Omit<CapturedOnPhone, 'asked'> | LaglensError | undefined): FactResult {
  if (captured === undefined || !('code' in captured) || result.id !== ANSWERS) return result;
  return failedAnswer(ANSWERS, captured, result.ms);
}
