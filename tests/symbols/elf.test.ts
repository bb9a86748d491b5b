import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { DwarfSectionName } from '../../core/symbols/bytes/byte-source.ts';
import { fileBytes } from '../../core/symbols/bytes/file-bytes.ts';
import { readElf } from '../../core/symbols/elf/elf-headers.ts';
import { dwarfSectionNames } from '../../core/symbols/elf/sections.ts';
import type { Fixture } from './fixtures/build-fixture.ts';
import { type ElfTarget, elfLibrary } from './fixtures/elf-fixture.ts';
import { programs } from './fixtures/program-sources.ts';
import { llvmFunctions, llvmNames, llvmSections, said } from './oracles.ts';
import { imageOf, onDisk, symbolsOf } from './read-debug-file.ts';

const sources = { ...programs.shop, ...programs.feed };
const archOf = { x86_64: 'x86_64', i686: 'x86', aarch64: 'arm64', armv7: 'arm' } as const satisfies Record<ElfTarget, string>;

const builds = [
  ...(['x86_64', 'i686', 'aarch64', 'armv7'] as const).map((target) => ({ target, compiler: 'clang-19' as const, flags: [] })),
  { target: 'armv7', compiler: 'clang-19', flags: ['-mthumb'] },
  { target: 'x86_64', compiler: 'gcc', flags: [] },
  { target: 'i686', compiler: 'gcc', flags: [] },
] as const;

for (const { target, compiler, flags } of builds) {
  const what = [compiler, target, ...flags].join(' ');

  test(`headers of a library by ${what} are those that llvm-readelf lists`, async () => {
    const path = (await elfLibrary({ sources, target, compiler, flags, dwarf: 4 })).path('libshop.so');
    function* headers() {
      return yield* readElf(yield* fileBytes(path));
    }
    const elf = onDisk(headers());
    const listed = llvmSections(path);
    assert.ok(listed.length > 10);
    assert.deepEqual(
      elf.sections.map(({ name, address, offset, size }) => ({ name, address, offset, size })),
      listed,
    );
    assert.equal(elf.arch, archOf[target]);
    const [, loads = ''] = /\n\nProgram Headers:\n([\s\S]*?)\n\n/.exec(said('llvm-readelf-19', ['--segments', '--wide', path])) ?? [];
    const segments = [...loads.matchAll(/LOAD +(0x\S+) (0x\S+) 0x\S+ (0x\S+) (0x\S+)/g)].map(([, ...numbers]) => numbers.map(Number));
    assert.deepEqual(
      elf.segments.filter(({ type }) => type === 'load').map((s) => [s.offset, s.address, s.fileSize, s.memorySize]),
      segments,
    );
  });

  test(`every address in the code of a library by ${what} has the function that llvm-symbolizer names`, async () => {
    const path = (await elfLibrary({ sources, target, compiler, flags })).path('libshop.so');
    const symbols = symbolsOf(imageOf(path));
    // Not the linker's stubs: they have no symbols, and llvm-symbolizer gives them to the last function before them.
    const code = llvmSections(path).filter(({ name }) => name.startsWith('.text'));
    const addresses = code.flatMap(({ address, size }) => Array.from({ length: size }, (_, i) => address + i));
    assert.ok(addresses.length > 400);
    assert.deepEqual(
      addresses.map((address) => symbols.find(address)?.name ?? '??'),
      llvmNames(path, addresses),
    );
  });
}

test('mapping symbols and Thumb bits of ARM are not in the functions', async () => {
  const path = (await elfLibrary({ sources, target: 'armv7', flags: ['-mthumb'] })).path('libshop.so');
  const symbols = symbolsOf(imageOf(path));
  const all = Array.from({ length: symbols.count }, (_, i) => symbols.at(i));
  // They are in the file: `$t`, `$d` by nm's option for special symbols, and odd addresses by readelf.
  assert.match(said('llvm-nm-19', ['--special-syms', path]), / t \$t\n/);
  assert.match(said('llvm-readelf-19', ['--symbols', path]), /[13579bdf] +\d+ FUNC +GLOBAL DEFAULT +\d+ shop_total\n/);
  assert.ok(all.every(({ name, address }) => !name.startsWith('$') && address % 2 === 0));
  assert.deepEqual(
    all.map(({ name }) => name).sort(),
    llvmFunctions(path)
      .map(([, name]) => name)
      .sort(),
  );
});

