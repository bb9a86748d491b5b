import { createHash } from 'node:crypto';

const MAGIC = 'APK Sig Block 42';
const SCHEME_V2 = 0x7109871a;
const END_BYTES = 22;

/**
 * The SHA-256 of the first signer's certificate by APK Signature Scheme v2; undefined without one. Digests are not compared. Source: AOSP
 * docs, "APK Signature Scheme v2".
 */
export function signerOf(apk: Buffer): string | undefined {
  const directory = apk.readUInt32LE(apk.length - END_BYTES + 16);
  if (apk.toString('latin1', directory - MAGIC.length, directory) !== MAGIC) return undefined;
  const size = Number(apk.readBigUInt64LE(directory - MAGIC.length - 8));
  const pairs = apk.subarray(directory - size, directory - MAGIC.length - 8);
  for (let at = 0; at + 12 <= pairs.length; at += 8 + Number(pairs.readBigUInt64LE(at))) {
    const pair = pairs.subarray(at + 8, at + 8 + Number(pairs.readBigUInt64LE(at)));
    if (pair.readUInt32LE(0) === SCHEME_V2) return hashOf(certificateOf(pair.subarray(4)));
  }
  return undefined;
}

/** Signers, signer, signed data; in these digests, then certificates. All have their lengths before. */
function certificateOf(block: Buffer): Buffer {
  const signedData = prefixed(prefixed(prefixed(block)));
  return prefixed(prefixed(signedData.subarray(4 + signedData.readUInt32LE(0))));
}

function prefixed(bytes: Buffer): Buffer {
  return bytes.subarray(4, 4 + bytes.readUInt32LE(0));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
