import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SymbolFrame } from '../../../core/symbols/bytes/symbol-frame.ts';
import { DwarfReader } from '../../../core/symbols/dwarf/dwarf-reader.ts';
import type { Fixture } from '../fixtures/build-fixture.ts';
import { type ElfLibraryOptions, elfLibrary } from '../fixtures/elf-fixture.ts';
import { machoDylib } from '../fixtures/macho.ts';
import { programs } from '../fixtures/program-sources.ts';
import { imageOf, onDisk, withoutRemarks } from '../read-debug-file.ts';
import { llvmFrames } from './llvm-symbolizer.ts';

/** llvm-symbolizer takes outermost names from the symbol table; without it, from DWARF as we do. */
const withoutSymbolTable = ['llvm-objcopy-19', '--remove-section=.symtab', '--remove-section=.strtab', 'libshop.so'] as const;

const sources = { ...programs.shop, ...programs.feed };

const builds: readonly (readonly [string, ElfLibraryOptions])[] = [
  ...([2, 3, 4, 5] as const).map((dwarf) => [`clang's DWARF ${dwarf}`, { sources, dwarf }] as const),
  ...([2, 3, 4, 5] as const).map((dwarf) => [`gcc's DWARF ${dwarf}`, { sources, dwarf, compiler: 'gcc' }] as const),
  ['DWARF of an armv7 library', { sources, dwarf: 5, target: 'armv7' }],
  ['DWARF of an aarch64 library', { sources, dwarf: 5, target: 'aarch64' }],
  ['DWARF of an i686 library by gcc', { sources, dwarf: 4, target: 'i686', compiler: 'gcc' }],
  ['64-bit DWARF', { sources, dwarf: 5, flags: ['-gdwarf64'] }],
  ['64-bit DWARF 4', { sources, dwarf: 4, flags: ['-gdwarf64'] }],
  ['DWARF beside type units of version 4', { sources, dwarf: 4, flags: ['-fdebug-types-section'] }],
  ['DWARF beside type units of version 5', { sources, dwarf: 5, flags: ['-fdebug-types-section'] }],
  ['DWARF with sections packed by zlib', { sources, dwarf: 5, link: ['--compress-debug-sections=zlib'] }],
  ['DWARF with sections packed by zstd', { sources, dwarf: 5, link: ['--compress-debug-sections=zstd'] }],
  [
    'DWARF of functions that the linker left out',
    { sources, dwarf: 5, flags: ['-ffunction-sections'], link: ['--gc-sections', '-u', 'shop_total'] },
  ],
  ['DWARF 4 of functions that the linker left out', { sources, dwarf: 4, flags: ['-ffunction-sections'], link: ['--gc-sections'] }],
  [
    'DWARF with tombstones of all bits',
    {
      sources,
      dwarf: 4,
      flags: ['-ffunction-sections'],
      link: ['--gc-sections', '-z', 'dead-reloc-in-nonalloc=.debug_*=0xffffffffffffffff'],
    },
  ],
  ['DWARF of linked bitcode, with names in other units', { sources, dwarf: 5, flags: ['-flto'] }],
];

for (const [what, options] of builds) {
  test(`${what} gives the frames that llvm-symbolizer gives, at every second address`, async () => {
    await agrees(await elfLibrary({ ...options, after: [...(options.after ?? []), withoutSymbolTable] }), 'libshop.so');
  });
}

for (const target of ['arm64', 'x86_64'] as const) {
  for (const dwarf of [4, 5] as const) {
    test(`a dSYM for ${target} with DWARF ${dwarf} gives the frames that llvm-symbolizer gives`, async () => {
      const fixture = await machoDylib({ sources: { ...sources, ...programs.screen }, target, dwarf, dsym: true });
      await agrees(fixture, 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib');
    });
  }
}

test('without the files of split DWARF the lines are there, and the reader says why names are not', async () => {
  const missing = ['rm', 'shop.c.dwo', 'feed.cc.dwo'] as const;
  const fixture = await elfLibrary({
    sources,
    dwarf: 5,
    flags: ['-gsplit-dwarf', '-fno-split-dwarf-inlining'],
    after: [missing, withoutSymbolTable],
  });
  const path = fixture.path('libshop.so');
  const { dwarf, loaded } = imageOf(path);
  assert.ok(dwarf !== undefined);
  const addresses = codeAddresses(loaded);
  const reader = new DwarfReader(dwarf);
  const ours = onDisk(reader.resolveAll(addresses));
  const theirs = await llvmFrames(path, addresses);
  // llvm-symbolizer has the names from the symbol table.
  const withoutNames = (frames: readonly SymbolFrame[]): unknown => withoutRemarks(frames).map(({ name: _, ...rest }) => rest);
  assert.deepEqual(ours.map(withoutNames), theirs.map(withoutNames));
  assert.ok(ours.some((frames) => frames[0]?.line !== undefined));
  assert.equal(reader.leftOut.splitUnits, 2);
});

async function agrees(fixture: Fixture, name: string): Promise<void> {
  const path = fixture.path(name);
  const image = imageOf(path);
  assert.ok(image.dwarf !== undefined);
  const addresses = codeAddresses(image.loaded);
  const reader = new DwarfReader(image.dwarf);
  const ours = onDisk(reader.resolveAll(addresses));
  const theirs = await llvmFrames(path, addresses);
  const plain = (frames: readonly SymbolFrame[]): string => JSON.stringify(withoutRemarks(frames));
  const differing = addresses
    .map((address, at) => [address.toString(16), plain(ours[at] ?? []), plain(theirs[at] ?? [])] as const)
    .filter(([, our, their]) => our !== their);
  assert.deepEqual(differing.slice(0, 3), [], `${differing.length} of ${addresses.length} differ`);
  assert.ok(ours.filter((frames) => frames.length > 0).length > 100);
  assert.deepEqual(reader.problems, []);
}

/** Every second address of what is loaded; of those programs it is a few kilobytes. */
function codeAddresses(loaded: readonly { readonly address: number; readonly memorySize: number }[]): readonly number[] {
  return loaded.flatMap(({ address, memorySize }) =>
    Array.from({ length: Math.min(memorySize, 1 << 15) >> 1 }, (_, at) => address + at * 2),
  );
}
