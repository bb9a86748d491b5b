import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bitString, element, objectId, Tag, TRUE, utcTime } from './der.ts';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const sha256WithRsa = element(Tag.sequence, objectId('1.2.840.113549.1.1.11'), element(Tag.nothing));
const basicConstraints = objectId('2.5.29.19');
const keyUsage = objectId('2.5.29.15');
/** digitalSignature and keyEncipherment: bits 0 and 2, five bits unused. */
const forTls = element(Tag.bits, Buffer.from([5, 0b10100000]));

export function newKeyPair(): KeyPair {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/**
 * A host's pairing certificate (libimobiledevice, common/userpref.c pair_record_generate_keys_and_certs): version 3, no names, ten years.
 * @returns PEM
 */
export function certificate(subject: KeyObject, issuer: KeyObject, kind: 'authority' | 'peer'): Buffer {
  const now = Date.now();
  const noName = element(Tag.sequence);
  const serial = randomBytes(8);
  // Positive, and not zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x01;
  const constraints = kind === 'authority' ? element(Tag.sequence, TRUE) : element(Tag.sequence);
  const extensions = [element(Tag.sequence, basicConstraints, TRUE, element(Tag.bytes, constraints))];
  if (kind === 'peer') extensions.push(element(Tag.sequence, keyUsage, TRUE, element(Tag.bytes, forTls)));
  const toBeSigned = element(
    Tag.sequence,
    element(0xa0, element(Tag.integer, Buffer.from([2]))),
    element(Tag.integer, serial),
    sha256WithRsa,
    noName,
    element(Tag.sequence, utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + 3650 * DAY_MS))),
    noName,
    subject.export({ type: 'spki', format: 'der' }),
    element(0xa3, element(Tag.sequence, ...extensions)),
  );
  return pem('CERTIFICATE', element(Tag.sequence, toBeSigned, sha256WithRsa, bitString(sign('sha256', toBeSigned, issuer))));
}

export function privateKeyPem(key: KeyObject): Buffer {
  return Buffer.from(key.export({ type: 'pkcs1', format: 'pem' }));
}

export function publicKeyPem(key: KeyObject): Buffer {
  return Buffer.from(key.export({ type: 'pkcs1', format: 'pem' }));
}

function pem(label: string, der: Buffer): Buffer {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return Buffer.from([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n'));
}
