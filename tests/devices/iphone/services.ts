import type { Duplex } from 'node:stream';
import type { Iphone } from './iphone.ts';
import { serveNotificationProxy } from './services/notification-proxy.ts';

/** Talks with a host that started the service; it is over when that is. */
export type ServeService = (iphone: Iphone, stream: Duplex) => Promise<void>;

/** By the names that lockdownd knows them by. */
const services: Readonly<Record<string, ServeService>> = {
  'com.apple.mobile.notification_proxy': serveNotificationProxy,
};

/** The service, or the error that lockdownd answers. */
export function serviceOf(iphone: Iphone, name: string): ServeService | { readonly error: string } {
  const serve = services[name];
  if (!serve || iphone.faults.invalidServices?.includes(name)) return { error: 'InvalidService' };
  return serve;
}
