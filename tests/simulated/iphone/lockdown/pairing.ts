import { createPublicKey, randomUUID, X509Certificate } from 'node:crypto';
import { type Dictionary, dataAt, textAt, xmlPropertyList } from '../property-list.ts';
import { certificate, type KeyPair, newKeyPair, privateKeyPem, publicKeyPem } from './pairing-certificates.ts';

/** A computer that this device trusts. */
export interface TrustedHost {
  readonly hostId: string;
  /** Made by the host for this device's key; what the device shows in TLS. PEM. */
  readonly deviceCertificate: Buffer;
  /** What the host may show in TLS: its own, or the root, as libimobiledevice does. */
  readonly certificates: readonly X509Certificate[];
}

/** What the owner says, or has said, to "Trust This Computer?". */
export type Trust =
  /** Has trusted this computer before: both have the pair record from the start. */
  | 'paired'
  /** Taps "Trust" as soon as a computer asks. */
  | 'trusting'
  /** Has not answered yet. */
  | 'asking'
  /** Tapped "Don't Trust". */
  | 'denied';

/** The device's half of pairing: its key and the hosts it trusts. */
export class Pairings {
  readonly keys: KeyPair = newKeyPair();
  readonly #hosts = new Map<string, TrustedHost>();

  /** As `DevicePublicKey` gives it: PKCS #1, PEM. */
  get publicKey(): Buffer {
    return publicKeyPem(this.keys.publicKey);
  }

  host(hostId: string | undefined): TrustedHost | undefined {
    return hostId === undefined ? undefined : this.#hosts.get(hostId);
  }

  /** @returns whether there was such a host */
  forget(hostId: string | undefined): boolean {
    return hostId !== undefined && this.#hosts.delete(hostId);
  }

  forgetAll(): void {
    this.#hosts.clear();
  }

  /**
   * Takes what a host sends to pair. Its certificates have to be what the protocol wants: for this device's key and for its own, both
   * signed by the root that it sends along.
   * @returns false for a record that is none
   */
  trust(record: Dictionary): boolean {
    const hostId = textAt(record, 'HostID');
    const deviceCertificate = dataAt(record, 'DeviceCertificate');
    const device = certificateAt(record, 'DeviceCertificate');
    const host = certificateAt(record, 'HostCertificate');
    const root = certificateAt(record, 'RootCertificate');
    if (!(hostId && deviceCertificate && device && host && root)) return false;
    const isForThisKey = device.publicKey.equals(createPublicKey(this.publicKey));
    if (!(isForThisKey && device.verify(root.publicKey) && host.verify(root.publicKey))) return false;
    this.#hosts.set(hostId, { hostId, deviceCertificate, certificates: [host, root] });
    return true;
  }

  /** Pairs with a computer as if it had happened long ago. @returns the record that its usbmuxd keeps, an XML property list */
  pairLongAgo(systemBuid: string, wifiAddress: string): Buffer {
    const root = newKeyPair();
    const host = newKeyPair();
    const record = {
      DeviceCertificate: certificate(this.keys.publicKey, root.privateKey, 'peer'),
      HostCertificate: certificate(host.publicKey, root.privateKey, 'peer'),
      HostID: randomUUID().toUpperCase(),
      RootCertificate: certificate(root.publicKey, root.privateKey, 'authority'),
      SystemBUID: systemBuid,
    };
    this.trust(record);
    const secrets = { HostPrivateKey: privateKeyPem(host.privateKey), RootPrivateKey: privateKeyPem(root.privateKey) };
    return xmlPropertyList({ ...record, ...secrets, EscrowBag: Buffer.alloc(32, 7), WiFiMACAddress: wifiAddress });
  }
}

function certificateAt(record: Dictionary, key: string): X509Certificate | undefined {
  const bytes = dataAt(record, key);
  if (!bytes) return undefined;
  try {
    return new X509Certificate(bytes);
  } catch {
    // Bytes that are no certificate pair nobody.
    return undefined;
  }
}
