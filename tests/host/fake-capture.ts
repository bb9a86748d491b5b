import assert from 'node:assert/strict';
import { join } from 'node:path';
import { replaySession } from '../../core/session/file/replay.ts';
import { Capture } from '../../host/capture/capture.ts';
import type { CaptureOptions } from '../../host/capture/capture-options.ts';
import { defaultSampling } from '../../host/capture/capture-state.ts';
import type { Device } from '../../host/devices/device.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

/** A capture of a fake agent into `one.laglens` of a folder. */
export function fakeCapture(device: Device, folder: string, options: Partial<CaptureOptions> = {}): Capture {
  const target = { app: 'com.example.test' };
  const path = join(folder, 'one.laglens');
  return new Capture({ device, target, launch: false, sampling: defaultSampling, path, version: '0.0.0', ...options });
}

/** Reads a recording as pages and reports do. @param path fails if undefined */
export async function readBack(path: string | undefined): ReturnType<typeof replaySession> {
  assert.ok(path);
  const file = await SessionFile.open(path);
  try {
    return await replaySession(file, inflateDriver);
  } finally {
    await file.close();
  }
}
