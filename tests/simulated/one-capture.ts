import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import type { Device } from '../../host/devices/device.ts';

/** A capture that has started, and what it has recorded so far. */
export interface Begun {
  readonly capture: Capture;
  readonly model: SessionModel;
}

/**
 * At most one capture of the demo app for each test of a suite, in a folder that goes with the test.
 * @returns starts it; the suite's tests end it, or the hook behind them does
 */
export function oneCaptureEach(): (device: Device, launch: boolean) => Promise<Begun> {
  let folder: string;
  let running: Capture | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-one-capture-'));
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(folder, { recursive: true });
  });
  return async (device, launch) => {
    const path = join(folder, 'one.laglens');
    const target = { app: 'com.example.shop' };
    const capture = new Capture({ device, target, launch, sampling: defaultSampling, path, version: '0.0.0' });
    running = capture;
    const model = new SessionModel();
    capture.on('piece', ({ messages }) => {
      for (const message of messages) model.apply(message);
    });
    await capture.start(new AbortController().signal);
    return { capture, model };
  };
}
