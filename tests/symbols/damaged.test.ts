import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { answerFromMemory, type Reading, runReading, type Unpackers } from '../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { dwarfSectionNames } from '../../core/symbols/elf/sections.ts';
import type { DebugFile } from '../../core/symbols/image/debug-file.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import { nodeUnpackers } from '../../host/builds/unpack/unpackers.ts';
import { elfLibrary } from './fixtures/elf-fixture.ts';
import { machoDylib } from './fixtures/macho.ts';
import { programs } from './fixtures/program-sources.ts';
import { llvmSections, said } from './oracles.ts';
import { readAllOf } from './read-all.ts';

const sources = { ...programs.shop, ...programs.feed };
const dwarfInBundle = 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib';

/** Must never be called: nothing is unpacked, and so allocated, for an impossible size. */
const neverUnpack: Unpackers = { zlib: unwanted, zstd: unwanted, deflate: unwanted };

function unwanted(_packed: Uint8Array, size: number): never {
  throw new assert.AssertionError({ message: `unpacking ${size} bytes was tried` });
}

for (const target of ['x86_64', 'armv7'] as const) {
  test(`a library for ${target} that ends at any border of its parts is refused`, async () => {
    const fixture = await elfLibrary({ sources, target, dwarf: 5 });
    const bytes = await fixture.bytes('libshop.so');
    const borders = llvmSections(fixture.path('libshop.so')).flatMap(({ offset, size }) => [offset, offset + size]);
    // The headers are at the very end, so what lacks one byte lacks a header.
    for (const end of around([0, 16, 52, 64, ...borders, bytes.length], bytes.length)) {
      assert.throws(() => read(bytes.subarray(0, end)), SymbolError, `the first ${end} bytes`);
    }
  });
}

for (const name of ['libshop.dylib', dwarfInBundle]) {
  test(`${name} that ends at any border of its parts is refused, or lacks nothing that is read`, async () => {
    const fixture = await machoDylib({ sources, dsym: true });
    const bytes = await fixture.bytes(name);
    const listed = said('llvm-readobj-19', ['--sections', '--symbols', fixture.path(name)]);
    const sections = [...listed.matchAll(/ Size: (\S+)\n +Offset: (\d+)/g)].flatMap(([, size, offset]) => [
      Number(offset),
      Number(offset) + Number(size),
    ]);
    const commands = said('llvm-otool-19', ['-l', fixture.path(name)]);
    const tables = [...commands.matchAll(/(?:symoff|stroff|dataoff|fileoff) (\d+)/g)].map(([, offset]) => Number(offset));
    const whole = read(bytes);
    let refused = 0;
    for (const end of around([0, 8, 32, ...sections, ...tables, bytes.length], bytes.length)) {
      try {
        assert.deepEqual(read(bytes.subarray(0, end)), whole, `the first ${end} bytes`);
      } catch (error) {
        if (!(error instanceof SymbolError)) throw error;
        refused++;
      }
    }
    assert.ok(refused > 20);
  });
}

for (const [method, type] of [
  ['zlib', 1],
  ['zstd', 2],
] as const) {
  test(`1 KB of ${method} that claims to be 4 GB is refused before anything is unpacked`, async () => {
    const fixture = await elfLibrary({ sources, dwarf: 5, link: ['--build-id=sha1', `--compress-debug-sections=${method}`] });
    const bytes = await fixture.bytes('libshop.so');
    const { offset, size } = section(fixture.path('libshop.so'), '.debug_info');
    assert.ok(size < 2000);
    assert.equal(view(bytes).getUint32(offset, true), type);
    for (const claim of [4n * 1024n ** 3n, 1024n ** 3n, 100_000_000n]) {
      view(bytes).setBigUint64(offset + 8, claim, true);
      const message = new RegExp(`\\.debug_info at 0x0: .* found a claim of ${claim}\\.$`);
      assert.throws(() => read(bytes, neverUnpack), { reason: 'malformed', message });
    }
  });
}

test('a packed section that holds more or less than it claims is refused', async () => {
  for (const method of ['zlib', 'zstd'] as const) {
    const fixture = await elfLibrary({ sources, dwarf: 5, link: ['--build-id=sha1', `--compress-debug-sections=${method}`] });
    const { offset } = section(fixture.path('libshop.so'), '.debug_info');
    for (const difference of [-1n, 1n, -200n, 200n]) {
      const bytes = await fixture.bytes('libshop.so');
      view(bytes).setBigUint64(offset + 8, view(bytes).getBigUint64(offset + 8, true) + difference, true);
      assert.throws(
        () => read(bytes),
        { reason: 'malformed', message: /\.debug_info at 0x0: expected \d+ bytes packed by / },
        `${method} ${difference}`,
      );
    }
  }
});

