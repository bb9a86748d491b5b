import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../capture/capture.ts';
import { defaultSamplingOn } from '../capture/capture-state.ts';
import { type AppTarget, type Asking, askingOf, type Device } from '../devices/device.ts';
import { withPrivateTempFolder } from '../devices/private-temp-folder.ts';
import { timeoutSignal } from '../time-limits.ts';

export interface TestCapture {
  readonly model: SessionModel;
  readonly helloMs: number;
  /** From the begin to the main thread's first sample, if any. */
  readonly firstSampleMs: number | undefined;
  /** The replaced app is back. */
  readonly isRestored: boolean;
}

interface TestCaptureOptions extends Asking {
  readonly device: Device;
  readonly target: AppTarget;
  readonly launch: boolean;
  readonly version: string;
  readonly signal: AbortSignal;
  log(line: string): void;
}

const SAMPLE_TIMEOUT_MS = 5_000;
/** Collects classes for the sources step. */
const EXTRA_SAMPLING_MS = 1_000;
const UNDO_MS = 180_000;

/** Discards the recording and undoes changes. Throws like the start of a capture. */
export async function runTestCapture(options: TestCaptureOptions): Promise<TestCapture> {
  return await withPrivateTempFolder('laglens-trial-', (folder) => runTestCaptureIn(folder, options));
}

async function runTestCaptureIn(folder: string, options: TestCaptureOptions): Promise<TestCapture> {
  const { device, target, launch, version, signal } = options;
  const path = join(folder, 'trial.laglens');
  const capture = new Capture({
    ...{ device, target, launch, sampling: defaultSamplingOn(device.row.kind), path, version },
    ...askingOf(options),
  });
  const model = new SessionModel();
  const beganMs = performance.now();
  const sampled = new AbortController();
  let firstSampleMs: number | undefined;
  capture.on('log', (line) => options.log(line));
  capture.on('piece', ({ messages }) => {
    for (const message of messages) model.apply(message);
    if (firstSampleMs !== undefined || !model.threads.some((thread) => thread.isMain && thread.samples.length > 0)) return;
    firstSampleMs = performance.now() - beganMs;
    sampled.abort();
  });
  try {
    await capture.start(signal);
    const helloMs = performance.now() - beganMs;
    await atMost(SAMPLE_TIMEOUT_MS, AbortSignal.any([signal, sampled.signal]));
    if (firstSampleMs !== undefined) await atMost(EXTRA_SAMPLING_MS, signal);
    signal.throwIfAborted();
    return { model, helloMs, firstSampleMs, isRestored: capture.undo !== undefined };
  } finally {
    await capture.stop();
    await capture.undo?.run(timeoutSignal(UNDO_MS));
  }
}

async function atMost(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(waitMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
