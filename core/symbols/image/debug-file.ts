import type { Arch } from '../bytes/arch.ts';
import type { DwarfSections, Reading } from '../bytes/byte-source.ts';
import type { SymbolIndex } from '../bytes/symbol-index.ts';
import type { AlternateLink, DebugLink } from '../elf/debug-links.ts';
import type { DebugMap } from '../macho/debug-map.ts';

/** A range of the file and where it is in memory, as linked: turns offsets in the file into addresses and back. */
export interface LoadedRange {
  readonly address: number;
  readonly memorySize: number;
  readonly offset: number;
  readonly fileSize: number;
}

interface Image {
  readonly arch: Arch;
  /** ELF's build id or Mach-O's UUID, in lower-case hexadecimal digits without dashes; undefined when the build made none. */
  readonly id: string | undefined;
  /** The address that the file's first byte is linked to: an address in a process, minus where the image is, plus this. */
  readonly baseAddress: number;
  readonly loaded: readonly LoadedRange[];
  /** Undefined when this file holds no debug information. */
  readonly dwarf: DwarfSections | undefined;
  /** The functions of the symbol tables. Read at the first call, kept then; empty when there are none. */
  symbols(): Reading<SymbolIndex>;
}

export interface ElfImage extends Image {
  readonly kind: 'elf';
  /** An object file (`.o`), whose addresses wait for a linker. */
  readonly isObject: boolean;
  /** Where the debug information is instead. */
  readonly debugLink: DebugLink | undefined;
  /** Where a part of the debug information is (dwz), which is not read. */
  readonly alternateLink: AlternateLink | undefined;
}

export interface MachoImage extends Image {
  readonly kind: 'macho';
  readonly fileType: 'object' | 'program' | 'library' | 'dsym' | 'other';
  /** Where the debug information of each function is, in object files; undefined when the file says nothing of that. */
  debugMap(): Reading<DebugMap | undefined>;
}

export type DebugImage = ElfImage | MachoImage;

/** What was opened: one image, or of a fat file one for each architecture. */
export interface DebugFile {
  readonly kind: 'elf' | 'macho' | 'fat macho';
  readonly images: readonly DebugImage[];
}
