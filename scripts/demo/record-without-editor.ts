import { deviceProviders } from '../../cli/providers.ts';
import type { Terminal } from '../../cli/terminal.ts';
import { programVersion } from '../../cli/version.ts';
import { explain } from '../../core/errors.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import { defaultSamplingOn, type SamplingSettings } from '../../host/capture/capture-state.ts';
import { openDevice } from '../../host/devices/open-device.ts';
import { namesOf } from './demo-names.ts';
import type { Recorder } from './demo-recorder.ts';
import { LagWatch } from './lag-watch.ts';
import type { DemoTarget } from './target.ts';

const CHECK_INTERVAL_MS = 100;

/**
 * Records without an editor, with the extension's host; resolves on the first data.
 * @throws LaglensError if device or app can't be captured
 */
export async function recordWithoutEditor(
  target: DemoTarget,
  path: string,
  terminal: Terminal,
  wanted?: SamplingSettings,
): Promise<Recorder> {
  const { pid } = target;
  const inItsPlace = { ...terminal, folder: target.app.workspace, environment: { ...terminal.environment, ...target.environment } };
  const device = await openDevice(deviceProviders(target.arguments, inItsPlace), target.deviceId, terminal.signal);
  const builds = await namesOf(target.builds);
  const capture = new Capture({
    device,
    target: { app: target.appId, ...(pid !== undefined && { pid }) },
    launch: pid === undefined,
    // A simulated device has no owner.
    consent: async () => true,
    sampling: wanted ?? defaultSamplingOn(device.row.kind),
    path,
    version: await programVersion(),
    names: builds.names,
  });
  const model = new SessionModel();
  capture.on('piece', ({ messages }) => {
    for (const message of messages) model.apply(message);
  });
  const ended = new Promise<string>((resolve) => {
    capture.on('state', (state) => {
      if (state.kind === 'ended') resolve(state.problem ? explain(state.problem) : 'The capture is over.');
    });
  });
  try {
    await capture.start(terminal.signal);
  } catch (error) {
    await builds.close();
    throw error;
  }
  const watch = new LagWatch(model, (line) => terminal.say(line));
  const timer = setInterval(() => watch.update(), CHECK_INTERVAL_MS);
  return {
    ended,
    stop: async () => {
      const file = await capture.stop();
      clearInterval(timer);
      watch.update();
      if (file === undefined) throw new Error('Nothing was recorded.');
      return file;
    },
    close: () => builds.close(),
  };
}
