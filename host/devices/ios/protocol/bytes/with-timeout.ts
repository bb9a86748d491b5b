import { timeoutSignal } from '../../../../time-limits.ts';
import { DeviceFailure } from '../device-failure.ts';

/** The device is connected, and said nothing for longer than it ever takes. */
export class DeviceSilent extends DeviceFailure {
  override readonly name = 'DeviceSilent';
}

/**
 * Asks a device, with a limit of time for the answer. `ask` gets a signal that aborts at the limit as well.
 * @param what as it stands in “… was not answered”: “Reading a file of the device”
 * @throws DeviceSilent at the limit; what `ask` throws; the signal's reason when that is aborted
 */
export async function withTimeout<T>(
  limitMs: number,
  what: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = timeoutSignal(limitMs);
  try {
    return await ask(AbortSignal.any([signal, patience]));
  } catch (error) {
    signal.throwIfAborted();
    if (patience.aborted) throw new DeviceSilent(`${what} was not answered within ${limitMs / 1000} s.`, { cause: error });
    throw error;
  }
}
