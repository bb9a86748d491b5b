import { createHash } from 'node:crypto';

/** Stands in for Apple's signature of a developer image, which has 128 bytes, too: only Apple could make a real one. */
export function signatureOf(image: Buffer): Buffer {
  return signatureOfDigest(createHash('sha512').update(image).digest());
}

/** @param digest SHA-512 of the image */
export function signatureOfDigest(digest: Buffer): Buffer {
  return Buffer.concat([digest, createHash('sha512').update(digest).digest()]);
}
