import { elfLibrary } from '../fixtures/elf-fixture.ts';
import { programs } from '../fixtures/program-sources.ts';
import { imageOf, onDisk } from '../read-debug-file.ts';
import { resolved, type SectionContents } from './memory-sections.ts';

export const fuzzedSections = ['info', 'abbrev', 'line', 'str', 'line_str', 'ranges', 'rnglists', 'addr', 'str_offsets'] as const;
/** Looked-up addresses; the inputs' functions are below. */
const addresses = Array.from({ length: 1_024 }, (_, at) => at * 16);

/** The lengths of small libraries' sections, then their bytes. */
export async function dwarfInputs(): Promise<readonly Uint8Array[]> {
  const sources = { ...programs.shop, ...programs.feed };
  const builds = [
    { dwarf: 5 },
    { dwarf: 4 },
    { dwarf: 2 },
    { dwarf: 5, compiler: 'gcc' },
    { dwarf: 4, compiler: 'gcc' },
    { dwarf: 5, flags: ['-gsplit-dwarf'] },
  ] as const;
  return Promise.all(builds.map(async (options) => packed((await elfLibrary({ sources, ...options })).path('libshop.so'))));
}

/** Looks up addresses in possibly damaged sections; throws the first problem. */
export function readDwarf(bytes: Uint8Array): void {
  const contents: SectionContents = {};
  const lengths = new DataView(
    new Uint8Array([...bytes.subarray(0, fuzzedSections.length * 4), ...new Array<number>(fuzzedSections.length * 4).fill(0)]).buffer,
  );
  let at = fuzzedSections.length * 4;
  for (const [i, name] of fuzzedSections.entries()) {
    const length = lengths.getUint32(i * 4, true);
    if (length > 0) contents[name] = bytes.subarray(at, at + length);
    at += length;
  }
  const [problem] = resolved(contents, addresses).reader.problems;
  if (problem !== undefined) throw problem;
}

function packed(path: string): Uint8Array {
  const { dwarf } = imageOf(path);
  const sections = fuzzedSections.map((name) => {
    const section = dwarf?.get(name);
    return section === undefined ? new Uint8Array(0) : onDisk(section.read(0, section.size));
  });
  const lengths = new Uint8Array(Uint32Array.from(sections, ({ length }) => length).buffer);
  return Uint8Array.from([lengths, ...sections].flatMap((part) => [...part]));
}