test('the build id is the one in the notes, also when only segments or only sections are left', async () => {
  const fixture = await elfLibrary({
    sources,
    link: ['--build-id=0x00112233445566778899aabbccddeeff'],
    dwarf: 5,
    after: [
      ['llvm-objcopy-19', '--strip-sections', 'libshop.so', 'segments.so'],
      ['llvm-objcopy-19', '--only-keep-debug', 'libshop.so', 'libshop.debug'],
      ['ld', '-r', '--build-id=0x00112233445566778899aabbccddeeff', 'shop.c.o', '-o', 'sections.o'],
    ],
  });
  assert.match(said('llvm-readelf-19', ['--segments', fixture.path('sections.o')]), /no program headers/);
  for (const name of ['libshop.so', 'segments.so', 'libshop.debug', 'sections.o']) {
    assert.equal(imageOf(fixture.path(name)).id, '00112233445566778899aabbccddeeff', name);
  }
  assert.equal(imageOf((await elfLibrary({ sources, link: ['--build-id=none'] })).path('libshop.so')).id, undefined);
});

const packings = [
  { name: 'zlib by lld', link: ['--compress-debug-sections=zlib'], after: [] },
  { name: 'zstd by lld', link: ['--compress-debug-sections=zstd'], after: [] },
  { name: 'zstd by llvm-objcopy', link: [], after: [['llvm-objcopy-19', '--compress-debug-sections=zstd', 'libshop.so']] },
  { name: 'GNU’s old .zdebug_ by objcopy', link: [], after: [['objcopy', '--compress-debug-sections=zlib-gnu', 'libshop.so']] },
] as const;

for (const { name, link, after } of packings) {
  for (const target of ['x86_64', 'i686'] as const) {
    test(`debug sections for ${target} that are packed with ${name} read as those that never were`, async () => {
      const options = { sources, target, dwarf: 5, flags: ['-O0', '-fdebug-compilation-dir=/shop'] } as const;
      const packed = await elfLibrary({ ...options, link: ['--build-id=sha1', ...link], after });
      const plain = await elfLibrary({ ...options, link: ['--build-id=sha1'] });
      assert.match(said('llvm-readelf-19', ['--sections', packed.path('libshop.so')]), /\.zdebug_|\.debug_\S+ +PROGBITS .* M?S?C/);
      assert.deepEqual(dwarfOf(packed), dwarfOf(plain));
      assert.ok(dwarfOf(plain).length >= 6);
    });
  }
}

function dwarfOf(fixture: Fixture): readonly (readonly [DwarfSectionName, string])[] {
  const { dwarf } = imageOf(fixture.path('libshop.so'));
  return dwarfSectionNames.flatMap((name) => {
    const section = dwarf?.get(name);
    return section === undefined ? [] : [[name, Buffer.from(onDisk(section.read(0, section.size))).toString('base64')] as const];
  });
}

test('sections are the bytes that llvm-objcopy dumps', async () => {
  const fixture = await elfLibrary({
    sources,
    dwarf: 5,
    after: [['llvm-objcopy-19', '--dump-section=.debug_info=info', '--dump-section=.debug_line=line', 'libshop.so', '/dev/null']],
  });
  const { dwarf } = imageOf(fixture.path('libshop.so'));
  for (const name of ['info', 'line'] as const) {
    const section = dwarf?.get(name);
    assert.ok(section !== undefined);
    assert.deepEqual(Buffer.from(onDisk(section.read(0, section.size))), await readFile(fixture.path(name)));
  }
  assert.equal(dwarf?.addressSize, 8);
  assert.equal(dwarf?.get('types'), undefined);
});

test('a stripped library says which file has its debug information', async () => {
  const fixture = await elfLibrary({
    sources,
    dwarf: 4,
    after: [
      ['objcopy', '--only-keep-debug', 'libshop.so', 'libshop.so.debug'],
      ['objcopy', '--strip-unneeded', '--add-gnu-debuglink=libshop.so.debug', 'libshop.so', 'stripped.so'],
    ],
  });
  const stripped = imageOf(fixture.path('stripped.so'));
  const crc = crc32(await readFile(fixture.path('libshop.so.debug')));
  assert.ok(stripped.kind === 'elf');
  assert.deepEqual(stripped.debugLink, { name: 'libshop.so.debug', crc32: crc });
  assert.equal(stripped.dwarf, undefined);
  const debug = imageOf(fixture.path('libshop.so.debug'));
  assert.equal(debug.id, stripped.id);
  assert.ok((debug.dwarf?.get('info')?.size ?? 0) > 500);
  // The symbol table moved there as well, though the code it is about did not.
  assert.equal(symbolsOf(debug).startingAt(symbolsOf(stripped).find(0)?.address ?? 0), undefined);
  assert.deepEqual(
    llvmFunctions(fixture.path('libshop.so')).filter(([address, name]) => symbolsOf(debug).startingAt(address)?.name !== name),
    [],
  );
});

