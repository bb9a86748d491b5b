import type { DwarfSectionName, DwarfSections, Reading, SectionBytes, Unpackers } from '../bytes/byte-source.ts';
import type { Elf } from './elf-headers.ts';
import { plainSection, sectionNamed } from './sections.ts';

export const dwarfSectionNames = [
  'info',
  'abbrev',
  'line',
  'str',
  'line_str',
  'ranges',
  'rnglists',
  'addr',
  'str_offsets',
  'aranges',
  'types',
] as const satisfies readonly DwarfSectionName[];

export function* elfDwarf(elf: Elf, unpackers: Unpackers): Reading<DwarfSections | undefined> {
  const found = new Map<DwarfSectionName, SectionBytes>();
  for (const name of dwarfSectionNames) {
    const section = sectionNamed(elf, `.debug_${name}`) ?? sectionNamed(elf, `.zdebug_${name}`);
    if (section !== undefined) found.set(name, yield* plainSection(elf, section, unpackers));
  }
  if (!found.has('info') && !found.has('line')) return undefined;
  return { littleEndian: true, addressSize: elf.wordSize, get: (name) => found.get(name) };
}
