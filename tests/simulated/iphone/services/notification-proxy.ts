import type { Duplex } from 'node:stream';
import { readMessage, sendMessage } from '../plist-messages.ts';
import { textAt } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';

/** Forwards the device's notifications on request (libimobiledevice, src/notification_proxy.c). */
export async function serveNotificationProxy(iphone: Iphone, stream: Duplex): Promise<void> {
  const wanted = new Set<string>();
  const relay = (name: string): void => {
    if (wanted.has(name)) sendMessage(stream, { Command: 'RelayNotification', Name: name });
  };
  iphone.notifications.on('posted', relay);
  stream.once('close', () => iphone.notifications.off('posted', relay));
  for (;;) {
    const message = await readMessage(stream);
    const name = textAt(message, 'Name') ?? '';
    iphone.heard(`notification_proxy ${message.Command} ${name}`.trimEnd());
    switch (message.Command) {
      case 'ObserveNotification':
        wanted.add(name);
        break;
      case 'PostNotification':
        iphone.notifications.emit('posted', name);
        break;
      case 'Shutdown':
        sendMessage(stream, { Command: 'ProxyDeath' });
        return;
      default:
        // Devices ignore unknown messages.
        break;
    }
  }
}
