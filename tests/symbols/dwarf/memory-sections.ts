import { type DwarfSectionName, type DwarfSections, runReading } from '../../../core/symbols/bytes/byte-source.ts';
import { memoryBytes } from '../../../core/symbols/bytes/file-bytes.ts';
import type { SymbolFrame } from '../../../core/symbols/bytes/symbol-frame.ts';
import { DwarfReader } from '../../../core/symbols/dwarf/dwarf-reader.ts';

export type SectionContents = Partial<Record<DwarfSectionName, Uint8Array>>;

/** DWARF sections of given bytes. */
function sectionsOf(contents: SectionContents, addressSize: 4 | 8 = 8): DwarfSections {
  return {
    littleEndian: true,
    addressSize,
    get(name) {
      const bytes = contents[name];
      return bytes === undefined ? undefined : memoryBytes(`.debug_${name}`, bytes);
    },
  };
}

/** A reader's frames of addresses, and its problems. */
export function resolved(
  contents: SectionContents,
  addresses: readonly number[],
): { readonly frames: readonly (readonly SymbolFrame[])[]; readonly problems: readonly string[]; readonly reader: DwarfReader } {
  const reader = new DwarfReader(sectionsOf(contents));
  const frames = runReading(reader.resolveAll(addresses), () => {
    throw new Error('all bytes are in memory');
  });
  return { frames, problems: reader.problems.map(({ message }) => message), reader };
}
