import { isBinaryPlist, readBinaryPlist } from './binary.ts';
import { isDict, type PlistDict, PlistError, type PlistValue } from './value.ts';
import { readXmlPlist } from './xml.ts';

/** Either form. @throws PlistError */
export function readPlist(bytes: Uint8Array): PlistValue {
  return isBinaryPlist(bytes) ? readBinaryPlist(bytes) : readXmlPlist(Buffer.from(bytes).toString('utf8'));
}

/** @throws PlistError for another root than a dictionary */
export function readPlistDict(bytes: Uint8Array): PlistDict {
  const root = readPlist(bytes);
  if (isDict(root)) return root;
  throw new PlistError('The property list holds no dictionary.');
}