/** Offsets in 64-bit ELF headers (gABI): e_shoff 40, e_phnum 56, e_shentsize 58, e_shnum 60, e_shstrndx 62; in a section's: sh_offset 24, sh_size 32, sh_link 40. */
const elfLies: readonly (readonly [string, (bytes: DataView, symtab: number, strtab: number) => void, RegExp])[] = [
  [
    'section headers behind the end',
    (v) => v.setBigUint64(40, 1n << 40n, true),
    /at 0x10000000000: expected \d+ bytes of section headers, found a file of/,
  ],
  ['section headers at 2^63', (v) => v.setBigUint64(40, 1n << 63n, true), /expected \d+ bytes of section headers/],
  ['65,279 sections', (v) => v.setUint16(60, 65_279, true), /expected 4177856 bytes of section headers/],
  ['four billion sections', fourBillionSections, /expected 274877906688 bytes of section headers/],
  ['section headers of 3 bytes', (v) => v.setUint16(58, 3, true), /expected section headers of at least 64 bytes, found 3/],
  [
    'names in a section that isn’t there',
    (v) => v.setUint16(62, 0xfffe, true),
    /expected a section of section names, found number 65534 of/,
  ],
  ['65,535 segments', (v) => v.setUint16(56, 0xfffe, true), /expected 3669904 bytes of segment headers/],
  ['symbols behind the end', (v, symtab) => v.setBigUint64(symtab + 24, 1n << 33n, true), /at 0x200000000: expected \d+ bytes of \.symtab/],
  ['4 GB of symbols', (v, symtab) => v.setBigUint64(symtab + 32, 1n << 32n, true), /expected 4294967296 bytes of \.symtab/],
  [
    'names of symbols in a section that isn’t there',
    (v, symtab) => v.setUint32(symtab + 40, 9999, true),
    /expected a section of names, found number 9999 of/,
  ],
  ['names of symbols behind the end', (v, _, strtab) => v.setBigUint64(strtab + 24, 1n << 33n, true), /bytes of \.strtab/],
  ['big-endian code', (v) => v.setUint8(5, 2), /expected little-endian code, found big-endian code/],
  ['code for SPARC', (v) => v.setUint16(18, 2, true), /expected code for ARM or x86, found that of machine 2/],
];

/** The number is then in the first section's size. */
function fourBillionSections(bytes: DataView): void {
  bytes.setUint16(60, 0, true);
  bytes.setBigUint64(Number(bytes.getBigUint64(40, true)) + 32, 0xffff_fffcn, true);
}

for (const [lie, corrupt, expected] of elfLies) {
  test(`a library that claims ${lie} is refused with the place`, async () => {
    const fixture = await elfLibrary({ sources, dwarf: 4 });
    const bytes = await fixture.bytes('libshop.so');
    const listed = llvmSections(fixture.path('libshop.so'));
    const headerOf = (name: string): number =>
      Number(view(bytes).getBigUint64(40, true)) + listed.findIndex((one) => one.name === name) * 64;
    corrupt(view(bytes), headerOf('.symtab'), headerOf('.strtab'));
    assert.throws(
      () => read(bytes, neverUnpack),
      (error: unknown) => error instanceof SymbolError && expected.test(error.message),
    );
  });
}

/** Offsets in Mach-O: ncmds 16, sizeofcmds 20, the first command at 32. */
const LC_SYMTAB = 2;
const LC_FUNCTION_STARTS = 0x26;
const machoLies: readonly (readonly [string, (bytes: DataView) => void, RegExp])[] = [
  ['four billion load commands', (v) => v.setUint32(16, 0xffffffff, true), /expected 4 bytes, found the end/],
  ['4 GB of load commands', (v) => v.setUint32(20, 0xffffffff, true), /expected 4294967295 bytes of load commands/],
  [
    'a load command of 0 bytes',
    (v) => v.setUint32(36, 0, true),
    /expected a load command of 8 bytes or more, inside the commands, found 0/,
  ],
  ['a load command of 4 GB', (v) => v.setUint32(36, 0xfffffff8, true), /inside the commands, found 4294967288/],
  ['four billion sections', (v) => v.setUint32(32 + 64, 0xffffffff, true), /expected \d+ bytes, found the end/],
  [
    'four billion symbols',
    (v) => v.setUint32(commandAt(v, LC_SYMTAB) + 12, 0xffffffff, true),
    /expected 68719476720 bytes of symbol table/,
  ],
  ['names of symbols behind the end', (v) => v.setUint32(commandAt(v, LC_SYMTAB) + 16, 0xfffffff0, true), /bytes of symbol names/],
  [
    'function starts behind the end',
    (v) => v.setUint32(commandAt(v, LC_FUNCTION_STARTS) + 8, 0xfffffff0, true),
    /bytes of function starts/,
  ],
  ['code for PowerPC', (v) => v.setUint32(4, 0x01000012, true), /expected code for arm64 or x86_64, found that of CPU 0x1000012/],
];

