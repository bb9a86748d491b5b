import { isDict, type PlistDict } from '../../../../host/devices/ios/protocol/plist/value.ts';
import { readXmlPlist } from '../../../../host/devices/ios/protocol/plist/xml.ts';
import { ExecutableFlag, Flag, SpecialSlot, writeCodeDirectory } from './code-directory.ts';
import { entitlementsDer } from './entitlements-der.ts';
import { fileOf, readMachO, roundUp, type Slice, slicesOf, withRoomForSignature } from './mach-o.ts';
import { BlobMagic, blobOf, Slot, writeSuperBlob } from './super-blob.ts';

export interface SigningChoices {
  readonly identifier: string;
  /** '' for ad-hoc signatures. */
  readonly team: string;
  /** The identity's name instead of the CMS message; '' for ad-hoc signatures. */
  readonly authority: string;
  /** Stands for its certificate's bytes; optional. */
  readonly certificate?: string | undefined;
  /** XML property list; '' without. */
  readonly entitlements: string;
  /** Of a bundle's main executable. */
  readonly infoPlist?: Buffer;
  readonly resources?: Buffer;
}

/** Signs each architecture again. @throws RangeError if impossible */
export function signFile(file: Buffer, choices: SigningChoices): Buffer {
  return fileOf(slicesOf(file).map((slice): Slice => ({ ...slice, bytes: signSlice(slice.bytes, choices) })));
}

function signSlice(bytes: Buffer, choices: SigningChoices): Buffer {
  // Names and page count don't depend on the room's size, which a first signature gives.
  const draft = signature(withRoomForSignature(bytes, 0), choices);
  const room = withRoomForSignature(bytes, roundUp(draft.length, 16));
  signature(room, choices).copy(room.bytes, room.codeLimit);
  return room.bytes;
}

function signature(room: ReturnType<typeof withRoomForSignature>, choices: SigningChoices): Buffer {
  const { identifier, team, entitlements, infoPlist, resources } = choices;
  const { isProgram, segments } = readMachO(room.bytes);
  const text = segments.find(({ name }) => name === '__TEXT');
  const dictionary = entitlements === '' ? undefined : entitlementsOf(entitlements);
  const blobs = new Map<number, Buffer>([[Slot.Requirements, blobOf(BlobMagic.Requirements, Buffer.alloc(4))]]);
  if (dictionary !== undefined) {
    blobs.set(Slot.Entitlements, blobOf(BlobMagic.Entitlements, Buffer.from(entitlements)));
    if (isProgram) blobs.set(Slot.EntitlementsDer, blobOf(BlobMagic.EntitlementsDer, entitlementsDer(dictionary)));
  }
  const special = new Map<number, Buffer>(blobs);
  if (infoPlist !== undefined) special.set(SpecialSlot.InfoPlist, infoPlist);
  if (resources !== undefined) special.set(SpecialSlot.Resources, resources);
  const isDebuggable = dictionary?.['get-task-allow'] === true;
  const directory = writeCodeDirectory({
    identifier,
    team,
    flags: team === '' ? Flag.Adhoc : 0,
    code: room.bytes.subarray(0, room.codeLimit),
    executableSegment: {
      base: text?.fileOffset ?? 0,
      limit: text?.fileSize ?? 0,
      flags: isProgram ? ExecutableFlag.MainBinary | (isDebuggable ? ExecutableFlag.AllowUnsigned : 0) : 0,
    },
    special,
  });
  const cms = blobOf(BlobMagic.Cms, Buffer.from([choices.authority, choices.certificate ?? ''].join('\0')));
  return writeSuperBlob(new Map<number, Buffer>([[Slot.CodeDirectory, directory], ...blobs, [Slot.Cms, cms]]));
}

function entitlementsOf(xml: string): PlistDict {
  const value = readXmlPlist(xml);
  if (!isDict(value)) throw new RangeError('the entitlements are no dictionary');
  return value;
}
