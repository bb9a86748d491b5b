import type { Fixture, Recipe, Source } from '../../tests/symbols/fixtures/build-fixture.ts';
import { type ElfLibraryOptions, elfLibrary } from '../../tests/symbols/fixtures/elf-fixture.ts';
import { type MachoDylibOptions, machoDylib } from '../../tests/symbols/fixtures/macho.ts';
import { sqliteSource } from '../../tests/symbols/fixtures/sqlite.ts';
import { standardHeaders } from './standard-headers.ts';

/** A library of real size, and the file for an independent tool. */
interface SqliteBuild {
  readonly name: string;
  /** From the cache, as compiling takes half a minute. */
  make(log: (line: string) => void): Promise<{ readonly ours: string; readonly theirs: string }>;
  /** GNU's addr2line reads such files. */
  readonly forAddr2line: boolean;
}

/** Without a system layer, one set of headers is enough for all machines. */
const flags = [
  ...['-nostdinc', '-isystem', 'std', '-w', '-U__APPLE__'],
  ...['-DSQLITE_OS_OTHER=1', '-DSQLITE_THREADSAFE=0', '-DSQLITE_OMIT_LOAD_EXTENSION', '-DSQLITE_OMIT_WAL'],
];

/** llvm-symbolizer prefers outermost names of a symbol table; without it they are DWARF's, as ours. */
const withoutSymbolTable: Recipe['steps'][number] = [
  'llvm-objcopy-19',
  '--remove-section=.symtab',
  '--remove-section=.strtab',
  'libshop.so',
  'plain.so',
];

export const sqliteBuilds: readonly SqliteBuild[] = [
  elf('gcc, DWARF 5', { compiler: 'gcc', dwarf: 5 }),
  ...([2, 3, 4, 5] as const).map((dwarf) => elf(`clang, DWARF ${dwarf}`, { dwarf })),
  elf('aarch64, zlib sections', { target: 'aarch64', dwarf: 5, link: ['--compress-debug-sections=zlib'] }),
  elf('aarch64, zstd sections', { target: 'aarch64', dwarf: 5, link: ['--compress-debug-sections=zstd'] }),
  elf('armv7', { target: 'armv7', dwarf: 5 }),
  macho('dSYM, arm64', { target: 'arm64' }, 'dsym'),
  macho('dSYM, x86_64', { target: 'x86_64' }, 'dsym'),
  macho('debug map, arm64', { target: 'arm64' }, 'map'),
];

function elf(name: string, options: Omit<ElfLibraryOptions, 'sources' | 'flags'>): SqliteBuild {
  return {
    name,
    forAddr2line: options.dwarf !== undefined,
    async make(log) {
      const made = await elfLibrary({ ...options, sources: await sources(log), flags, after: [withoutSymbolTable] });
      return { ours: made.path('libshop.so'), theirs: made.path('plain.so') };
    },
  };
}

/** A debug map is compared with the dSYM that Apple's tools would make of it. */
function macho(name: string, options: Omit<MachoDylibOptions, 'sources' | 'flags'>, kind: 'dsym' | 'map'): SqliteBuild {
  return {
    name,
    forAddr2line: false,
    async make(log) {
      const made: Fixture = await machoDylib({ ...options, sources: await sources(log), flags, dsym: true });
      const bundle = made.path('libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib');
      return { ours: kind === 'dsym' ? bundle : made.path('libshop.dylib'), theirs: bundle };
    },
  };
}

async function sources(log: (line: string) => void): Promise<Readonly<Record<string, Source>>> {
  return { ...standardHeaders, 'sqlite3.c': { copyOf: await sqliteSource(log) } };
}
