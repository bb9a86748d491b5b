import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { gradle } from '../../../host/builds/finders/gradle.ts';
import { symbolPath } from '../../../host/builds/finders/symbol-paths.ts';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import { xcodeProducts } from '../../../host/folders/xcode-products.ts';
import { helloMessage, processMessage } from '../../core/sample-stream.ts';
import { llvmFrames } from '../dwarf/llvm-symbolizer.ts';
import { build } from '../fixtures/build-fixture.ts';
import { elfLibrary } from '../fixtures/elf-fixture.ts';
import { machoDylib } from '../fixtures/macho.ts';
import { programs } from '../fixtures/program-sources.ts';
import { imageOf, symbolsOf } from '../read-debug-file.ts';
import { followSession } from './followed-session.ts';

const sources = programs.shop;
const IMAGE = 7;
let folder = '';
let thread: SymbolThread;

before(() => {
  thread = new SymbolThread();
});
after(() => thread.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens native '));
});
afterEach(() => rm(folder, { recursive: true }));

async function place(from: string, to: string): Promise<string> {
  const path = join(folder, to);
  await mkdir(dirname(path), { recursive: true });
  await cp(from, path, { recursive: true, preserveTimestamps: true });
  return path;
}

/** Names some addresses of an image with this id. */
async function named(id: string, addresses: readonly number[], place = gradle(folder)): Promise<readonly SymbolRecord[]> {
  const messages: readonly Message[] = [
    processMessage(0),
    helloMessage(1_000_000),
    { type: 'image', id: IMAGE, base: 0x7000, size: 0x10000, buildId: Buffer.from(id, 'hex'), path: '/data/app/lib/arm64/libshop.so' },
    ...addresses.map((offset, i): Message => ({ type: 'nativeNode', id: i + 1, parent: 0, image: IMAGE, offset })),
  ];
  const session = await followSession(messages, place, thread);
  session.close();
  return session.records;
}

function factsOf(records: readonly SymbolRecord[]): Message<'symbols'> | undefined {
  return records.findLast((record) => record.type === 'symbols');
}

/** Every fourth address of the functions in a library, and its id. */
function codeOf(path: string): { readonly id: string; readonly addresses: readonly number[] } {
  const image = imageOf(path);
  const symbols = symbolsOf(image);
  const addresses = Array.from({ length: symbols.count }, (_, i) => symbols.at(i)).flatMap(({ address, end }) =>
    Array.from({ length: Math.ceil((end - address) / 4) }, (_, i) => address + i * 4),
  );
  return { id: image.id ?? '', addresses };
}

/** Names, files and lines of all addresses are those that llvm-symbolizer tells for the file. */
async function agrees(records: readonly SymbolRecord[], truth: string, addresses: readonly number[]): Promise<void> {
  const wanted = await llvmFrames(truth, addresses);
  const ours = new Map(records.flatMap((record) => (record.type === 'addressNames' ? [[record.offset, record] as const] : [])));
  let compared = 0;
  for (const [i, address] of addresses.entries()) {
    const frames = (wanted[i] ?? []).map(({ name, file, line }) => ({ name, file, line: line ?? 0 }));
    if (frames.length === 0) continue;
    const record = ours.get(address);
    assert.equal(record?.confidence, 2, address.toString(16));
    assert.deepEqual(
      record?.frames.map(({ name, file, line }) => ({ name, file, line })),
      frames,
      address.toString(16),
    );
    compared++;
  }
  assert.ok(compared > 20, `${compared} addresses`);
}

test('a library of Gradle’s CMake output names addresses as llvm-symbolizer does', async () => {
  const path = (await elfLibrary({ sources, target: 'aarch64', dwarf: 5 })).path('libshop.so');
  const { id, addresses } = codeOf(path);
  const local = await place(path, 'app/build/intermediates/cxx/Debug/1a2b/obj/arm64-v8a/libshop.so');
  const records = await named(id, addresses);
  const facts = factsOf(records);
  assert.deepEqual(
    [facts?.image, facts?.confidence, facts?.neededId, facts?.foundId, facts?.file, facts?.why],
    [IMAGE, 2, id, id, local, ''],
  );
  assert.equal(facts?.foundBy, "Gradle's cxx of app");
  await agrees(records, path, addresses);
});

test('a library in native-debug-symbols.zip is read where it lies', async () => {
  const path = (await elfLibrary({ sources, target: 'aarch64', dwarf: 4 })).path('libshop.so');
  const { id, addresses } = codeOf(path);
  const zip = await build({
    name: 'debug-symbols-zip',
    sources: { 'arm64-v8a/libshop.so.dbg': { copyOf: path } },
    steps: [['zip', '-q', '-X', '-9', 'native-debug-symbols.zip', 'arm64-v8a/libshop.so.dbg']],
  });
  const local = await place(
    zip.path('native-debug-symbols.zip'),
    'app/build/outputs/native-debug-symbols/release/native-debug-symbols.zip',
  );
  const records = await named(id, addresses);
  assert.equal(factsOf(records)?.file, `${local} (arm64-v8a/libshop.so.dbg)`);
  await agrees(records, path, addresses);
});

