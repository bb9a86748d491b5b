import type { DeployOptions } from '../../device.ts';
import type { DeviceParts } from '../link/device-parts.ts';

/** Installs and starts apps; iOS 17 changed how. */
export interface Installer {
  readonly name: string;
  /** Undefined when it fits. */
  unfit(device: DeviceParts): string | undefined;
  /** Enables launches before anything is installed. @throws LaglensError */
  prepare(device: DeviceParts, options: Pick<DeployOptions, 'progress' | 'log' | 'signal'>): Promise<void>;
  install(device: DeviceParts, app: string, progress: (step: string) => void, signal: AbortSignal): Promise<void>;
  /**
   * @returns the process id
   * @throws LaglensError
   */
  launch(device: DeviceParts, bundleId: string, environment: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number>;
}
