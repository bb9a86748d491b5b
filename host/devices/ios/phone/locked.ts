import { LaglensError } from '../../../../core/errors.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';
import type { Iphone } from './iphone.ts';
import type { IphoneFacts } from './iphone-facts.ts';

/** A locked device starts no app. Unknown counts as unlocked, as later errors say more. */
export async function refuseLocked(
  iphone: Pick<Iphone, 'values'>,
  { name }: Pick<IphoneFacts, 'name'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { refused, basic } = await iphone.values([], signal);
    if (basic.PasswordProtected !== true && refused !== 'PasswordProtected') return;
  } catch (error) {
    signal.throwIfAborted();
    if (isDeviceFailure(error)) return;
    throw error;
  }
  throw new LaglensError({
    code: 'device-locked',
    message: `${name || 'The device'} is locked, so it starts no app. Nothing was installed.`,
    next: 'Unlock it, and try again.',
    action: 'retry',
  });
}
