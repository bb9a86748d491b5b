import type { Iphone } from '../iphone.ts';
import { LockdownFailure } from '../lockdown/lockdown.ts';
import { PlistChannel } from '../lockdown/plist-channel.ts';
import { textOf } from '../plist/value.ts';
import { Afc } from './afc.ts';

const SERVICE = 'com.apple.mobile.house_arrest';

/** The data container of an app that may be debugged, as files. Throws `LockdownFailure` with the device's reason when it is not given out. */
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
