import { LaglensError } from '../../../../core/errors.ts';
import type { AgentFiles } from '../../../../host/devices/agent-files.ts';
import type { AdbServer } from '../../../../host/devices/android/adb/server.ts';
import type { Device } from '../../../../host/devices/device.ts';
import type { FieldRun, RunOptions } from '../field-run.ts';
import { SAMPLE_APP, withSampleApp } from '../sample-app.ts';
import { verifyAndroid } from './verify-android.ts';

interface AndroidOptions extends RunOptions {
  readonly device: Device;
  readonly server: AdbServer;
  readonly files: AgentFiles;
}

/** Verifies with the person's app, else with the sample app, which is installed meanwhile; without one where that is refused. */
export async function verifyOnAndroid(options: AndroidOptions): Promise<FieldRun> {
  const { app, device, server, files, signal, say } = options;
  if (app !== undefined) return await verifyAndroid(options, { id: app });
  const explained = ({ message, next }: LaglensError): void => say(`${message} ${next}`);
  let isInstalled = false;
  say(`Installing the sample app ${SAMPLE_APP}, which is removed at the end. Unlock the phone, and allow the installation if it asks.`);
  try {
    return await withSampleApp({ server, serial: device.row.id, files, onLeft: explained }, signal, (sample) => {
      isInstalled = true;
      const truth = async (within: AbortSignal) => (await sample.truth(within)).lags;
      return verifyAndroid(options, { id: SAMPLE_APP, play: (within) => sample.play(within), truth });
    });
  } catch (error) {
    if (isInstalled || !(error instanceof LaglensError) || error.code !== 'install-failed') throw error;
    explained(error);
    return await verifyAndroid(options, undefined);
  }
}
