import type { WifiService } from '../../device.ts';
import { wifiAddress } from './wifi-address.ts';

/** Anyone in the network can announce services. */
const MOST_SERVICES = 100;
const LONGEST_NAME = 120;

/** With a last dot in platform-tools 30 to 32. */
const offers: Readonly<Record<string, WifiService['offers']>> = {
  '_adb-tls-pairing._tcp': 'pairing',
  '_adb-tls-connect._tcp': 'connect',
  // After `adb tcpip`, without pairing.
  '_adb._tcp': 'connect',
};

/** A line each, `NAME <tab> TYPE <tab> HOST:PORT`. Source: AOSP packages/modules/adb/client/mdns_utils.cpp, transport_mdns.cpp. */
export function parseServices(text: string): readonly WifiService[] {
  const services = new Map<string, WifiService>();
  for (const line of text.split('\n')) {
    const [name = '', type = '', place = ''] = line.split('\t').map((part) => part.trim());
    const offer = Object.hasOwn(offers, type.replace(/\.$/, '')) ? offers[type.replace(/\.$/, '')] : undefined;
    const address = wifiAddress(place);
    if (offer === undefined || address === undefined || name === '' || name.length > LONGEST_NAME) continue;
    services.set(`${offer} ${address}`, { name, offers: offer, address });
    if (services.size >= MOST_SERVICES) break;
  }
  return [...services.values()];
}
