/** A shared library as a dynamic linker sees it. Layout: System V ABI, chapters 4 and 5. */
interface ElfFacts {
  readonly machine: number;
  readonly needed: readonly string[];
  readonly soname: string | undefined;
  readonly definedSymbols: readonly string[];
  readonly undefinedSymbols: readonly string[];
  readonly loadAlignments: readonly number[];
  readonly hasTextRelocations: boolean;
  readonly hasExecutableStack: boolean;
}

const [ptLoad, ptGnuStack, executable] = [1, 0x6474e551, 1];
const [shtDynamic, shtDynsym] = [6, 11];
const [dtNeeded, dtSoname, dtTextrel] = [1, 14, 22];

/** Reads a little-endian ELF file of 32 or 64 bits. @throws Error for others */
export function readElf(bytes: Buffer): ElfFacts {
  if (bytes.readUInt32BE(0) !== 0x7f454c46) throw new Error('This is not an ELF file.');
  const wide = bytes[4] === 2;
  const word = (at: number): number => (wide ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at));
  const size = wide ? 8 : 4;
  const text = (at: number): string => bytes.toString('utf8', at, bytes.indexOf(0, at));
  const segments = table(word(wide ? 32 : 28), bytes.readUInt16LE(wide ? 54 : 42), bytes.readUInt16LE(wide ? 56 : 44)).map((at) => ({
    type: bytes.readUInt32LE(at),
    flags: bytes.readUInt32LE(at + (wide ? 4 : 24)),
    align: word(at + (wide ? 48 : 28)),
  }));
  const sections = table(word(wide ? 40 : 32), bytes.readUInt16LE(wide ? 58 : 46), bytes.readUInt16LE(wide ? 60 : 48)).map((at) => ({
    type: bytes.readUInt32LE(at + 4),
    offset: word(at + (wide ? 24 : 16)),
    size: word(at + (wide ? 32 : 20)),
    link: bytes.readUInt32LE(at + (wide ? 40 : 24)),
    entry: word(at + (wide ? 56 : 36)),
  }));
  const entriesOf = (type: number): { at: number; names: number }[] =>
    sections
      .filter((section) => section.type === type)
      .flatMap(({ offset, size: length, entry, link }) =>
        table(offset, entry, length / entry).map((at) => ({ at, names: sections[link]?.offset ?? 0 })),
      );
  const dynamic = entriesOf(shtDynamic).map(({ at, names }) => ({ tag: word(at), text: () => text(names + word(at + size)) }));
  const symbols = entriesOf(shtDynsym)
    .slice(1)
    .map(({ at, names }) => ({ name: text(names + bytes.readUInt32LE(at)), section: bytes.readUInt16LE(at + (wide ? 6 : 14)) }));
  return {
    machine: bytes.readUInt16LE(18),
    needed: dynamic.filter(({ tag }) => tag === dtNeeded).map((entry) => entry.text()),
    soname: dynamic.find(({ tag }) => tag === dtSoname)?.text(),
    definedSymbols: symbols.filter(({ section }) => section !== 0).map(({ name }) => name),
    undefinedSymbols: symbols.filter(({ section }) => section === 0).map(({ name }) => name),
    loadAlignments: segments.filter(({ type }) => type === ptLoad).map(({ align }) => align),
    hasTextRelocations: dynamic.some(({ tag }) => tag === dtTextrel),
    hasExecutableStack: segments.some(({ type, flags }) => type === ptGnuStack && (flags & executable) !== 0),
  };
}

function table(offset: number, entry: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => offset + i * entry);
}
