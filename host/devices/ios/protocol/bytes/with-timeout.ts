import { timeoutSignal } from '../../../../time-limits.ts';
import { DeviceFailure } from '../device-failure.ts';

/** A connected device did not answer in time. */
export class DeviceSilent extends DeviceFailure {
  override readonly name = 'DeviceSilent';
}

/**
 * Asks with a time limit, at which `ask`'s signal aborts.
 * @param what as in “Reading a file of the device was not answered”
 * @throws DeviceSilent at the limit; errors of `ask`; the signal's reason
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
