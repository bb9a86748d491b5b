import { type CodeDirectory, cdHash, Flag, readCodeDirectory, SpecialSlot, sha256 } from './code-directory.ts';
import { architectureName, readMachO, type Slice, slicesOf } from './mach-o.ts';
import { readSuperBlob, Slot } from './super-blob.ts';

/** One architecture's signature. */
export interface Signature {
  readonly architecture: string;
  readonly directory: CodeDirectory;
  /** 40 hex digits. */
  readonly cdHash: string;
  /** The identity's name, '' for ad-hoc signatures and foreign CMS messages. */
  readonly authority: string;
  /** Stands for its certificate's bytes, '' without. */
  readonly certificate: string;
  /** XML property list, '' without. */
  readonly entitlements: string;
  /** A mismatch of file and signature, if any. */
  readonly wrong: string | undefined;
}

/** Signatures by architecture, undefined without. @throws RangeError for other files */
export function signaturesOf(file: Buffer): readonly (Signature | { readonly architecture: string; readonly directory: undefined })[] {
  return slicesOf(file).map((slice) => signatureOf(slice) ?? { architecture: architectureName(slice), directory: undefined });
}

function signatureOf(slice: Slice): Signature | undefined {
  const { bytes } = slice;
  const place = readMachO(bytes).signature;
  if (place === undefined) return undefined;
  const blobs = readSuperBlob(bytes.subarray(place.offset, place.offset + place.size));
  const blob = blobs.get(Slot.CodeDirectory);
  if (blob === undefined) return undefined;
  const directory = readCodeDirectory(blob);
  const isAdhoc = (directory.flags & Flag.Adhoc) !== 0;
  const [authority = '', certificate = ''] = isAdhoc ? [] : (blobs.get(Slot.Cms)?.toString('utf8', 8).split('\0') ?? []);
  return {
    architecture: architectureName(slice),
    directory,
    cdHash: cdHash(blob).toString('hex'),
    authority,
    certificate,
    entitlements: blobs.get(Slot.Entitlements)?.toString('utf8', 8) ?? '',
    wrong: wrongPage(bytes, directory, place.offset) ?? wrongBlob(blobs, directory),
  };
}

function wrongPage(bytes: Buffer, { pageHashes, pageBytes, codeLimit }: CodeDirectory, limit: number): string | undefined {
  if (codeLimit !== limit) return `the code limit is ${codeLimit}, the signature is at ${limit}`;
  const count = Math.ceil(codeLimit / pageBytes);
  if (count !== pageHashes.length) return `${pageHashes.length} hashes for ${count} pages`;
  const bad = pageHashes.findIndex(
    (hash, i) => !hash.equals(sha256(bytes.subarray(i * pageBytes, Math.min((i + 1) * pageBytes, codeLimit)))),
  );
  return bad < 0 ? undefined : `the hash of page ${bad} is wrong`;
}

function wrongBlob(blobs: ReadonlyMap<number, Buffer>, { special }: CodeDirectory): string | undefined {
  for (const slot of [SpecialSlot.Requirements, SpecialSlot.Entitlements, SpecialSlot.EntitlementsDer]) {
    const blob = blobs.get(slot);
    if (blob !== undefined && special.get(slot)?.equals(sha256(blob)) !== true) return `the hash of blob ${slot} is wrong`;
  }
  return undefined;
}
