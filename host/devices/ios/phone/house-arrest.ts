import { LockdownFailure } from '../protocol/lockdown/lockdown.ts';
import { PlistChannel } from '../protocol/lockdown/plist-channel.ts';
import { textOf } from '../protocol/plist/value.ts';
import { Afc } from '../protocol/services/afc.ts';
import type { Iphone } from './iphone.ts';

const SERVICE = 'com.apple.mobile.house_arrest';

/**
 * A debuggable app's data container.
 * @throws LockdownFailure with the device's reason
 */
export async function appContainer(iphone: Iphone, bundleId: string, signal: AbortSignal): Promise<Afc> {
  const stream = await iphone.service(SERVICE, signal);
  try {
    const answer = await new PlistChannel(stream).ask({ Command: 'VendContainer', Identifier: bundleId }, signal);
    if (textOf(answer, 'Status') !== 'Complete') throw new LockdownFailure('VendContainer', textOf(answer, 'Error') || 'no reason');
    return new Afc(stream);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
