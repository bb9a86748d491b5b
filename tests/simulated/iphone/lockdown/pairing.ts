import { createPublicKey, randomUUID, X509Certificate } from 'node:crypto';
import { type Dictionary, dataAt, textAt, xmlPropertyList } from '../property-list.ts';
import { certificate, type KeyPair, newKeyPair, privateKeyPem, publicKeyPem } from './pairing-certificates.ts';

/** A computer that this device trusts. */
export interface TrustedHost {
  readonly hostId: string;
  /** The device's TLS certificate, made by the host for its key. PEM. */
  readonly deviceCertificate: Buffer;
  /** The host's TLS certificates: its own, or the root, as in libimobiledevice. */
  readonly certificates: readonly X509Certificate[];
}

/** The owner's answer to "Trust This Computer?". */
export type Trust =
  /** Earlier trusted: both have the pair record. */
  | 'paired'
  /** Taps "Trust" when asked. */
  | 'trusting'
  /** Has not answered yet. */
  | 'asking'
  /** Tapped "Don't Trust". */
  | 'denied';

/** The device's half of pairing: its key and trusted hosts. */
export class Pairings {
  readonly keys: KeyPair = newKeyPair();
  readonly #hosts = new Map<string, TrustedHost>();

  /** `DevicePublicKey`: PKCS #1, PEM. */
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
   * Takes a host's pairing. Its certificates must be the protocol's: for this device's key and the host's own, both signed by the sent
   * root.
   * @returns false for other records
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

  /** Pairs as if long ago. @returns usbmuxd's record, an XML property list */
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
    // Other bytes than certificates pair nobody.
    return undefined;
  }
}
