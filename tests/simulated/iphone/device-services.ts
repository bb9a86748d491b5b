import type { Duplex } from 'node:stream';
import { MEDIA } from './apps/device-files.ts';
import { serveInstruments } from './dtx/instruments.ts';
import { serveAfc } from './services/afc/afc-service.ts';
import { serveHouseArrest } from './services/house-arrest-service.ts';
import { serveImageMounter } from './services/image-mounter-service.ts';
import { serveInstallationProxy } from './services/installation-proxy-service.ts';
import { serveNotificationProxy } from './services/notification-proxy.ts';
import { serveSyslog } from './services/syslog-relay.ts';
import type { Iphone } from './simulated-iphone.ts';

/** Talks with a host of the service, until either ends. */
export type ServeService = (iphone: Iphone, stream: Duplex) => Promise<void>;

interface Service {
  readonly serve: ServeService;
  /** Refused while the device is locked, as it has user data. */
  readonly needsUnlocked?: boolean;
  /** Part of the developer image; since iOS 17 not through lockdownd. */
  readonly ofDevelopers?: boolean;
}

/** By lockdownd's names. */
const services: Readonly<Record<string, Service>> = {
  'com.apple.afc': { serve: (iphone, stream) => serveAfc(stream, { folder: iphone.files.hostPath(MEDIA) }), needsUnlocked: true },
  'com.apple.instruments.remoteserver.DVTSecureSocketProxy': { serve: serveInstruments, ofDevelopers: true },
  'com.apple.mobile.house_arrest': { serve: serveHouseArrest, needsUnlocked: true },
  'com.apple.mobile.installation_proxy': { serve: serveInstallationProxy },
  'com.apple.mobile.mobile_image_mounter': { serve: serveImageMounter },
  'com.apple.mobile.notification_proxy': { serve: serveNotificationProxy },
  'com.apple.syslog_relay': { serve: serveSyslog },
};

/** The service, or lockdownd's error. */
export function serviceOf(iphone: Iphone, name: string): ServeService | { readonly error: string } {
  const service = services[name];
  if (!service || iphone.faults.invalidServices?.includes(name)) return { error: 'InvalidService' };
  if (service.ofDevelopers && (iphone.release.major >= 17 || !iphone.mountedImage)) return { error: 'InvalidService' };
  if (service.needsUnlocked && iphone.locked) return { error: 'PasswordProtected' };
  return service.serve;
}
