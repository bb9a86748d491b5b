import { ProtocolError } from '../input.ts';
import { type Dictionary, dictionaryOf, parsePropertyList } from '../property-list.ts';

// The entitlements in a Mach-O file's signature, as installd reads them. mach-o/loader.h, mach-o/fat.h; Security's cscdefs.h: a big-endian
// index of blobs, whose slot 5 is a property list of entitlements.

const FAT = 0xcafebabe;
const MACHO_64 = 0xfeedfacf;
const HEADER_BYTES = 32;
const LC_CODE_SIGNATURE = 0x1d;
const EMBEDDED_SIGNATURE = 0xfade0cc0;
const ENTITLEMENTS_SLOT = 5;
const ENTITLEMENTS = 0xfade7171;

/**
 * @returns no keys for a Mach-O file without entitlements or signature; undefined for other files
 * @throws ProtocolError for an incomplete file
 */
export function signedEntitlements(program: Buffer): Dictionary | undefined {
  try {
    const slice = firstSlice(program);
    return slice && entitlementsOf(slice);
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError('a Mach-O file breaks off');
    throw error;
  }
}

/** The file, or a fat one's first. */
function firstSlice(program: Buffer): Buffer | undefined {
  if (program.length < HEADER_BYTES) return undefined;
  if (program.readUInt32LE(0) === MACHO_64) return program;
  if (program.readUInt32BE(0) !== FAT) return undefined;
  const offset = program.readUInt32BE(16);
  return program.subarray(offset, offset + program.readUInt32BE(20));
}

function entitlementsOf(slice: Buffer): Dictionary {
  const commands = slice.readUInt32LE(16);
  for (let i = 0, at = HEADER_BYTES; i < commands; i++) {
    if (slice.readUInt32LE(at) === LC_CODE_SIGNATURE) return entitlementsIn(slice.subarray(slice.readUInt32LE(at + 8)));
    at += Math.max(8, slice.readUInt32LE(at + 4));
  }
  return {};
}

function entitlementsIn(signature: Buffer): Dictionary {
  if (signature.readUInt32BE(0) !== EMBEDDED_SIGNATURE) return {};
  const count = signature.readUInt32BE(8);
  for (let i = 0; i < count; i++) {
    if (signature.readUInt32BE(12 + 8 * i) !== ENTITLEMENTS_SLOT) continue;
    const blob = signature.subarray(signature.readUInt32BE(16 + 8 * i));
    if (blob.readUInt32BE(0) !== ENTITLEMENTS) return {};
    return dictionaryOf(parsePropertyList(blob.subarray(8, blob.readUInt32BE(4))));
  }
  return {};
}
