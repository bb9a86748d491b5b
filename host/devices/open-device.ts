import { LaglensError } from '../../core/errors.ts';
import { joinedPhrase, phrase } from '../../core/text/phrase.ts';
import { type BootOptions, type Device, type DeviceProvider, type DeviceRow, hasId } from './device.ts';

/** @param failed receives a provider's error; the others still count */
export async function allRows(
  providers: readonly DeviceProvider[],
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<readonly DeviceRow[]> {
  const results = await Promise.allSettled(providers.map((provider) => provider.rows(signal)));
  signal.throwIfAborted();
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return result.value;
    failed(result.reason);
    return [];
  });
}

/**
 * @param boot progress of starting a device that is shut down; otherwise it is an error
 * @throws LaglensError when missing or unusable
 */
export async function openDevice(
  providers: readonly DeviceProvider[],
  id: string,
  signal: AbortSignal,
  boot?: BootOptions['progress'],
): Promise<Device> {
  let problem: unknown;
  const others: string[] = [];
  for (const provider of providers) {
    try {
      const rows = await provider.rows(signal);
      const wanted = rows.find((row) => hasId(row, id));
      if (wanted?.canBoot === true && boot !== undefined) await provider.boot?.(wanted.id, { progress: boot, signal });
      if (wanted !== undefined) return await provider.open(wanted.id, signal);
      others.push(...rows.filter((row) => row.problem === undefined).map(({ id, name }) => `${id} (${name})`));
    } catch (error) {
      signal.throwIfAborted();
      problem = error;
    }
  }
  if (problem !== undefined) throw problem;
  throw new LaglensError({
    code: 'device-not-found',
    message: phrase`There is no device “${id}”.`,
    next: others.length === 0 ? phrase`Connect a phone or start an emulator.` : phrase`Choose one of: ${joinedPhrase(others, ', ')}.`,
    action: 'pickDevice',
  });
}
