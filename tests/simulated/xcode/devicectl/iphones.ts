import { createHash } from 'node:crypto';
import type { Iphone } from '../../iphone/simulated-iphone.ts';

/** A phone in CoreDevice. */
export interface IPhone {
  /** CoreDevice's own id, a UUID. */
  readonly identifier: string;
  readonly udid: string;
  readonly name: string;
  readonly productType: string;
  readonly marketingName: string;
  readonly osVersion: string;
  readonly osBuild: string;
  readonly pairing: 'paired' | 'unpaired' | 'unsupported';
  readonly tunnel: 'connected' | 'disconnected' | 'unavailable';
  readonly transport: 'wired' | 'localNetwork';
  readonly developerMode: 'enabled' | 'disabled';
  readonly isLocked: boolean;
  /** iOS 16 and older on USB: known only to be there. */
  readonly isBare?: boolean;
}

/** CoreDevice handles devices from this release on; it only lists older ones on USB. */
const FIRST_HANDLED = 17;

/** CoreDevice's constant id of a simulated phone, a UUID. */
export function identifierOf({ udid }: Iphone): string {
  const hex = createHash('sha256').update(udid).digest('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** CoreDevice's current facts; undefined if unseen. A removed phone stays known. */
export function knownOf(phone: Iphone): IPhone | undefined {
  const { name, udid, model, release, attached, connection } = phone;
  const isBare = release.major < FIRST_HANDLED;
  if (isBare && (!attached || connection === 'Network')) return undefined;
  return {
    identifier: identifierOf(phone),
    udid,
    name,
    productType: model.product,
    marketingName: `iPhone (${model.product})`,
    osVersion: release.version,
    osBuild: release.build,
    pairing: isBare ? 'unsupported' : phone.trust === 'paired' ? 'paired' : 'unpaired',
    // Commands make a tunnel when needed.
    tunnel: isBare || !attached ? 'unavailable' : 'disconnected',
    transport: connection === 'Network' ? 'localNetwork' : 'wired',
    developerMode: phone.developerMode ? 'enabled' : 'disabled',
    isLocked: phone.locked,
    isBare,
  };
}
