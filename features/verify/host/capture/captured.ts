import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { appClassPredicate, appPrefixesOf } from '../../../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import { DEFAULT_THRESHOLD_US, type Lag } from '../../../../core/analysis/lags/lag.ts';
import { LaglensError } from '../../../../core/errors.ts';
import { Turns } from '../../../../core/session/file/turns.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import { Capture } from '../../../../host/capture/capture.ts';
import { defaultSamplingOn } from '../../../../host/capture/capture-state.ts';
import { type AppTarget, type Asking, askingOf, type Device } from '../../../../host/devices/device.ts';
import { withPrivateTempFolder } from '../../../../host/devices/private-temp-folder.ts';
import { timeoutSignal } from '../../../../host/time-limits.ts';
import { nodeTurns } from '../../../../host/turn-driver.ts';

const UNDO_MS = 180_000;

/** A capture of an app, with the lags of its session. */
export interface Captured {
  readonly model: SessionModel;
  readonly launched: boolean;
  readonly seconds: number;
  readonly attachMs: number;
  /** Undefined without a sample of main. */
  readonly firstSampleMs: number | undefined;
  readonly bytes: number;
  readonly lags: readonly Lag[];
  /** The rule of `core/analysis/causes` that explains a lag. */
  causeRule(lag: Lag): string;
}

interface CapturedOptions extends Asking {
  readonly device: Device;
  readonly target: AppTarget;
  readonly launch: boolean;
  readonly seconds: number;
  readonly version: string;
  readonly signal: AbortSignal;
  log(line: string): void;
  /** While the app runs, at the capture's end. */
  beforeEnd?(model: SessionModel): Promise<void>;
}

/**
 * Discards the recording, and undoes changes. A busy app may not load the agent in time, so it is tried twice.
 * Throws like the start of a capture.
 */
export async function captureApp(options: CapturedOptions): Promise<Captured> {
  const once = (): Promise<Captured> => withPrivateTempFolder('laglens-verify-', (folder) => captureInto(folder, options));
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof LaglensError) || error.code !== 'attach-silent') throw error;
    options.log(`${error.message} Trying once more.`);
    return await once();
  }
}

async function captureInto(folder: string, options: CapturedOptions): Promise<Captured> {
  const { device, target, launch, version, signal, seconds, log, beforeEnd } = options;
  const sampling = { ...defaultSamplingOn(device.row.kind), allocations: false };
  const capture = new Capture({
    ...{ device, target, launch, sampling, path: join(folder, 'verify.laglens'), version },
    ...askingOf(options),
  });
  const model = new SessionModel();
  const beganMs = performance.now();
  let firstSampleMs: number | undefined;
  let bytes = 0;
  capture.on('log', log);
  capture.on('piece', (piece) => {
    bytes += piece.bytes.length;
    for (const message of piece.messages) model.apply(message);
    if (model.threads.some(({ isMain, samples }) => isMain && samples.length > 0)) firstSampleMs ??= performance.now() - beganMs;
  });
  let attachMs: number;
  try {
    await capture.start(signal);
    attachMs = performance.now() - beganMs;
    await pause(seconds * 1_000, undefined, { signal });
    await beforeEnd?.(model);
  } finally {
    await capture.stop();
    await capture.undo?.run(timeoutSignal(UNDO_MS));
  }
  return { model, launched: launch, seconds, attachMs, firstSampleMs, bytes, ...(await judged(model, signal)) };
}

async function judged(model: SessionModel, signal: AbortSignal): Promise<Pick<Captured, 'lags' | 'causeRule'>> {
  const isAppClass = appClassPredicate({ packages: [], prefixes: appPrefixesOf(model) });
  const detector = new LagDetector(model, { thresholdUs: DEFAULT_THRESHOLD_US, isAppClass });
  await new Turns(nodeTurns, signal).run(detector.updateInSteps());
  const methods = new AppMethods(model, isAppClass);
  return { lags: detector.lags, causeRule: (lag) => causeOf(model, lag, methods).rule };
}
