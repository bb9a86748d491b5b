import { Dtx } from '../protocol/dtx/dtx.ts';
import { isDict, numberOf, type PlistDict, type PlistValue, textOf } from '../protocol/plist/value.ts';
import type { Iphone } from './iphone.ts';

/** Instruments' service of iOS 14 to 16, part of the developer image. */
export const INSTRUMENTS_SERVICE = 'com.apple.instruments.remoteserver.DVTSecureSocketProxy';
const PROCESS_CONTROL = 'com.apple.instruments.server.services.processcontrol';
const DEVICE_INFO = 'com.apple.instruments.server.services.deviceinfo';

export interface InstrumentsProcess {
  readonly pid: number;
  /** On the device. */
  readonly executable: string;
}

/** Ends a running process first. @returns the process id, 0 on failure */
export async function launchByInstruments(
  iphone: Iphone,
  bundleId: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const options = { StartSuspendedKey: 0, KillExisting: 1 };
  const selector = 'launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:';
  const pid = await call(iphone, PROCESS_CONTROL, selector, ['', bundleId, environment, [], options], signal);
  return typeof pid === 'number' ? pid : 0;
}

export async function processesByInstruments(iphone: Iphone, signal: AbortSignal): Promise<readonly InstrumentsProcess[]> {
  const list = await call(iphone, DEVICE_INFO, 'runningProcesses', [], signal);
  const processes: readonly PlistValue[] = Array.isArray(list) ? list : [];
  return processes
    .filter((each): each is PlistDict => isDict(each))
    .flatMap((each) => {
      const pid = numberOf(each, 'pid');
      return pid === undefined ? [] : [{ pid, executable: textOf(each, 'realAppName') }];
    });
}

async function call(
  iphone: Iphone,
  part: string,
  selector: string,
  args: readonly PlistValue[],
  signal: AbortSignal,
): Promise<PlistValue | undefined> {
  const dtx = new Dtx(await iphone.service(INSTRUMENTS_SERVICE, signal));
  try {
    dtx.greet();
    return await dtx.call(await dtx.channel(part, signal), selector, args, signal);
  } finally {
    dtx.close();
  }
}
