import type { FileKey, Reading, SectionBytes, Unpackers } from '../bytes/byte-source.ts';
import { fileBytes } from '../bytes/file-bytes.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { isElf } from '../elf/elf-headers.ts';
import { machoKind, slicesOf } from '../macho/slices.ts';
import { isZip, readZipDirectory, zipEntryBytes } from '../zip/directory.ts';
import type { DebugFile, MachoImage } from './debug-file.ts';
import { elfImage } from './elf-image.ts';
import { machoImage } from './macho-image.ts';

interface OpenOptions {
  readonly unpackers: Unpackers;
  /** Inside an archive: `lib/arm64-v8a/libshop.so` of an APK. */
  readonly entry?: string;
}

/** Opens an ELF file, a Mach-O file (also in a dSYM), or a library in an APK. Reads only headers and notes. */
export function* openDebugFile(file: FileKey, options: OpenOptions): Reading<DebugFile> {
  const bytes = yield* fileBytes(file);
  return yield* openDebugBytes(options.entry === undefined ? bytes : yield* entryBytes(bytes, options.entry, options.unpackers), options);
}

/** For a part of a file. */
export function* openDebugBytes(bytes: SectionBytes, { unpackers }: OpenOptions): Reading<DebugFile> {
  const head = yield* bytes.read(0, Math.min(8, bytes.size));
  if (isElf(head)) return { kind: 'elf', images: [yield* elfImage(bytes, unpackers)] };
  const kind = machoKind(head);
  if (kind === undefined) {
    const other = bytes.size === 0 ? 'an empty one' : `${bytes.size} bytes of something else`;
    const found = isZip(head) ? 'a zip archive: name the library inside it' : other;
    throw new SymbolError({ reason: 'unsupported', file: bytes.name, offset: 0, expected: 'an ELF or Mach-O file', found });
  }
  return { kind: kind === 'thin' ? 'macho' : 'fat macho', images: yield* machoImages(yield* slicesOf(bytes, kind)) };
}

/** One unreadable architecture of a fat file does no harm. */
function* machoImages(slices: readonly SectionBytes[]): Reading<readonly MachoImage[]> {
  const images: MachoImage[] = [];
  let refused: unknown;
  for (const slice of slices) {
    try {
      images.push(yield* machoImage(slice));
    } catch (error) {
      if (!(error instanceof SymbolError && error.reason === 'unsupported')) throw error;
      refused ??= error;
    }
  }
  if (images.length === 0 && refused !== undefined) throw refused;
  return images;
}

function* entryBytes(archive: SectionBytes, name: string, unpackers: Unpackers): Reading<SectionBytes> {
  const entry = (yield* readZipDirectory(archive)).find((one) => one.name === name);
  if (entry === undefined)
    throw new SymbolError({ reason: 'missing', file: archive.name, offset: 0, expected: `an entry ${name}`, found: 'none' });
  return yield* zipEntryBytes(archive, entry, unpackers);
}
