import { createHash } from 'node:crypto';

/** Layout and flags: xnu `osfmk/kern/cs_blobs.h` (`CS_CodeDirectory`), big-endian. */
const MAGIC = 0xfade0c02;
const VERSION = 0x20400;
const HEADER_BYTES = 88;
const PAGE_BITS = 12;
const HASH_BYTES = 32;
const SHA256 = 2;

export const Flag = { Adhoc: 0x2, LinkerSigned: 0x20000 } as const;
export const ExecutableFlag = { MainBinary: 0x1, AllowUnsigned: 0x10 } as const;
/** Hashes in the special slots, counted back from page 0. */
export const SpecialSlot = { InfoPlist: 1, Requirements: 2, Resources: 3, Entitlements: 5, EntitlementsDer: 7 } as const;

interface CodeDirectoryParts {
  readonly identifier: string;
  /** Empty: none. */
  readonly team: string;
  readonly flags: number;
  /** The file up to its signature. */
  readonly code: Buffer;
  readonly executableSegment: { readonly base: number; readonly limit: number; readonly flags: number };
  /** By slot: what is hashed. */
  readonly special: ReadonlyMap<number, Buffer>;
}

export interface CodeDirectory {
  readonly identifier: string;
  readonly team: string;
  readonly flags: number;
  readonly version: number;
  readonly codeLimit: number;
  readonly pageBytes: number;
  readonly pageHashes: readonly Buffer[];
  readonly special: ReadonlyMap<number, Buffer>;
  readonly byteLength: number;
}

export function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A code directory's name in seals: the first 20 bytes of its hash. */
export function cdHash(blob: Buffer): Buffer {
  return sha256(blob).subarray(0, 20);
}

export function writeCodeDirectory({ identifier, team, flags, code, executableSegment, special }: CodeDirectoryParts): Buffer {
  const names = [identifier, team].filter((name) => name !== '').map((name) => Buffer.from(`${name}\0`));
  const specialCount = Math.max(0, ...special.keys());
  const pages = Array.from({ length: Math.ceil(code.length / 2 ** PAGE_BITS) }, (_, i) =>
    sha256(code.subarray(i << PAGE_BITS, (i + 1) << PAGE_BITS)),
  );
  const specials = Array.from({ length: specialCount }, (_, i) => {
    const bytes = special.get(specialCount - i);
    return bytes === undefined ? Buffer.alloc(HASH_BYTES) : sha256(bytes);
  });
  const blob = Buffer.concat([Buffer.alloc(HEADER_BYTES), ...names, ...specials, ...pages]);
  const hashOffset = blob.length - HASH_BYTES * pages.length;
  const teamOffset = team === '' ? 0 : HEADER_BYTES + Buffer.byteLength(identifier) + 1;
  const words = [MAGIC, blob.length, VERSION, flags, hashOffset, HEADER_BYTES, specialCount, pages.length, code.length];
  for (const [i, word] of words.entries()) blob.writeUInt32BE(word, 4 * i);
  blob.set([HASH_BYTES, SHA256, 0, PAGE_BITS], 36);
  blob.writeUInt32BE(teamOffset, 48);
  const { base, limit, flags: executableFlags } = executableSegment;
  for (const [i, value] of [base, limit, executableFlags].entries()) blob.writeBigUInt64BE(BigInt(value), 64 + 8 * i);
  return blob;
}

/** @throws RangeError for other bytes, or another hash than SHA-256 */
export function readCodeDirectory(blob: Buffer): CodeDirectory {
  if (blob.readUInt32BE(0) !== MAGIC) throw new RangeError('no code directory');
  const [, byteLength = 0, version = 0, flags = 0, hashOffset = 0, nameOffset = 0, specialCount = 0, pageCount = 0, codeLimit = 0] =
    Array.from({ length: 9 }, (_, i) => blob.readUInt32BE(4 * i));
  if (blob[36] !== HASH_BYTES || blob[37] !== SHA256) throw new RangeError('another hash than SHA-256');
  const hash = (slot: number): Buffer => blob.subarray(hashOffset + HASH_BYTES * slot, hashOffset + HASH_BYTES * (slot + 1));
  const text = (at: number): string => (at === 0 ? '' : blob.toString('utf8', at, blob.indexOf(0, at)));
  return {
    identifier: text(nameOffset),
    team: version >= 0x20200 ? text(blob.readUInt32BE(48)) : '',
    flags,
    version,
    codeLimit,
    pageBytes: 2 ** (blob[39] ?? 0),
    pageHashes: Array.from({ length: pageCount }, (_, i) => hash(i)),
    special: new Map(Array.from({ length: specialCount }, (_, i) => [i + 1, hash(-i - 1)])),
    byteLength,
  };
}
