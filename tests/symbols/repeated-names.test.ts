import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFromMemory, runReading } from '../../core/symbols/bytes/byte-source.ts';
import { memoryBytes } from '../../core/symbols/bytes/file-bytes.ts';
import { readElf } from '../../core/symbols/elf/elf-headers.ts';
import { readDebugMap } from '../../core/symbols/macho/debug-map.ts';
import { readMacho } from '../../core/symbols/macho/macho-headers.ts';
import { openObject } from '../../core/symbols/macho/object-file.ts';
import { cpuMsOf } from '../cpu-time.ts';

/** A name is only an offset, so a small file can name one long text a million times; nobody may write all of that out. */
const LONG = 1_000_000;

test('100,000 sections whose names run on for a megabyte are read at once', () => {
  const count = 100_000;
  const bytes = new Uint8Array(64 + count * 64 + LONG).fill(0x61, 64 + count * 64);
  const view = new DataView(bytes.buffer);
  // gABI: class 64, little-endian; e_machine 18, e_shoff 40, e_shentsize 58, e_shnum 60 (0: see the first section), e_shstrndx 62.
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  view.setUint16(18, 62, true);
  view.setBigUint64(40, 64n, true);
  view.setUint16(58, 64, true);
  view.setUint16(62, 1, true);
  view.setBigUint64(64 + 32, BigInt(count), true);
  for (let i = 0; i < count; i++) view.setUint32(64 + i * 64, i, true);
  // Section 1 is that of the names: sh_offset 24, sh_size 32.
  view.setBigUint64(128 + 24, BigInt(64 + count * 64), true);
  view.setBigUint64(128 + 32, BigInt(LONG), true);
  const tookMs = cpuMsOf(() => {
    const { sections } = runReading(readElf(memoryBytes('x', bytes)), answerFromMemory(new Map()));
    assert.equal(sections.length, count);
    assert.equal(Math.max(...sections.slice(0, 1000).map(({ name }) => name.length)), 256);
  });
  // All of the names would be 100 GB.
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
});

/** A Mach-O file of a symbol table alone: header, LC_SYMTAB, entries, names. */
function machoOfSymbols(fileType: number, entries: readonly (readonly [type: number, value: number])[]): Uint8Array {
  const names = 56 + entries.length * 16;
  const bytes = new Uint8Array(names + LONG).fill(0x61, names + 1);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of [0xfeedfacf, 0x0100000c, 0, fileType, 1, 24].entries()) view.setUint32(i * 4, value, true);
  for (const [i, value] of [2, 24, 56, entries.length, names, LONG].entries()) view.setUint32(32 + i * 4, value, true);
  for (const [i, [type, value]] of entries.entries()) {
    view.setUint32(56 + i * 16, 1, true);
    view.setUint8(60 + i * 16, type);
    view.setUint8(61 + i * 16, 1);
    view.setBigUint64(64 + i * 16, BigInt(value), true);
  }
  return bytes;
}

test('an object file whose 100,000 symbols have one name of a megabyte is refused', () => {
  const bytes = machoOfSymbols(
    1,
    Array.from({ length: 100_000 }, (_, i) => [0x0e, i] as const),
  );
  const object = { path: 'x.o', member: undefined, modifiedAtS: 0 };
  const answer = answerFromMemory(new Map([['x.o', bytes]]));
  assert.throws(() => runReading(openObject(object, 'arm64'), answer), {
    code: 'symbols-malformed',
    message: /expected names that are there once/,
  });
});

test('a debug map whose 100,000 object files have one path of a megabyte costs no more than what is asked of it', () => {
  const bytes = machoOfSymbols(
    6,
    Array.from({ length: 100_000 }, (_, i) => [0x66, i] as const),
  );
  function* reading() {
    return yield* readDebugMap(yield* readMacho(memoryBytes('x', bytes)));
  }
  const map = runReading(reading(), answerFromMemory(new Map()));
  assert.equal(map?.objectCount, 100_000);
  assert.equal(map.object(7)?.path.length, 4096);
  const more = machoOfSymbols(
    6,
    Array.from({ length: 200_001 }, (_, i) => [0x66, i] as const),
  );
  function* tooMany() {
    return yield* readDebugMap(yield* readMacho(memoryBytes('x', more)));
  }
  assert.throws(() => runReading(tooMany(), answerFromMemory(new Map())), {
    code: 'symbols-malformed',
    message: /expected at most 200000 object files/,
  });
});
