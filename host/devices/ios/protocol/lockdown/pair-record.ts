import { type PlistDict, textOf } from '../plist/value.ts';

/** This computer's side of a pairing. The key is a secret: never log it. */
export interface PairRecord {
  readonly hostId: string;
  readonly systemBuid: string;
  /** PEM. */
  readonly hostCertificate: Uint8Array;
  readonly hostPrivateKey: Uint8Array;
}

/** Undefined when incomplete. */
export function pairRecordOf(record: PlistDict): PairRecord | undefined {
  const { HostCertificate, HostPrivateKey } = record;
  const hostId = textOf(record, 'HostID');
  if (hostId === '' || !(HostCertificate instanceof Uint8Array) || !(HostPrivateKey instanceof Uint8Array)) return undefined;
  return { hostId, systemBuid: textOf(record, 'SystemBUID'), hostCertificate: HostCertificate, hostPrivateKey: HostPrivateKey };
}
