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
  /** Path of the executable on the device. */
  readonly executable: string;
}

/** The processes of one device, by whatever can tell of them: Xcode from iOS 17 on, Instruments' service before. */
export class ProcessTable {
  readonly #facts: IphoneFacts;
  readonly #iphone: Iphone;
  readonly #devicectl: Devicectl | undefined;

  /** @param devicectl undefined where Xcode is not usable */
  constructor(facts: IphoneFacts, iphone: Iphone, devicectl: Devicectl | undefined) {
    this.#facts = facts;
    this.#iphone = iphone;
    this.#devicectl = devicectl;
  }

  /** Undefined when nobody can tell: without Xcode, or without the developer image. */
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

/** The app's main processes among them; those of its extensions have executables of their own. */
export function processesOf(
  app: Pick<InstalledApp, 'bundleId' | 'path' | 'executable'>,
  running: readonly RunningProcess[],
): readonly AppProcess[] {
  const executable = plain(`${app.path}/${app.executable}`);
  return running.filter((each) => plain(each.executable) === executable).map(({ pid }) => ({ pid, name: app.bundleId }));
}

/** `/var` is a link to `/private/var` on devices; some tell the one, some the other. */
function plain(path: string): string {
  return path.replace(/^\/private\//, '/');
}
