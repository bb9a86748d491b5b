import type { Duplex } from 'node:stream';
import { isDebuggable } from '../apps/installed-app.ts';
import { readMessage, sendMessage } from '../plist-messages.ts';
import { textAt } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { serveAfc } from './afc/afc-service.ts';

/** Serves an app's container (libimobiledevice, src/house_arrest.c): one plist request, then AFC on the same connection. */
export async function serveHouseArrest(iphone: Iphone, stream: Duplex): Promise<void> {
  for (;;) {
    const message = await readMessage(stream);
    const command = textAt(message, 'Command') ?? '';
    const app = iphone.apps.app(textAt(message, 'Identifier') ?? '');
    iphone.heard(`house_arrest ${command} ${textAt(message, 'Identifier') ?? ''}`);
    // Containers are for the app's developers, documents for apps that share them with the Finder.
    const vends = command === 'VendContainer' ? app && isDebuggable(app) : app?.info.UIFileSharingEnabled === true;
    if (command !== 'VendContainer' && command !== 'VendDocuments') sendMessage(stream, { Error: 'UnknownCommand' });
    else if (!app) sendMessage(stream, { Error: 'ApplicationLookupFailed' });
    else if (!vends) sendMessage(stream, { Error: 'InstallationLookupFailed' });
    else {
      sendMessage(stream, { Status: 'Complete' });
      const folder = iphone.files.hostPath(app.container);
      return serveAfc(stream, command === 'VendDocuments' ? { folder, only: '/Documents' } : { folder });
    }
  }
}
