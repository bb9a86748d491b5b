import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Reading, runReading } from '../../core/symbols/bytes/byte-source.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import { openMapping } from '../../core/symbols/retrace/mapping.ts';
import { FileAnswers } from '../../host/builds/unpack/file-answers.ts';
import { nodeUnpackers } from '../../host/builds/unpack/unpackers.ts';
import { elfLibrary } from './fixtures/elf-fixture.ts';
import { machoDylib } from './fixtures/macho.ts';
import { programs } from './fixtures/program-sources.ts';
import { readAllOf } from './read-all.ts';

const FAR = 5 * 1024 ** 3;

/** A file that is mostly a hole. */
async function sparse(t: TestContext, parts: readonly (readonly [offset: number, bytes: Uint8Array])[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'laglens-large-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, 'large');
  const file = await open(path, 'w');
  for (const [offset, bytes] of parts) await file.write(bytes, 0, bytes.length, offset);
  await file.close();
  return path;
}

/** Runs a reading on the disk and counts the bytes it had. */
function counting<T>(reading: Reading<T>): { readonly value: T; readonly bytes: number } {
  const disk = new FileAnswers();
  let bytes = 0;
  const value = runReading(reading, (request) => {
    const answer = disk.answer(request);
    bytes += answer.length;
    return answer;
  });
  disk.close();
  return { value, bytes };
}

function* openAll(path: string, entry?: string) {
  const file = yield* openDebugFile(path, { unpackers: nodeUnpackers, ...(entry === undefined ? {} : { entry }) });
  yield* readAllOf(file);
  const [image] = file.images;
  assert.ok(image !== undefined);
  return { id: image.id, functions: (yield* image.symbols()).count, info: image.dwarf?.get('info')?.size };
}

test('a dSYM of 5 GB is read in slices', async (t) => {
  const fixture = await machoDylib({ sources: programs.shop, dsym: true });
  const name = 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib';
  const dsym = await fixture.bytes(name);
  // fat.h: magic, count; then for each: CPU, its kind, offset and size in 64 bits, alignment, nothing. All big-endian.
  const header = new DataView(new ArrayBuffer(40));
  for (const [i, value] of [0xcafebabf, 1, 0x0100000c, 0].entries()) header.setUint32(i * 4, value);
  header.setBigUint64(16, BigInt(FAR));
  header.setBigUint64(24, BigInt(dsym.length));
  const path = await sparse(t, [
    [0, new Uint8Array(header.buffer)],
    [FAR, dsym],
  ]);
  const large = counting(openAll(path));
  assert.deepEqual(large.value, counting(openAll(fixture.path(name))).value);
  assert.ok(large.bytes < 4_000_000, `${large.bytes} bytes were read`);
});

test('a library behind 5 GB of an APK is found through its 64-bit directory', async (t) => {
  const fixture = await elfLibrary({ sources: programs.shop, dwarf: 4, target: 'aarch64' });
  const library = await fixture.bytes('libshop.so');
  const path = await sparse(t, [[FAR, wideZip('lib/libshop.so', library)]]);
  const large = counting(openAll(path, 'lib/libshop.so'));
  assert.deepEqual(large.value, counting(openAll(fixture.path('libshop.so'))).value);
  assert.ok(large.bytes < 4_000_000, `${large.bytes} bytes were read`);
});

test('a library that claims a symbol table of most of its 5 GB is refused, not read', async (t) => {
  const library = await (await elfLibrary({ sources: programs.shop })).bytes('libshop.so');
  const view = new DataView(library.buffer);
  // The last section but two is .symtab, as lld lays them out; gABI: e_shoff 40, e_shnum 60; sh_type 4, sh_offset 24, sh_size 32.
  const symtab = Number(view.getBigUint64(40, true)) + (view.getUint16(60, true) - 3) * 64;
  assert.equal(view.getUint32(symtab + 4, true), 2);
  view.setBigUint64(symtab + 24, 4096n, true);
  view.setBigUint64(symtab + 32, BigInt(FAR - 4096), true);
  const path = await sparse(t, [
    [0, library],
    [FAR - 1, new Uint8Array(1)],
  ]);
  assert.throws(() => counting(openAll(path)), {
    code: 'symbols-unsupported',
    message: /\.symtab at 0x0: expected at most 201326592 bytes, found 5368705024\./,
  });
});

test('5 GB that are no text are refused as a map after their first megabytes', async (t) => {
  const path = await sparse(t, [
    [0, new TextEncoder().encode('com.example.Feed -> a.b:\n    1:3:void bind() -> a\n')],
    [FAR - 1, new Uint8Array(1)],
  ]);
  let requests = 0;
  const disk = new FileAnswers();
  t.after(() => disk.close());
  const answer: typeof disk.answer = (request) => {
    requests++;
    return disk.answer(request);
  };
  // The map's two lines have 25 and 25 bytes.
  const refused = { code: 'symbols-malformed', message: /large at 0x32: expected a map in UTF-8, found bytes that are no text\./ };
  assert.throws(() => runReading(openMapping(path), answer), refused);
  assert.ok(requests <= 2, `${requests} requests`);
});

/** A stored entry, its directory, and zip64's records, as they are 5 GB into a file (APPNOTE 6.3, 4.3.14 to 4.3.16 and 4.5.3). */
function wideZip(name: string, content: Uint8Array): Buffer {
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length + 12);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(content.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(12, 30);
  entry.writeUInt32LE(0xffffffff, 42);
  entry.write(name, 46);
  entry.writeUInt16LE(1, 46 + name.length);
  entry.writeUInt16LE(8, 48 + name.length);
  entry.writeBigUInt64LE(BigInt(FAR), 50 + name.length);
  const directoryAt = FAR + local.length + content.length;
  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(1n, 24);
  wide.writeBigUInt64LE(1n, 32);
  wide.writeBigUInt64LE(BigInt(entry.length), 40);
  wide.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + entry.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([local, content, entry, wide, locator, end]);
}
