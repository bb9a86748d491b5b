import type { Arch } from '../bytes/arch.ts';
import { changedFile, type DwarfSections, type FileKey, missingFile, type Reading, type SectionBytes } from '../bytes/byte-source.ts';
import { fileBytes } from '../bytes/file-bytes.ts';
import { isRemotePath } from '../bytes/remote-path.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { MAX_OBJECT_TABLE_BYTES, MAX_PATH_BYTES } from '../bytes/symbol-limits.ts';
import type { DebugMapObject, MappedFunction } from './debug-map.ts';
import { type Macho, machoDwarf, readMacho } from './macho-headers.ts';
import { NLIST_SIZE, readRawSymbols } from './macho-symbols.ts';
import { machoKind, slicesOf } from './slices.ts';
import { type ArchiveMember, membersNamed } from './static-archive.ts';

interface ObjectFile {
  /** Addresses are the object's own. */
  readonly dwarf: DwarfSections | undefined;
  /** For an image's address in `mapped`; undefined for unknown functions. */
  addressOf(mapped: MappedFunction, address: number): number | undefined;
}

/**
 * Opens an object file or an archive's member. Throws SymbolError if it is gone, or of another time than the linker saw: lines would be
 * wrong unnoticed. A time of 0 is not compared.
 * @param keyOf the driver's key for a linker's path: builds move to other computers
 */
export function* openObject(object: DebugMapObject, arch: Arch, keyOf: (path: string) => FileKey = (path) => path): Reading<ObjectFile> {
  const macho = yield* readMacho(yield* sliceFor(arch, yield* objectBytes(object, keyOf)));
  const places = yield* symbolPlaces(macho);
  return {
    dwarf: machoDwarf(macho),
    addressOf(mapped, address) {
      const start = places.get(mapped.symbol);
      const within = address - mapped.address;
      return start === undefined || within < 0 || within >= mapped.size ? undefined : start + within;
    },
  };
}

/** A file's object names must not make anyone connect to another computer. */
function* localBytes(path: string, keyOf: (path: string) => FileKey, wanted: number | undefined): Reading<SectionBytes> {
  if (isRemotePath(path)) throw missingFile(path, undefined, 'a path on another computer, which is not searched');
  return yield* fileBytes(keyOf(path), wanted);
}

function* objectBytes(object: DebugMapObject, keyOf: (path: string) => FileKey): Reading<SectionBytes> {
  const timeOf = (s: number): number | undefined => (s === 0 ? undefined : s);
  const wanted = timeOf(object.modifiedAtS);
  if (object.member === undefined) return yield* localBytes(object.path, keyOf, wanted);
  const members = yield* membersNamed(yield* localBytes(object.path, keyOf, undefined), object.member);
  const [first] = members;
  const shown = `${keyOf(object.path)}(${object.member})`;
  if (first === undefined) throw missingFile(shown);
  const member = members.find((one) => wanted === undefined || one.modifiedAtS === wanted);
  if (member === undefined) throw changedFile(shown, object.modifiedAtS, first.modifiedAtS);
  return member.bytes ?? (yield* besideArchive(object.path, member, keyOf, wanted));
}

/** A thin archive names files relative to its folder. */
function* besideArchive(
  archive: string,
  { name }: ArchiveMember,
  keyOf: (path: string) => FileKey,
  wanted: number | undefined,
): Reading<SectionBytes> {
  const path = name.startsWith('/') ? name : archive.slice(0, archive.lastIndexOf('/') + 1) + name;
  return yield* localBytes(path, keyOf, wanted);
}

function* sliceFor(arch: Arch, bytes: SectionBytes): Reading<SectionBytes> {
  const kind = machoKind(yield* bytes.read(0, Math.min(8, bytes.size)));
  if (kind === undefined || kind === 'thin') return bytes;
  for (const slice of yield* slicesOf(bytes, kind)) {
    if ((yield* readMacho(slice)).arch === arch) return slice;
  }
  throw new SymbolError({ reason: 'missing', file: bytes.name, offset: 0, expected: `code for ${arch}`, found: 'none' });
}

/** Places by name, local symbols included. */
function* symbolPlaces(macho: Macho): Reading<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  let decoded = 0;
  const raw = yield* readRawSymbols(macho, MAX_OBJECT_TABLE_BYTES);
  for (let at = 0; raw !== undefined && at < raw.count * NLIST_SIZE; at += NLIST_SIZE) {
    const type = raw.table.u8(at + 4);
    const nameAt = raw.table.u32(at);
    const isDefined = (type & 0xe0) === 0 && (type & 0x0e) === 0x0e;
    if (!isDefined || nameAt >= raw.names.size) continue;
    const name = raw.names.text(nameAt);
    places.set(name, raw.table.u64(at + 8));
    // Names occur once, except shared ends. A table that repeats long ones is damaged.
    decoded += name.length;
    if (decoded > raw.names.size * 4 + MAX_PATH_BYTES) throw raw.names.malformed(nameAt, 'names that are there once');
  }
  return places;
}
