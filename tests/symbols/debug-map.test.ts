import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Arch } from '../../core/symbols/bytes/arch.ts';
import type { SymbolFrame } from '../../core/symbols/bytes/symbol-frame.ts';
import { DwarfReader } from '../../core/symbols/dwarf/dwarf-reader.ts';
import type { DebugMap, MappedFunction } from '../../core/symbols/macho/debug-map.ts';
import { openObject } from '../../core/symbols/macho/object-file.ts';
import { llvmFrames } from './dwarf/llvm-symbolizer.ts';
import type { Fixture } from './fixtures/build-fixture.ts';
import { type MachoDylibOptions, machoDylib } from './fixtures/macho.ts';
import { programs } from './fixtures/program-sources.ts';
import { said } from './oracles.ts';
import { imageOf, onDisk, withoutRemarks } from './read-debug-file.ts';

const longName = 'an_adapter_of_rows_for_the_feed.cc';
const sources = { ...programs.shop, [longName]: programs.feed['feed.cc'], ...programs.screen };
const bundled = 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib';
const archives = { 'libfeed.a': [longName, 'Screen.m'] };

const linked: readonly (readonly [string, MachoDylibOptions])[] = [
  ['objects alone', { sources }],
  ['objects alone for x86_64', { sources, target: 'x86_64' }],
  ['objects in an archive of Apple’s kind', { sources, archives }],
  ['objects in an archive of GNU’s kind', { sources, archives, archiving: ['--format=gnu', 'rcsU'] }],
  ['objects in an archive without times', { sources, archives, archiving: ['--format=darwin', 'rcsD'] }],
];

for (const [what, options] of linked) {
  test(`functions from ${what} are found where dsymutil finds them`, async () => {
    const path = (await machoDylib(options)).path('libshop.dylib');
    const map = debugMapOf(path);
    const { arch } = imageOf(path);
    const expected = dsymutilMap(path);
    assert.ok(expected.length >= 8);
    assert.deepEqual(
      functionsOf(map)
        .map((mapped) => describe(mapped, arch))
        .sort(),
      expected,
    );
  });
}

test('an address of the image has the line in the object file that it has in the dSYM', async () => {
  const fixture = await machoDylib({ sources, archives: { 'libfeed.a': [longName] }, dsym: true });
  const map = debugMapOf(fixture.path('libshop.dylib'));
  const bundle = fixture.path(bundled);
  const functions = functionsOf(map);
  assert.ok(functions.length >= 8);
  // A few instructions of each function: its begin, its middle, its last.
  for (const mapped of functions) {
    const object = onDisk(openObject(mapped.object, 'arm64'));
    const addresses = [0, Math.floor(mapped.size / 8) * 4, mapped.size - 4].map((within) => mapped.address + within);
    const inObject = addresses.map((address) => object.addressOf(mapped, address) ?? -1);
    // llvm-symbolizer reads object files, not debug maps; the member of the archive is also there as a file.
    const file = fixture.path(mapped.object.member ?? basename(mapped.object.path));
    const lines = linesBy(bundle, addresses);
    assert.match(lines.join('\n'), /\.(c|cc|m):\d+:\d+/);
    assert.deepEqual(linesBy(file, inObject), lines, mapped.symbol);
    assert.equal(object.addressOf(mapped, mapped.address + mapped.size), undefined);
  }
});