test('a library whose debug information was thinned out names the other file and its id', async () => {
  // As dwz writes it: a path, a zero, the other file's build id.
  const link = Buffer.concat([Buffer.from('../.dwz/shop.debug\0'), Buffer.from('00ff10ee', 'hex')]);
  const fixture = await elfLibrary({
    sources: { ...sources, link },
    after: [['objcopy', '--add-section=.gnu_debugaltlink=link', 'libshop.so', 'thin.so']],
  });
  const [thin, whole] = ['thin.so', 'libshop.so'].map((name) => imageOf(fixture.path(name)));
  assert.ok(thin?.kind === 'elf' && whole?.kind === 'elf');
  assert.deepEqual([thin.alternateLink, whole.alternateLink], [{ path: '../.dwz/shop.debug', buildId: '00ff10ee' }, undefined]);
});

test('offsets in the file of a library become addresses by what is loaded, as its segments say', async () => {
  const path = (await elfLibrary({ sources, link: ['--image-base=0x40000000'] })).path('libshop.so');
  const { baseAddress, loaded } = imageOf(path);
  assert.equal(baseAddress, 0x40000000);
  // Without the headers in memory, the first segment begins behind them in the file and at 0xe8 or so in memory.
  const bare = imageOf((await elfLibrary({ sources, link: ['-N'] })).path('libshop.so'));
  assert.notEqual(bare.loaded[0]?.address, 0);
  assert.equal(bare.baseAddress, 0);
  const [text] = llvmSections(path).filter(({ name }) => name === '.text');
  assert.ok(text !== undefined);
  const range = loaded.find(({ offset, fileSize }) => text.offset >= offset && text.offset < offset + fileSize);
  assert.equal((range?.address ?? 0) + text.offset - (range?.offset ?? 0), text.address);
});

test('local functions of a stripped library come out of .gnu_debugdata', async () => {
  const fixture = await elfLibrary({
    sources,
    after: [
      ['objcopy', '--only-keep-debug', 'libshop.so', 'mini'],
      ['objcopy', '--strip-all', '--keep-symbol=checkout', '--remove-section=.comment', 'mini', 'mini2'],
      ['xz', '--keep', '--block-size=64KiB', 'mini2'],
      ['objcopy', '--strip-all', '--add-section', '.gnu_debugdata=mini2.xz', 'libshop.so', 'system.so'],
    ],
  });
  const [local] = llvmFunctions(fixture.path('libshop.so')).filter(([, name]) => name === 'checkout');
  assert.ok(local !== undefined);
  assert.deepEqual(llvmFunctions(fixture.path('system.so')), []);
  const symbols = symbolsOf(imageOf(fixture.path('system.so')));
  assert.equal(symbols.find(local[0] + 4)?.name, 'checkout');
  const exported = llvmFunctions(fixture.path('system.so'), '--dynamic');
  assert.ok(exported.some(([, name]) => name === 'shop_total'));
  for (const [address, name] of exported) assert.equal(symbols.startingAt(address)?.name, name);
});

test('a library with more sections than fit into 16 bits has all of them', async () => {
  const lines = Array.from(
    { length: 65_600 },
    (_, i) => `.section code${i},"ax",@progbits\n.globl f${i}\n.type f${i},@function\nf${i}: ret\n.size f${i},1`,
  );
  const fixture = await elfLibrary({
    sources: { 'many.s': `${lines.join('\n')}\n`, ...programs.shop },
    after: [
      ['clang-19', '-c', 'many.s', '-o', 'many.o'],
      ['ld.lld-19', '-shared', 'many.o', '-o', 'many.so'],
    ],
  });
  assert.match(said('llvm-readelf-19', ['--file-header', fixture.path('many.so')]), /Number of section headers: +0 \(656\d\d\)/);
  const symbols = symbolsOf(imageOf(fixture.path('many.so')));
  assert.equal(symbols.count, 65_600);
  assert.deepEqual(
    llvmFunctions(fixture.path('many.so')).filter(([address, name]) => symbols.find(address)?.name !== name),
    [],
  );
});
