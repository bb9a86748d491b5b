import type { Arch } from '../bytes/arch.ts';
import type { DwarfSections, Reading } from '../bytes/byte-source.ts';
import type { SymbolIndex } from '../bytes/symbol-index.ts';
import type { AlternateLink, DebugLink } from '../elf/debug-links.ts';
import type { DebugMap } from '../macho/debug-map.ts';

export interface LoadedRange {
  readonly address: number;
  readonly memorySize: number;
  readonly offset: number;
  readonly fileSize: number;
}

interface Image {
  readonly arch: Arch;
  /** In lower-case hexadecimal digits; undefined without one. */
  readonly id: string | undefined;
  /** The linked address of the file's first byte. */
  readonly baseAddress: number;
  readonly loaded: readonly LoadedRange[];
  readonly dwarf: DwarfSections | undefined;
  /** Read at the first call, then kept; empty without symbol tables. */
  symbols(): Reading<SymbolIndex>;
}

export interface ElfImage extends Image {
  readonly kind: 'elf';
  /** A linker will set its addresses. */
  readonly isObject: boolean;
  /** The file with the debug information instead. */
  readonly debugLink: DebugLink | undefined;
  /** The file with a part of the debug information (dwz), which is not read. */
  readonly alternateLink: AlternateLink | undefined;
}

export interface MachoImage extends Image {
  readonly kind: 'macho';
  readonly fileType: 'object' | 'program' | 'library' | 'dsym' | 'other';
  /** Undefined without one. */
  debugMap(): Reading<DebugMap | undefined>;
}

export type DebugImage = ElfImage | MachoImage;

/** One image, or one for each architecture. */
export interface DebugFile {
  readonly kind: 'elf' | 'macho' | 'fat macho';
  readonly images: readonly DebugImage[];
}
