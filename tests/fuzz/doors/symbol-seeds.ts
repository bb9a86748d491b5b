import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDemoApp } from '../../demo-app/build-demo-app.ts';
import { build, type Fixture } from '../../symbols/fixtures/build-fixture.ts';
import { type ElfLibraryOptions, elfLibrary } from '../../symbols/fixtures/elf-fixture.ts';
import { machoDylib } from '../../symbols/fixtures/macho.ts';
import { programs } from '../../symbols/fixtures/program-sources.ts';

type Inputs = readonly Uint8Array[];

const sources = { ...programs.shop, ...programs.feed };

/** Libraries of both word sizes, packed in all ways, stripped with links to other files, or with a small symbol table. */
export async function elfInputs(): Promise<Inputs> {
  const builds: readonly ElfLibraryOptions[] = [
    { sources, dwarf: 5 },
    { sources, dwarf: 4, target: 'armv7', flags: ['-mthumb'] },
    { sources, dwarf: 5, target: 'aarch64', link: ['--build-id=sha1', '--compress-debug-sections=zlib'] },
    { sources, dwarf: 5, target: 'i686', link: ['--build-id=sha1', '--compress-debug-sections=zstd'] },
    { sources, dwarf: 4, after: [['objcopy', '--compress-debug-sections=zlib-gnu', 'libshop.so']] },
  ];
  const stripped = await elfLibrary({
    sources,
    after: [
      ['objcopy', '--only-keep-debug', 'libshop.so', 'mini'],
      ['objcopy', '--strip-all', '--keep-symbol=checkout', '--remove-section=.comment', 'mini', 'mini2'],
      ['xz', '--keep', 'mini2'],
      ['objcopy', '--strip-all', '--add-section', '.gnu_debugdata=mini2.xz', '--add-gnu-debuglink=mini', 'libshop.so', 'system.so'],
    ],
  });
  const libraries = await Promise.all(builds.map(async (options) => (await elfLibrary(options)).bytes('libshop.so')));
  return [...libraries, await stripped.bytes('system.so'), await stripped.bytes('mini')];
}

/** Split DWARF: a library that names its `.dwo` files, one of them, and their package. */
export async function splitInputs(): Promise<Inputs> {
  const made = await elfLibrary({
    sources,
    dwarf: 5,
    flags: ['-gsplit-dwarf'],
    after: [['llvm-dwp-19', 'shop.c.dwo', 'feed.cc.dwo', '-o', 'libshop.dwp']],
  });
  return Promise.all(['libshop.so', 'shop.c.dwo', 'libshop.dwp'].map((name) => made.bytes(name)));
}

/** A library with its debug map, its dSYM, and a file of both architectures. */
export async function machoInputs(): Promise<Inputs> {
  const made = await apple();
  const bundle = 'libshop.dylib.dSYM/Contents/Resources/DWARF/libshop.dylib';
  const fat = await build({
    name: 'fuzz-fat',
    sources: { arm: { copyOf: made.path('libshop.dylib') }, dsym: { copyOf: made.path(bundle) }, 'x.c': 'int x;' },
    steps: [
      ['clang-19', '--target=x86_64-apple-ios15-simulator', '-g', '-c', 'x.c', '-o', 'intel'],
      ['llvm-lipo-19', '-create', 'arm', 'intel', '-output', 'fat'],
      ['llvm-lipo-19', '-create', 'dsym', 'intel', '-fat64', '-output', 'fat64'],
    ],
  });
  return Promise.all([made.bytes('libshop.dylib'), made.bytes(bundle), fat.bytes('fat'), fat.bytes('fat64')]);
}

export async function objectInputs(): Promise<Inputs> {
  const made = await apple();
  return Promise.all([made.bytes('shop.c.o'), made.bytes('feed.cc.o')]);
}

/** Archives of Apple and GNU, and a thin one, with short and long names. */
export async function archiveInputs(): Promise<Inputs> {
  const made = await apple();
  const long = 'a_name_that_is_longer_than_its_field.o';
  const fixture = await build({
    name: 'fuzz-archives',
    sources: { 'shop.c.o': { copyOf: made.path('shop.c.o') }, [long]: { copyOf: made.path('feed.cc.o') } },
    steps: [
      ['llvm-ar-19', '--format=darwin', 'rcs', 'apple.a', long, 'shop.c.o'],
      ['llvm-ar-19', '--format=gnu', 'rcs', 'gnu.a', long, 'shop.c.o'],
      ['llvm-ar-19', '--format=gnu', '--thin', 'rcs', 'thin.a', long, 'shop.c.o'],
    ],
  });
  return Promise.all(['apple.a', 'gnu.a', 'thin.a'].map((name) => fixture.bytes(name)));
}

export async function zipInputs(): Promise<Inputs> {
  const fixture = await build({
    name: 'fuzz-zip',
    sources: { 'lib/shop.c': programs.shop['shop.c'], 'lib/feed.cc': programs.feed['feed.cc'] },
    steps: [
      ['zip', '-q', '-r', 'a.zip', 'lib'],
      ['zip', '-q', '-r', '-0', '-fz', 'b.zip', 'lib'],
    ],
  });
  return Promise.all(['a.zip', 'b.zip'].map((name) => fixture.bytes(name)));
}

export async function xzInputs(): Promise<Inputs> {
  const fixture = await build({
    name: 'fuzz-xz',
    sources: { text: programs.feed['feed.cc'].repeat(20) },
    steps: [
      ['sh', '-c', 'xz -c text > one.xz'],
      ['sh', '-c', 'xz -c --block-size=4KiB text > blocks.xz'],
    ],
  });
  return Promise.all(['one.xz', 'blocks.xz'].map((name) => fixture.bytes(name)));
}

/** Kotlin classes of the demo app, with source maps for inlined functions. */
export async function classInputs(): Promise<Inputs> {
  const { classPath } = await buildDemoApp('14');
  const folder = classPath[1] ?? '';
  const names: string[] = [];
  for await (const name of glob('**/*.class', { cwd: folder })) names.push(name);
  return Promise.all(names.sort().map(async (name) => new Uint8Array(await readFile(join(folder, name)))));
}

function apple(): Promise<Fixture> {
  return machoDylib({ sources: { ...sources, ...programs.screen }, archives: { 'libscreen.a': ['Screen.m'] }, dsym: true });
}
