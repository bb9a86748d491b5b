import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileBytes } from '../../core/symbols/bytes/file-bytes.ts';
import type { DebugImage } from '../../core/symbols/image/debug-file.ts';
import { ImageFrames } from '../../core/symbols/image/image-frames.ts';
import { readMacho } from '../../core/symbols/macho/macho-headers.ts';
import { readFunctionStarts } from '../../core/symbols/macho/macho-symbols.ts';
import { build, type Recipe } from './fixtures/build-fixture.ts';
import { machoDylib } from './fixtures/macho.ts';
import { programs } from './fixtures/program-sources.ts';
import { llvmFunctions, llvmNames, said } from './oracles.ts';
import { imageOf, imagesOf, onDisk, symbolsOf } from './read-debug-file.ts';

const sources = { ...programs.shop, ...programs.feed, ...programs.screen };
const dwarfInBundle = 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib';

for (const target of ['arm64', 'x86_64'] as const) {
  test(`a library for ${target}, its dSYM and its objects have the ids and architectures that llvm-dwarfdump prints`, async () => {
    const fixture = await machoDylib({ sources, target, dsym: true });
    for (const name of ['libshop.dylib', dwarfInBundle]) {
      assert.deepEqual(imagesOf(fixture.path(name)).map(idAndArch), uuidsBy(fixture.path(name)));
    }
    const images = ['libshop.dylib', dwarfInBundle, 'shop.c.o'].map((name) => imageOf(fixture.path(name)));
    assert.deepEqual(
      images.map((image) => [image.kind === 'macho' && image.fileType, image.dwarf !== undefined]),
      [
        ['library', false],
        ['dsym', true],
        ['object', true],
      ],
    );
  });

  test(`every address in the code for ${target} has the function that llvm-symbolizer names`, async () => {
    const path = (await machoDylib({ sources, target })).path('libshop.dylib');
    const symbols = symbolsOf(imageOf(path));
    const { address, size } = textOf(path);
    const addresses = Array.from({ length: size }, (_, i) => address + i);
    assert.ok(addresses.length > 600);
    assert.deepEqual(
      addresses.map((at) => symbols.find(at)?.name ?? '??'),
      llvmNames(path, addresses),
    );
  });

  test(`functions for ${target} whose name the system hides have none, and end those before them`, async () => {
    const after: Recipe['steps'] = [['llvm-strip-19', '-S', 'libshop.dylib']];
    const path = (await machoDylib({ sources, target, after })).path('libshop.dylib');
    const [, hidden = ''] = llvmFunctions(path).find(([, name]) => name.length >= '<redacted>'.length) ?? [];
    const bytes = await readFile(path);
    const name = bytes.indexOf(`\0${hidden}\0`) + 1;
    bytes.fill(0, name, name + hidden.length).write('<redacted>', name);
    const folder = await mkdtemp(join(tmpdir(), 'laglens-hidden-'));
    try {
      const copy = join(folder, 'libshop.dylib');
      await writeFile(copy, bytes);
      const { address, size } = textOf(path);
      const addresses = Array.from({ length: size / 4 }, (_, i) => address + 4 * i);
      const frames = onDisk(new ImageFrames(imageOf(copy)).resolveAll(addresses));
      assert.deepEqual(
        frames.map((each) => each.frames.at(-1)?.name ?? '??'),
        llvmNames(copy, addresses).map((each) => (each === '<redacted>' ? '??' : each)),
      );
      assert.ok(llvmNames(copy, addresses).includes('<redacted>'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test(`functions for ${target} are those that llvm-nm lists, in the library and in the dSYM, ObjC’s by their own names`, async () => {
    const fixture = await machoDylib({ sources, target, dsym: true });
    for (const path of [fixture.path('libshop.dylib'), fixture.path(dwarfInBundle)]) {
      const symbols = symbolsOf(imageOf(path));
      // llvm-nm gives code outside __text, where COLD put one function, the letter of data.
      const cold = /^([0-9a-f]+) S _shop_refund$/m.exec(said('llvm-nm-19', [path]))?.[1] ?? '';
      const listed = [...llvmFunctions(path), [Number.parseInt(cold, 16), '_shop_refund'] as const];
      assert.deepEqual(
        Array.from({ length: symbols.count }, (_, i) => `${symbols.at(i).address} ${symbols.at(i).name}`).sort(),
        listed.map(([at, name]) => `${at} ${name.replace(/^_/, '')}`).sort(),
      );
      assert.equal(listed.length, 9);
    }
  });

  test(`sections of a dSYM for ${target} are the bytes that llvm-objcopy dumps`, async () => {
    const dump = (['info', 'line', 'abbrev', 'str', 'line_str'] as const).map((name) => `--dump-section=__DWARF,__debug_${name}=${name}`);
    const after: Recipe['steps'] = [['llvm-objcopy-19', ...dump, dwarfInBundle, 'copy']];
    const fixture = await machoDylib({ sources, target, dwarf: 5, dsym: true, after });
    const { dwarf } = imageOf(fixture.path(dwarfInBundle));
    for (const name of ['info', 'line', 'abbrev', 'str', 'line_str'] as const) {
      const section = dwarf?.get(name);
      assert.ok(section !== undefined, name);
      assert.deepEqual(Buffer.from(onDisk(section.read(0, section.size))), await readFile(fixture.path(name)), name);
    }
  });

  test(`function starts for ${target} are those that llvm-objdump lists`, async () => {
    const path = (await machoDylib({ sources, target })).path('libshop.dylib');
    function* starts() {
      return yield* readFunctionStarts(yield* readMacho(yield* fileBytes(path)));
    }
    const listed = said('llvm-objdump-19', ['--macho', '--function-starts=addrs', path]).match(/^[0-9a-f]{16}$/gm) ?? [];
    assert.ok(listed.length >= 8);
    assert.deepEqual(
      [...onDisk(starts())],
      listed.map((text) => Number.parseInt(text, 16)),
    );
  });

  test(`a function for ${target} whose symbol was stripped isn’t taken for the one before it`, async () => {
    const fixture = await machoDylib({ sources, target, after: [['llvm-strip-19', '-x', '-S', 'libshop.dylib', '-o', 'stripped.dylib']] });
    const [checkout] = llvmFunctions(fixture.path('libshop.dylib')).find(([, name]) => name === '_checkout') ?? [];
    assert.ok(checkout !== undefined);
    const stripped = symbolsOf(imageOf(fixture.path('stripped.dylib')));
    // checkout stands behind shop_total, whose symbol is still there.
    assert.equal(stripped.find(checkout - 8)?.name, 'shop_total');
    assert.equal(stripped.find(checkout + 8), undefined);
  });
}

test('neither the header that programs have a symbol for, nor an assembler’s marks in objects, are functions', async () => {
  const link = ['-arch', 'arm64', '-platform_version', 'ios', '15.0', '15.0', '-undefined', 'dynamic_lookup', '-e', '_shop_total'];
  const after: Recipe['steps'] = [
    ['ld64.lld-19', ...link, 'libSystem.tbd', 'shop.c.o', '-o', 'program'],
    ['clang-19', '--target=arm64-apple-ios15', '-c', 'late.s', '-o', 'late.o'],
  ];
  const fixture = await machoDylib({ sources: { ...programs.shop, 'late.s': '.text\nnop\nnop\n_late:\nret\n' }, after });
  assert.match(said('llvm-nm-19', [fixture.path('program')]), /^0000000100000000 T __mh_execute_header$/m);
  assert.match(said('llvm-nm-19', [fixture.path('shop.c.o')]), / t ltmp0$/m);
  for (const name of ['program', 'shop.c.o']) {
    const symbols = symbolsOf(imageOf(fixture.path(name)));
    const all = Array.from({ length: symbols.count }, (_, i) => symbols.at(i).name);
    assert.deepEqual(all.sort(), ['checkout', 'shop_refund', 'shop_total'], name);
  }
  assert.equal(imageOf(fixture.path('program')).baseAddress, 0x100000000);
  const late = symbolsOf(imageOf(fixture.path('late.o')));
  assert.deepEqual([late.find(0), late.find(8)?.name], [undefined, 'late']);
});

for (const [kind, flags] of [
  ['fat', []],
  ['fat64', ['-fat64']],
] as const) {
  test(`each architecture of a ${kind} library and dSYM has its own id and functions`, async () => {
    const [arm, intel] = await Promise.all((['arm64', 'x86_64'] as const).map((target) => machoDylib({ sources, target, dsym: true })));
    assert.ok(arm !== undefined && intel !== undefined);
    for (const name of ['libshop.dylib', dwarfInBundle]) {
      const fixture = await build({
        name: kind,
        sources: { arm: { copyOf: arm.path(name) }, intel: { copyOf: intel.path(name) } },
        steps: [['llvm-lipo-19', '-create', 'arm', 'intel', ...flags, '-output', 'both']],
      });
      const images = imagesOf(fixture.path('both'));
      assert.deepEqual(images.map(idAndArch), uuidsBy(fixture.path('both')));
      assert.equal(images.length, 2);
      for (const image of images) {
        const single = imageOf((image.arch === 'arm64' ? arm : intel).path(name));
        assert.equal(image.id, single.id);
        assert.deepEqual(symbolsOf(image).at(3), symbolsOf(single).at(3));
        assert.equal(image.dwarf?.get('info')?.size, single.dwarf?.get('info')?.size);
      }
    }
  });
}

test('an architecture that isn’t read does no harm beside one that is, and is named when it is alone', async () => {
  const object = (target: string): Recipe['steps'][number] => ['clang-19', `--target=${target}`, '-c', 'x.c', '-o', target];
  const fixture = await build({
    name: 'old-and-new',
    sources: { 'x.c': 'int x(void) { return 1; }' },
    steps: [
      object('armv7-apple-ios9'),
      object('arm64-apple-ios15'),
      ['llvm-lipo-19', '-create', 'armv7-apple-ios9', 'arm64-apple-ios15', '-output', 'both'],
    ],
  });
  assert.deepEqual(
    imagesOf(fixture.path('both')).map(({ arch }) => arch),
    ['arm64'],
  );
  assert.throws(() => imagesOf(fixture.path('armv7-apple-ios9')), {
    reason: 'unsupported',
    message: /Mach-O file of 64 bits, found 0xfeedface/,
  });
});

function idAndArch({ id, arch }: DebugImage): string {
  return `${id} ${arch}`;
}

/** Ids and architectures by llvm-dwarfdump, in our way of writing them. */
function uuidsBy(path: string): readonly string[] {
  const found = said('llvm-dwarfdump-19', ['--uuid', path]).matchAll(/^UUID: (\S+) \((\S+)\)/gm);
  return [...found].map(([, uuid = '', arch = '']) => `${uuid.replaceAll('-', '').toLowerCase()} ${arch}`);
}

/** The machine code's place by llvm-readobj. */
function textOf(path: string): { readonly address: number; readonly size: number } {
  const [, address = '', size = ''] =
    /Name: __text .*\n.*\n +Address: (\S+)\n +Size: (\S+)/.exec(said('llvm-readobj-19', ['--sections', path])) ?? [];
  return { address: Number(address), size: Number(size) };
}

test('offsets from the text, as reports of the field have them, become linked addresses, which stay as they are', async () => {
  const library = imageOf((await machoDylib({ sources, target: 'arm64' })).path('libshop.dylib'));
  // Executables are linked at 4 GiB.
  const executable = new ImageFrames({ ...library, baseAddress: 2 ** 32 });
  assert.deepEqual([executable.asLinked(0x4010), executable.asLinked(2 ** 32 + 0x4010)], [2 ** 32 + 0x4010, 2 ** 32 + 0x4010]);
  assert.equal(new ImageFrames(library).asLinked(0x4010), 0x4010);
});
