import { isBinaryPlist, readBinaryPlist } from './binary.ts';
import { isDict, type PlistDict, PlistError, type PlistValue } from './value.ts';
import { readXmlPlist } from './xml.ts';

/** Reads a property list of either form. Throws `PlistError`. */
export function readPlist(bytes: Uint8Array): PlistValue {
  return isBinaryPlist(bytes) ? readBinaryPlist(bytes) : readXmlPlist(Buffer.from(bytes).toString('utf8'));
}

/** Reads a property list whose root has to be a dictionary. Throws `PlistError`. */
export function readPlistDict(bytes: Uint8Array): PlistDict {
  const root = readPlist(bytes);
  if (isDict(root)) return root;
  throw new PlistError('The property list holds no dictionary.');
}
