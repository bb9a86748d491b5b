import { LaglensError } from '../../../core/errors.ts';
import type { BootOptions } from '../device.ts';
import type { Simctl } from './simctl.ts';

/**
 * Starts a simulator and waits until apps can be started on it. What was begun goes on when nobody waits for it any more. Throws
 * `LaglensError` when it does not come up.
 */
export async function bootSimulator(udid: string, simctl: Simctl, { progress, signal }: BootOptions): Promise<void> {
  progress('Booting the simulator');
  await simctl.boot(udid, signal);
  progress('Waiting for the simulator');
  await simctl.booted(udid, (what) => progress(`Waiting for the simulator: ${what}`), signal);
  const found = (await simctl.simulators(signal)).find((each) => each.udid === udid);
  if (found?.state === 'Booted') return;
  throw new LaglensError({
    code: 'device-offline',
    message: `The simulator did not come up: it is in the state “${found?.state ?? 'gone'}”.`,
    next: 'Start it in Simulator (Device Hub in Xcode 27) to see what keeps it, then try again.',
    action: 'retry',
  });
}
