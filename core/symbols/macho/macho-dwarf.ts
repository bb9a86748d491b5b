import type { DwarfSectionName, DwarfSections, SectionBytes } from '../bytes/byte-source.ts';
import { partOf } from '../bytes/file-bytes.ts';
import type { Macho } from './macho-headers.ts';

/** Section names are cut at 16 bytes. */
const names: Readonly<Record<DwarfSectionName, string>> = {
  info: '__debug_info',
  abbrev: '__debug_abbrev',
  line: '__debug_line',
  str: '__debug_str',
  line_str: '__debug_line_str',
  ranges: '__debug_ranges',
  rnglists: '__debug_rnglists',
  addr: '__debug_addr',
  str_offsets: '__debug_str_offs',
  aranges: '__debug_aranges',
  types: '__debug_types',
};

export function machoDwarf(macho: Macho): DwarfSections | undefined {
  const found = new Map<string, SectionBytes>();
  for (const section of macho.sections) {
    if (section.segment !== '__DWARF' || !section.hasBytes || found.has(section.name)) continue;
    found.set(section.name, partOf(macho.bytes, section.name, section.offset, section.size));
  }
  if (!found.has(names.info) && !found.has(names.line)) return undefined;
  return { littleEndian: true, addressSize: 8, get: (name) => found.get(names[name]) };
}
