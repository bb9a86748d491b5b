import { LaglensError } from '../../../../core/errors.ts';
import type { AppProcess } from '../../device.ts';
import type { Iphone } from '../phone/iphone.ts';
import { CORE_DEVICE_IOS, type IphoneFacts, majorVersion } from '../phone/iphone-facts.ts';
import { processesByInstruments } from '../phone/process-control.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';
import type { InstalledApp } from '../protocol/services/installation-proxy.ts';
import type { Devicectl } from '../xcode/devicectl/devicectl.ts';

interface RunningProcess {
  readonly pid: number;
  /** On the device. */
  readonly executable: string;
}

/** Processes by Xcode from iOS 17 on, else by Instruments' service. */
export class ProcessTable {
  readonly #facts: IphoneFacts;
  readonly #iphone: Iphone;
  readonly #devicectl: Devicectl | undefined;

  /** @param devicectl undefined without Xcode */
  constructor(facts: IphoneFacts, iphone: Iphone, devicectl: Devicectl | undefined) {
    this.#facts = facts;
    this.#iphone = iphone;
    this.#devicectl = devicectl;
  }

  /** Undefined without Xcode or the developer image. */
  async running(signal: AbortSignal): Promise<readonly RunningProcess[] | undefined> {
    try {
      if (majorVersion(this.#facts.ios) < CORE_DEVICE_IOS) return await processesByInstruments(this.#iphone, signal);
      return await this.#devicectl?.processes(this.#facts.udid, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LaglensError || isDeviceFailure(error)) return undefined;
      throw error;
    }
  }
}

/** Main processes; extensions have their own executables. */
export function processesOf(
  app: Pick<InstalledApp, 'bundleId' | 'path' | 'executable'>,
  running: readonly RunningProcess[],
): readonly AppProcess[] {
  const executable = plain(`${app.path}/${app.executable}`);
  return running.filter((each) => plain(each.executable) === executable).map(({ pid }) => ({ pid, name: app.bundleId }));
}

/** `/var` links to `/private/var`, and tools report either. */
function plain(path: string): string {
  return path.replace(/^\/private\//, '/');
}