function commandAt(bytes: DataView, wanted: number): number {
  let at = 32;
  while (bytes.getUint32(at, true) !== wanted) at += bytes.getUint32(at + 4, true);
  return at;
}

for (const [lie, corrupt, expected] of machoLies) {
  test(`a Mach-O library that claims ${lie} is refused with the place`, async () => {
    const bytes = await (await machoDylib({ sources })).bytes('libshop.dylib');
    corrupt(view(bytes));
    assert.throws(
      () => read(bytes),
      (error: unknown) => error instanceof SymbolError && expected.test(error.message),
    );
  });
}

test('function starts that never end are refused', async () => {
  const bytes = await (await machoDylib({ sources })).bytes('libshop.dylib');
  const command = commandAt(view(bytes), LC_FUNCTION_STARTS);
  const [start, size] = [view(bytes).getUint32(command + 8, true), view(bytes).getUint32(command + 12, true)];
  view(bytes).setUint32(command + 12, size + 16, true);
  bytes.fill(0x80, start, start + size + 16);
  assert.throws(() => read(bytes), {
    reason: 'malformed',
    message: /function starts at 0x[0-9a-f]+: expected a difference of at most 10 bytes\.$/,
  });
});

test('a fat file with impossible architectures is refused, and a Java class isn’t taken for one', () => {
  const fat = (count: number, ...fields: readonly number[]): Uint8Array => {
    const bytes = new Uint8Array(8 + fields.length * 4 + 64);
    for (const [i, value] of [0xcafebabe, count, ...fields].entries()) view(bytes).setUint32(i * 4, value);
    return bytes;
  };
  assert.throws(() => read(fat(1, 0x0100000c, 0, 0xfffffff0, 0xfffffff0, 14)), /expected 4294967280 bytes of slice 0/);
  assert.throws(() => read(fat(1, 0x0100000c, 0, 0, 48, 14)), { reason: 'malformed' });
  assert.throws(() => read(fat(44)), /expected 880 bytes of architectures/);
  assert.throws(() => read(fat(61)), { reason: 'unsupported', message: /expected an ELF or Mach-O file/ });
});

test('files that are none of these, and empty ones, are refused by what they should be', () => {
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(1),
    Buffer.from('#!/bin/sh\n'),
    Buffer.from('\x7fELF'),
    Buffer.from('\x7fELF\x02\x01\x01'),
  ]) {
    assert.throws(() => read(bytes), SymbolError);
  }
});

test('a file that becomes shorter while it is read is said to have changed', async () => {
  const bytes = await (await elfLibrary({ sources, dwarf: 4 })).bytes('libshop.so');
  let file = bytes;
  const answer = (request: Parameters<ReturnType<typeof answerFromMemory>>[0]): Uint8Array =>
    answerFromMemory(new Map([['x.so', file]]))(request);
  const opened = runReading(openDebugFile('x.so', { unpackers: nodeUnpackers }), answer);
  file = bytes.subarray(0, 2000);
  assert.throws(() => runReading(readAllOf(opened), answer), {
    reason: 'changed',
    message: /^x\.so at 0x[0-9a-f]+: expected \d+ more bytes, found the end of a file that was longer\.$/,
  });
});

/** Opens a file and reads all of it: what came out, as text. */
function read(bytes: Uint8Array, unpackers: Unpackers = nodeUnpackers): string {
  function* reading(): Reading<string> {
    const file = yield* openDebugFile('x', { unpackers });
    yield* readAllOf(file);
    return yield* summaryOf(file);
  }
  return runReading(reading(), answerFromMemory(new Map([['x', bytes]])));
}

function* summaryOf(file: DebugFile): Reading<string> {
  const hash = createHash('sha256');
  for (const image of file.images) {
    const symbols = yield* image.symbols();
    for (let i = 0; i < symbols.count; i++) hash.update(JSON.stringify(symbols.at(i)));
    for (const name of dwarfSectionNames) {
      const section = image.dwarf?.get(name);
      if (section !== undefined) hash.update(yield* section.read(0, section.size));
    }
  }
  return hash.digest('hex');
}

/** The borders and the places one byte before and behind, that cut something off. */
function around(borders: readonly number[], size: number): readonly number[] {
  const places = borders.flatMap((border) => [border - 1, border, border + 1]);
  return [...new Set(places)].filter((place) => place >= 0 && place < size).sort((a, b) => a - b);
}

function section(path: string, name: string): { readonly offset: number; readonly size: number } {
  const found = llvmSections(path).find((one) => one.name === name);
  assert.ok(found !== undefined, name);
  return found;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