test('debug information in a file of its own is found by .gnu_debuglink', async () => {
  const fixture = await elfLibrary({
    sources,
    dwarf: 4,
    after: [
      ['cp', 'libshop.so', 'whole.so'],
      ['llvm-objcopy-19', '--only-keep-debug', 'libshop.so', 'libshop.so.debug'],
      ['llvm-objcopy-19', '--strip-all', '--add-gnu-debuglink=libshop.so.debug', 'libshop.so'],
    ],
  });
  const { id, addresses } = codeOf(fixture.path('whole.so'));
  await place(fixture.path('libshop.so'), 'app/build/intermediates/merged_native_libs/release/out/lib/x86_64/libshop.so');
  const debug = await place(
    fixture.path('libshop.so.debug'),
    'app/build/intermediates/merged_native_libs/release/out/lib/x86_64/.debug/libshop.so.debug',
  );
  const records = await named(id, addresses);
  assert.deepEqual([factsOf(records)?.file, factsOf(records)?.confidence], [debug, 2]);
  await agrees(records, fixture.path('whole.so'), addresses);
});

test('without debug information the symbol before the address is the nearest, and that is said', async () => {
  const fixture = await elfLibrary({ sources, target: 'aarch64' });
  const path = fixture.path('libshop.so');
  const { id } = codeOf(path);
  const symbol = symbolsOf(imageOf(path)).at(0);
  await place(path, 'symbols/libshop.so');
  const records = await named(id, [symbol.address + 4], symbolPath(join(folder, 'symbols')));
  assert.equal(factsOf(records)?.confidence, 1);
  assert.match(factsOf(records)?.why ?? '', /without debug information/);
  const [record] = records.filter((one) => one.type === 'addressNames');
  assert.deepEqual([record?.confidence, record?.frames.map(({ name, line }) => [name, line])], [1, [[symbol.name, 0]]]);
});

test('a library of another build is not used: the id that is needed and where was searched are said', async () => {
  const path = (await elfLibrary({ sources, target: 'aarch64', dwarf: 5 })).path('libshop.so');
  await place(path, 'app/build/intermediates/cmake/debug/obj/arm64-v8a/libshop.so');
  const records = await named('0011223344556677', codeOf(path).addresses);
  assert.equal(records.length, 1);
  const facts = factsOf(records);
  assert.deepEqual([facts?.confidence, facts?.file, facts?.neededId], [0, '', '0011223344556677']);
  assert.match(facts?.why ?? '', /0011223344556677 of \/data\/app\/lib\/arm64\/libshop\.so.*Searched: Gradle's build folders/);
  assert.match(factsOf(await named('', [4096]))?.why ?? '', /no build id/);
});

test('a dSYM in Xcode’s products names addresses as llvm-symbolizer does', async () => {
  const fixture = await machoDylib({ sources, dsym: true });
  const inBundle = 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib';
  const { id, addresses } = codeOf(fixture.path('libshop.dylib'));
  await place(fixture.path('libshop.dylib.dSYM'), 'Shop-x/Build/Products/Debug-iphoneos/libshop.dylib.dSYM');
  const records = await named(id, addresses, xcodeProducts(folder));
  assert.equal(factsOf(records)?.confidence, 2);
  await agrees(records, fixture.path(inBundle), addresses);
});

test('without a dSYM the object files of the debug map have the lines', async () => {
  const fixture = await machoDylib({ sources, dsym: true });
  const { id, addresses } = codeOf(fixture.path('libshop.dylib'));
  // lld leaves functions of sections of their own out of the debug map: they have their symbols only.
  const refund = Array.from({ length: 3 }, (_, i) => symbolsOf(imageOf(fixture.path('libshop.dylib'))).at(i)).find(
    ({ name }) => name === 'shop_refund',
  );
  const local = await place(fixture.path('libshop.dylib'), 'Shop-x/Build/Products/Debug-iphoneos/libshop.dylib');
  const records = await named(id, addresses, xcodeProducts(folder));
  assert.deepEqual([factsOf(records)?.confidence, factsOf(records)?.file], [2, local]);
  const mapped = addresses.filter((address) => refund !== undefined && address < refund.address);
  await agrees(records, fixture.path('libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib'), mapped);
});

test('a library that is cut off is said to be, and a whole one of the same id is used instead', async () => {
  const path = (await elfLibrary({ sources, target: 'aarch64', dwarf: 5 })).path('libshop.so');
  const { id, addresses } = codeOf(path);
  const cut = await place(path, 'app/build/intermediates/cmake/debug/obj/arm64-v8a/libshop.so');
  await truncate(cut, 700);
  const [facts] = (await named(id, addresses)).filter((record) => record.type === 'symbols');
  assert.equal(facts?.confidence, 0);
  await mkdir(join(folder, 'app/build/intermediates/cxx/obj'), { recursive: true });
  await copyFile(path, join(folder, 'app/build/intermediates/cxx/obj/libshop.so'));
  await agrees(await named(id, addresses), path, addresses);
});
