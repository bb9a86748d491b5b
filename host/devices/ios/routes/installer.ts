import type { DeployOptions } from '../../device.ts';
import type { DeviceParts } from '../process/device-parts.ts';

/** How apps get onto a device and are started: another way before iOS 17 than since. */
export interface Installer {
  readonly name: string;
  /** Why it does not fit the device; undefined when it does. */
  unfit(device: DeviceParts): string | undefined;
  /** Sees to it, before anything is installed, that the device can start an app with the agent in it. Throws `LaglensError`. */
  prepare(device: DeviceParts, options: Pick<DeployOptions, 'progress' | 'log' | 'signal'>): Promise<void>;
  install(device: DeviceParts, app: string, progress: (step: string) => void, signal: AbortSignal): Promise<void>;
  /** Gives the process id. Throws `LaglensError`. */
  launch(device: DeviceParts, bundleId: string, environment: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number>;
}