for (const target of ['arm64', 'x86_64'] as const) {
  for (const dwarf of [2, 3, 4, 5] as const) {
    test(`frames for ${target} from the DWARF ${dwarf} of the object files are those that llvm-symbolizer gives for the dSYM`, async () => {
      const fixture = await machoDylib({ sources, target, dwarf, archives: { 'libfeed.a': [longName] }, dsym: true });
      const inImage: number[] = [];
      const ours: (readonly SymbolFrame[])[] = [];
      for (const mapped of functionsOf(debugMapOf(fixture.path('libshop.dylib')))) {
        const object = onDisk(openObject(mapped.object, target));
        assert.ok(object.dwarf !== undefined);
        const addresses = Array.from({ length: mapped.size }, (_, i) => mapped.address + i);
        const inObject = addresses.map((address) => object.addressOf(mapped, address) ?? -1);
        inImage.push(...addresses);
        ours.push(...onDisk(new DwarfReader(object.dwarf, { codeAtZero: true }).resolveAll(inObject)).map(withoutRemarks));
      }
      const theirs = await llvmFrames(fixture.path(bundled), inImage);
      // In the filling between functions dsymutil leaves out the lines that the object file has there.
      const inFunctions = inImage.map((_, i) => i).filter((i) => theirs[i]?.length !== 0);
      assert.ok(inFunctions.length > 600);
      assert.deepEqual(
        inFunctions.map((i) => ours[i]),
        inFunctions.map((i) => theirs[i]),
      );
    });
  }
}

test('an object file that was compiled again, or is gone, is refused', async (t) => {
  const { fixture, copies, keyOf } = await movedBuild(t, {});
  const [mapped] = functionsOf(debugMapOf(fixture.path('libshop.dylib')));
  assert.ok(mapped !== undefined);
  const open = (): unknown => onDisk(openObject(mapped.object, 'arm64', keyOf));
  const { mtime } = await stat(fixture.path('shop.c.o'));
  await utimes(join(copies, 'shop.c.o'), mtime, mtime);
  open();
  await utimes(join(copies, 'shop.c.o'), mtime, new Date(mtime.getTime() + 5000));
  assert.throws(open, { reason: 'changed', message: /shop\.c\.o at 0x0: expected a file of .*, found one of / });
  await rm(join(copies, 'shop.c.o'));
  assert.throws(open, { reason: 'missing', message: /shop\.c\.o at 0x0: expected a file that can be read, found none\./ });
});

test('of an archive the member’s time counts, and the archive’s own does not', async (t) => {
  const { fixture, copies, keyOf } = await movedBuild(t, { archives });
  const mapped = functionsOf(debugMapOf(fixture.path('libshop.dylib'))).find(({ symbol }) => symbol === '_feed_bind');
  assert.ok(mapped !== undefined);
  const open = (): unknown => onDisk(openObject(mapped.object, 'arm64', keyOf));
  await utimes(join(copies, 'libfeed.a'), 1, 1);
  open();
  const member = join(copies, `${longName}.o`);
  await utimes(member, 1, 86_400);
  said('llvm-ar-19', ['--format=darwin', 'rU', join(copies, 'libfeed.a'), member]);
  assert.throws(open, { reason: 'changed', message: /libfeed\.a\(an_adapter.*\) at 0x0: .* found one of 1970-01-02T00:00:00/ });
  said('llvm-ar-19', ['d', join(copies, 'libfeed.a'), `${longName}.o`]);
  assert.throws(open, { reason: 'missing', message: /libfeed\.a\(an_adapter.*\.cc\.o\) at 0x0/ });
});

test('of members with one name, the one with the linker’s time is taken', async (t) => {
  const { fixture, copies, keyOf } = await movedBuild(t, { archives });
  const mapped = functionsOf(debugMapOf(fixture.path('libshop.dylib'))).find(({ symbol }) => symbol === '_feed_bind');
  assert.ok(mapped !== undefined);
  const { mtime } = await stat(fixture.path(`${longName}.o`));
  const other = join(copies, `${longName}.o`);
  const archive = join(copies, 'libfeed.a');
  await rm(archive);
  await copyFile(fixture.path('shop.c.o'), other);
  await utimes(other, 1, 86_400);
  said('llvm-ar-19', ['--format=darwin', 'qU', archive, other]);
  await copyFile(fixture.path(`${longName}.o`), other);
  await utimes(other, mtime, mtime);
  said('llvm-ar-19', ['--format=darwin', 'qU', archive, other]);
  assert.notEqual(onDisk(openObject(mapped.object, 'arm64', keyOf)).addressOf(mapped, mapped.address), undefined);
});

