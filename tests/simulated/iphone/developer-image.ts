import { createHash } from 'node:crypto';

/** Stands in for Apple's signature of a developer image, also of 128 bytes: only Apple could make one. */
export function signatureOf(image: Buffer): Buffer {
  return signatureOfDigest(createHash('sha512').update(image).digest());
}

/** @param digest SHA-512 of the image */
export function signatureOfDigest(digest: Buffer): Buffer {
  return Buffer.concat([digest, createHash('sha512').update(digest).digest()]);
}
