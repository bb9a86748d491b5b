import type { Reading, SectionBytes, Unpackers } from '../bytes/byte-source.ts';
import { memoryBytes, readWhole } from '../bytes/file-bytes.ts';
import { type SymbolIndex, SymbolIndexBuilder } from '../bytes/symbol-index.ts';
import { MAX_DEBUGDATA_BYTES } from '../bytes/symbol-limits.ts';
import { alternateLinkOf, buildIdOf, debugLinkOf } from '../elf/debug-links.ts';
import { type Elf, readElf } from '../elf/elf-headers.ts';
import { addSymbols } from '../elf/elf-symbols.ts';
import { elfDwarf, rawSection, sectionNamed } from '../elf/sections.ts';
import { unxz } from '../xz/unxz.ts';
import type { ElfImage, LoadedRange } from './debug-file.ts';

export function* elfImage(bytes: SectionBytes, unpackers: Unpackers): Reading<ElfImage> {
  const elf = yield* readElf(bytes);
  const loaded = elf.segments.filter(({ type }) => type === 'load');
  let symbols: SymbolIndex | undefined;
  return {
    kind: 'elf',
    arch: elf.arch,
    isObject: elf.isObject,
    id: yield* buildIdOf(elf),
    baseAddress: baseAddress(loaded),
    loaded,
    dwarf: yield* elfDwarf(elf, unpackers),
    debugLink: yield* debugLinkOf(elf),
    alternateLink: yield* alternateLinkOf(elf),
    *symbols() {
      symbols ??= yield* readSymbols(elf, unpackers);
      return symbols;
    },
  };
}

/** The first segment's address, less its offset in the file. */
function baseAddress(loaded: readonly LoadedRange[]): number {
  const [first] = [...loaded].sort((a, b) => a.address - b.address);
  return first === undefined ? 0 : first.address - first.offset;
}

/** `.symtab` includes `.dynsym`; a stripped file has the rest in `.gnu_debugdata`. */
function* readSymbols(elf: Elf, unpackers: Unpackers): Reading<SymbolIndex> {
  const builder = new SymbolIndexBuilder();
  if (!(yield* addSymbols(elf, 'symtab', builder, unpackers))) {
    yield* addSymbols(elf, 'dynsym', builder, unpackers);
    const inner = yield* debugDataOf(elf, unpackers);
    if (inner !== undefined) yield* addSymbols(inner, 'symtab', builder, unpackers);
  }
  return builder.build();
}

/** The ELF file in `.gnu_debugdata` holds local functions. Nested ones are not read. */
function* debugDataOf(elf: Elf, { memory }: Unpackers): Reading<Elf | undefined> {
  const section = sectionNamed(elf, '.gnu_debugdata');
  if (section === undefined) return undefined;
  const raw = rawSection(elf, section);
  const plain = unxz(yield* readWhole(raw, MAX_DEBUGDATA_BYTES), raw.name, MAX_DEBUGDATA_BYTES, memory);
  return yield* readElf(memoryBytes(`${raw.name} (unpacked)`, plain));
}