test('a thin archive’s members are read beside it', async (t) => {
  const { fixture, copies, keyOf } = await movedBuild(t, { archives, archiving: ['--format=gnu', '--thin', 'rcsU'] });
  const mapped = functionsOf(debugMapOf(fixture.path('libshop.dylib'))).find(({ symbol }) => symbol === '_feed_bind');
  assert.ok(mapped !== undefined);
  const { mtime } = await stat(fixture.path(`${longName}.o`));
  await utimes(join(copies, `${longName}.o`), mtime, mtime);
  assert.equal(onDisk(openObject(mapped.object, 'arm64', keyOf)).addressOf(mapped, mapped.address), 0);
});

test('a stripped library and a dSYM have no debug map', async () => {
  const fixture = await machoDylib({ sources, dsym: true, after: [['llvm-strip-19', '-S', 'libshop.dylib', '-o', 'stripped.dylib']] });
  for (const name of ['stripped.dylib', bundled]) {
    const image = imageOf(fixture.path(name));
    assert.equal(image.kind === 'macho' && onDisk(image.debugMap()), undefined, name);
  }
});

/** The build's object files once more in a folder that tests may change. */
async function movedBuild(
  t: TestContext,
  options: Partial<MachoDylibOptions>,
): Promise<{ readonly fixture: Fixture; readonly copies: string; keyOf(path: string): string }> {
  const fixture = await machoDylib({ sources, ...options });
  const copies = await mkdtemp(join(tmpdir(), 'laglens-objects-'));
  t.after(() => rm(copies, { recursive: true, force: true }));
  const names = ['shop.c.o', `${longName}.o`, 'Screen.m.o', ...Object.keys(options.archives ?? {})];
  for (const name of names) await copyFile(fixture.path(name), join(copies, name));
  return { fixture, copies, keyOf: (path) => join(copies, basename(path)) };
}

function debugMapOf(path: string): DebugMap {
  const image = imageOf(path);
  const map = image.kind === 'macho' ? onDisk(image.debugMap()) : undefined;
  assert.ok(map !== undefined);
  return map;
}

function functionsOf(map: DebugMap): readonly MappedFunction[] {
  return Array.from({ length: map.size }, (_, i) => map.at(i)).filter((mapped) => mapped !== undefined);
}

/** One line a function: the object, its time, the name, the address in the object, that in the image, the size. */
function describe(mapped: MappedFunction, arch: Arch): string {
  const { path, member, modifiedAtS } = mapped.object;
  const address = onDisk(openObject(mapped.object, arch)).addressOf(mapped, mapped.address);
  return `${member === undefined ? path : `${path}(${member})`} ${modifiedAtS} ${mapped.symbol} ${address} ${mapped.address} ${mapped.size}`;
}

/** The same by dsymutil; what it lists without a size are data, and code outside __text. */
function dsymutilMap(path: string): readonly string[] {
  const lines: string[] = [];
  let file = '';
  let time = '';
  for (const line of said('dsymutil-19', ['-dump-debug-map', path]).split('\n')) {
    file = /filename: +'(.*)'/.exec(line)?.[1] ?? file;
    time = /timestamp: +(\d+)/.exec(line)?.[1] ?? time;
    const [, name, inObject, inImage, size] = /sym: '?([^',]+)'?, objAddr: (\S+), binAddr: (\S+), size: (\S+) /.exec(line) ?? [];
    if (name !== undefined && Number(size) > 0)
      lines.push(`${file} ${time} ${name} ${Number(inObject)} ${Number(inImage)} ${Number(size)}`);
  }
  return lines.sort();
}

/** llvm-symbolizer's frames of each address, functions and lines. */
function linesBy(file: string, addresses: readonly number[]): readonly string[] {
  const input = addresses.map((address) => `0x${address.toString(16)}\n`).join('');
  return said('llvm-symbolizer-19', ['--no-demangle', '--functions=linkage', `--obj=${file}`], input).split('\n\n');
}
