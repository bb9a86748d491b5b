import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Candidate, Finder, WantedImage } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { xcodeProducts } from '../../folders/xcode-products.ts';
import { BuildIndex } from '../build-index.ts';
import { allFinders, buildIdFolders } from './all-finders.ts';
import { gradle } from './gradle.ts';
import { symbolPath } from './symbol-paths.ts';
import { deviceSupport, simulatorRuntimes, spotlight, xcodeArchives, xcodeWorkspace } from './xcode.ts';

const uuid = '0123456789abcdef0123456789abcdef';
let folder = '';

/** A path below the folder, with slashes. */
function below(path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens finders '));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const whole = join(folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, '');
  }
}

interface Found {
  readonly candidates: readonly Candidate[];
  /** Kind and path below the folder, sorted. */
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  readonly watched: readonly string[];
}

async function find(finder: Finder, image?: WantedImage): Promise<Found> {
  const problems: string[] = [];
  const watched: string[] = [];
  const report = {
    problem: (text: string) => void problems.push(text),
    watch: (path: string) => void watched.push(below(path)),
  };
  const candidates: Candidate[] = [];
  const source = image === undefined ? finder.candidates(report) : (finder.forImage?.(image, report) ?? []);
  for await (const candidate of source) candidates.push(candidate);
  const lines = candidates.map(({ kind, path }) => `${kind} ${below(path)}`).sort();
  return { candidates, lines, problems, watched };
}

test('Gradle’s mappings, unstripped libraries and packages are found in each module, and nothing else', async () => {
  const debugSymbols = 'app/build/outputs/native-debug-symbols/release/native-debug-symbols.zip';
  const wanted = [
    'mapping app/build/outputs/mapping/freeRelease/mapping.txt',
    'mapping feature/chat/build/outputs/mapping/paid/release/mapping.txt',
    'native app/build/intermediates/merged_native_libs/release/out/lib/arm64-v8a/libshop.so',
    'native app/build/intermediates/cmake/debug/obj/arm64-v8a/libshop.so',
    'native app/build/intermediates/cxx/Debug/3b2c1a/obj/x86_64/libshop.so',
    `archive ${debugSymbols}`,
    'archive app/build/outputs/apk/freeRelease/app-free-release.apk',
    'archive app/build/outputs/bundle/freeRelease/app-free-release.aab',
  ];
  const others = [
    'app/build/outputs/mapping/freeRelease/usage.txt',
    'app/build/intermediates/cxx/Debug/3b2c1a/prefab/libother.so',
    'app/build/intermediates/stripped_native_libs/release/out/lib/arm64-v8a/libshop.so',
    'app/src/main/build/outputs/mapping/x/mapping.txt',
    'node_modules/lib/build/outputs/mapping/release/mapping.txt',
    'docs/mapping.txt',
    'tools/build/mapping.txt',
  ];
  await put(...wanted.map((line) => line.slice(line.indexOf(' ') + 1)), ...others);
  const { lines, problems, candidates, watched } = await find(gradle(folder));
  assert.deepEqual(lines, [...wanted].sort());
  assert.deepEqual(problems, []);
  const variants = candidates.filter(({ kind }) => kind === 'mapping').map(({ variant, foundBy }) => [variant, foundBy]);
  assert.deepEqual(variants, [
    ['freeRelease', "Gradle's mapping of app, freeRelease"],
    ['paidRelease', "Gradle's mapping of chat, paidRelease"],
  ]);
  assert.ok(watched.includes('app/build/outputs/mapping/freeRelease'));
});

test('a module that was never built is watched', async () => {
  await put('app/build.gradle.kts', 'app/src/main/AndroidManifest.xml', 'docs/readme.md');
  const { watched, lines } = await find(gradle(folder));
  assert.deepEqual([watched, lines], [['app', 'app/build'], []]);
});

test('a mapping knows the application ids of its variant; damaged metadata says nothing', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', 'app/build/outputs/mapping/beta/mapping.txt');
  const metadata = async (variant: string, text: string): Promise<void> => {
    await put(`app/build/outputs/apk/${variant}/output-metadata.json`);
    await writeFile(join(folder, `app/build/outputs/apk/${variant}/output-metadata.json`), text);
  };
  await metadata('release', '{"version":3,"applicationId":"com.shop","variantName":"release","elements":[]}');
  await metadata('beta', '{"applicationId":"com.sh');
  const { candidates, problems } = await find(gradle(join(folder, 'app')));
  const ids = candidates.map(({ variant, applicationIds }) => [variant, applicationIds]);
  assert.deepEqual(ids, [
    ['beta', []],
    ['release', ['com.shop']],
  ]);
  assert.deepEqual(problems, []);
});

test('Xcode’s dSYM bundles and the programs in its products are found', async () => {
  const products = 'Shop-abc/Build/Products/Debug-iphoneos';
  await put(
    `${products}/Shop.app.dSYM/Contents/Resources/DWARF/Shop`,
    `${products}/Shop.app.dSYM/Contents/Info.plist`,
    `${products}/Shop.app/Shop`,
    `${products}/Shop.app/Shop.debug.dylib`,
    `${products}/Shop.app/Info.plist`,
    `${products}/Shop.app/Frameworks/Cart.framework/Cart`,
    'Shop-abc/Build/Intermediates.noindex/Shop.build/Shop.app/Shop',
    'Shop-abc/Index.noindex/libother.dylib',
  );
  const { lines } = await find(xcodeProducts(folder));
  assert.deepEqual(lines, [
    `native ${products}/Shop.app.dSYM/Contents/Resources/DWARF/Shop`,
    `native ${products}/Shop.app/Frameworks/Cart.framework/Cart`,
    `native ${products}/Shop.app/Shop`,
    `native ${products}/Shop.app/Shop.debug.dylib`,
  ]);
});

test('Xcode’s products in a folder of the workspace are found as those of its own folder are', async () => {
  await put(
    'ios/build/Build/Products/Debug-iphoneos/Shop.app.dSYM/Contents/Resources/DWARF/Shop',
    'ios/build/Build/Products/Debug-iphoneos/Shop.app/Shop',
    'ios/build/Build/Intermediates.noindex/Debug-iphoneos/Shop.app/Shop',
    'build/Debug-iphonesimulator/Shop.app/Shop.debug.dylib',
    'ios/Shop.app/Shop',
    'vendor/libother.dylib',
  );
  const { lines, watched } = await find(xcodeWorkspace(folder));
  assert.deepEqual(lines, [
    'native build/Debug-iphonesimulator/Shop.app/Shop.debug.dylib',
    'native ios/build/Build/Products/Debug-iphoneos/Shop.app.dSYM/Contents/Resources/DWARF/Shop',
    'native ios/build/Build/Products/Debug-iphoneos/Shop.app/Shop',
  ]);
  assert.deepEqual([...new Set(watched)].sort(), ['build/Debug-iphonesimulator', 'ios/build/Build/Products/Debug-iphoneos']);
});

test('the dSYM bundles of Xcode’s archives are found', async () => {
  const archive = '2026-11-20/Shop.xcarchive';
  await put(`${archive}/dSYMs/Shop.app.dSYM/Contents/Resources/DWARF/Shop`, `${archive}/Products/Applications/Shop.app/Shop`);
  const { lines, candidates } = await find(xcodeArchives(folder));
  assert.deepEqual(lines, [`native ${archive}/dSYMs/Shop.app.dSYM/Contents/Resources/DWARF/Shop`]);
  assert.equal(candidates[0]?.foundBy, "Xcode's archive Shop.xcarchive");
});

test('a system image is looked for by its path on the device, which can’t lead elsewhere', async () => {
  const path = 'usr/lib/libobjc.A.dylib';
  await put(`support/iPhone14,5 26.0 (23A341)/Symbols/${path}`, 'secret');
  const finder = deviceSupport(join(folder, 'support'));
  const { lines } = await find(finder, { id: uuid, path: `/${path}` });
  assert.ok(lines.includes(`native support/iPhone14,5 26.0 (23A341)/Symbols/${path}`));
  for (const other of ['../../secret', '/var/containers/Bundle/Application/X/Shop.app/Shop', '']) {
    assert.deepEqual((await find(finder, { id: uuid, path: other })).lines, [], other);
  }
  const climbing = await find(finder, { id: uuid, path: '/usr/../../../secret' });
  assert.deepEqual(climbing.lines, [
    'native support/iPhone14,5 26.0 (23A341)/Symbols/secret',
    'native support/iPhone14,5 26.0 (23A341)/arm64/Symbols/secret',
    'native support/iPhone14,5 26.0 (23A341)/arm64e/Symbols/secret',
  ]);
});

for (const layout of ['Symbols', 'arm64e/Symbols', 'arm64/Symbols']) {
  test(`a system image that Xcode has copied below ${layout} is found by its UUID`, async () => {
    const path = 'System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore';
    const whole = `support/26.2 (23B87)/${layout}/${path}`;
    await put(whole);
    assert.deepEqual(await namedBy(deviceSupport(join(folder, 'support')), `/${path}`), [join(folder, whole)]);
  });
}

test('a system image of a simulator is found by its own path, and nothing else is', async () => {
  const inside = 'Contents/Resources/RuntimeRoot/System/Library/Frameworks/UIKit.framework/UIKit';
  const whole = `Volumes/iOS_23C54/Profiles/Runtimes/iOS 26.2.simruntime/${inside}`;
  await put(whole, 'Volumes/secret', `elsewhere/iOS 26.2.simruntime/${inside}`);
  const finder = simulatorRuntimes([join(folder, 'Volumes')]);
  assert.deepEqual(await namedBy(finder, join(folder, whole)), [join(folder, whole)]);
  for (const other of [
    join(folder, `Volumes/a.simruntime/${inside}/../../../../../../../../../../../secret`),
    `${folder}/Volumes/a.simruntime/Contents/Resources/RuntimeRoot/../../../../secret`,
    join(folder, 'Volumes/secret'),
    join(folder, 'elsewhere/iOS 26.2.simruntime', inside),
    `iOS 26.2.simruntime/${inside}`,
    '',
  ]) {
    assert.deepEqual((await find(finder, { id: uuid, path: other })).lines, [], other);
  }
});

/** Files that name an image in a session: those of the finder that have its UUID. */
async function namedBy(finder: Finder, path: string): Promise<readonly string[]> {
  const facts = { kind: 'native', id: uuid, arch: 'arm64', entry: '', debugLink: '', hasDebugInfo: false } as const;
  const index = await BuildIndex.open({ finders: [finder], identify: async () => [facts] });
  try {
    return (await index.native({ id: uuid, path })).map((found) => found.path);
  } finally {
    index.close();
  }
}

test('Spotlight is asked by the UUID as Apple writes it, and only its dSYM bundles count', async () => {
  await put('Old builds/Shop.dSYM/Contents/Resources/DWARF/Shop');
  const asked: unknown[] = [];
  const finder = spotlight(async (program, argv) => {
    asked.push([program, ...argv]);
    return `${join(folder, 'Old builds/Shop.dSYM')}\0${join(folder, 'notes.txt')}\0`;
  });
  const { lines } = await find(finder, { id: uuid, path: '/Shop' });
  assert.deepEqual(asked, [['mdfind', '-0', 'com_apple_xcode_dsym_uuids == 01234567-89AB-CDEF-0123-456789ABCDEF']]);
  assert.deepEqual(lines, ['native Old builds/Shop.dSYM/Contents/Resources/DWARF/Shop']);
  assert.deepEqual((await find(finder, { id: 'x"; rm -rf', path: '/Shop' })).lines, []);
  assert.equal(asked.length, 1);
  const silent = spotlight(() => Promise.reject(new Error('no mdfind here')));
  assert.match((await find(silent, { id: uuid, path: '/Shop' })).problems[0] ?? '', /no mdfind here/);
});

test('a folder that the user names gives all that can hold symbols, a file is taken whatever its name', async () => {
  await put(
    'a/mapping.txt',
    'a/release-mapping.txt',
    'a/libshop.so',
    'a/libshop.so.dbg',
    'a/x.debug',
    'a/notes.txt',
    'a/app.apk',
    'odd name',
  );
  await put('a/Shop.dSYM/Contents/Resources/DWARF/Shop');
  assert.deepEqual((await find(symbolPath(join(folder, 'a')))).lines, [
    'archive a/app.apk',
    'mapping a/mapping.txt',
    'mapping a/release-mapping.txt',
    'native a/Shop.dSYM/Contents/Resources/DWARF/Shop',
    'native a/libshop.so',
    'native a/libshop.so.dbg',
    'native a/x.debug',
  ]);
  // Files of other names are recognized by their first bytes: ELF's and Mach-O's magic numbers, a zip's first entry, or text.
  for (const [begin, kind] of [
    ['7f454c46', 'native'],
    ['cffaedfe', 'native'],
    ['cafebabe', 'native'],
    ['504b0304', 'archive'],
    ['23', 'mapping'],
  ] as const) {
    await writeFile(join(folder, 'odd name'), Buffer.from(begin, 'hex'));
    assert.deepEqual((await find(symbolPath(join(folder, 'odd name')))).lines, [`${kind} odd name`]);
  }
  assert.match((await find(symbolPath(join(folder, 'gone')))).problems[0] ?? '', /gone can't be searched: ENOENT/);
});

test('a debug file is looked for by its build id in .build-id folders', async () => {
  const { lines } = await find(buildIdFolders([folder]), { id: 'abcdef0123', path: '/lib/libshop.so' });
  assert.deepEqual(lines, ['native .build-id/ab/cdef0123.debug']);
  assert.deepEqual((await find(buildIdFolders([folder]), { id: '../../etc', path: '' })).lines, []);
});

const everything: Walk = { limits: { depth: 3, entries: 100 }, folder: () => 'enter', file: () => true };

async function walk(start: string, limits = everything.limits): Promise<Found> {
  const place = 'walk';
  return find({
    place,
    async *candidates(report) {
      for await (const { path } of walkFolder(start, { ...everything, limits }, report)) yield { path, kind: 'native', foundBy: place };
    },
  });
}

test('a walk enters each real folder once, so loops of links end', async () => {
  await put('a/one', 'b/two');
  await symlink(folder, join(folder, 'a/up'));
  await symlink(join(folder, 'a'), join(folder, 'b/across'));
  await symlink(join(folder, 'gone'), join(folder, 'b/dangling'));
  const { lines, problems } = await walk(folder, { depth: 50, entries: 1_000 });
  assert.deepEqual(lines, ['native a/one', 'native b/two']);
  assert.deepEqual(problems, []);
});

test('a walk goes as deep, and looks at as many entries, as it is asked to, and says when that was not all', async () => {
  await put('1/2/3/four', '1/2/three', 'one');
  assert.deepEqual((await walk(folder, { depth: 2, entries: 100 })).lines, ['native 1/2/three', 'native one']);
  const cut = await walk(folder, { depth: 9, entries: 2 });
  assert.equal(cut.problems.length, 1);
  assert.match(cut.problems[0] ?? '', /more than 2 entries: not all of it was searched/);
});

test('a folder that may not be read is said, and the others are searched', async (t) => {
  await put('closed/one', 'open/two');
  await chmod(join(folder, 'closed'), 0o000);
  const { lines, problems } = await walk(folder);
  await chmod(join(folder, 'closed'), 0o700);
  if (process.getuid?.() === 0) {
    t.diagnostic('Nothing is closed to root: run by another user this test shows more.');
    assert.deepEqual(lines, ['native closed/one', 'native open/two']);
    return;
  }
  assert.deepEqual(lines, ['native open/two']);
  assert.match(problems[0] ?? '', /closed can't be searched: EACCES/);
});

test('Xcode’s own places are searched on a Mac only', () => {
  const places = (platform: NodeJS.Platform): readonly string[] =>
    allFinders({ folders: ['/projects/shop'], named: ['/symbols'], home: '/home/ada', platform }).map(({ place }) => place);
  assert.deepEqual(places('linux'), [
    '/symbols',
    "Gradle's build folders in /symbols",
    "Gradle's build folders in /projects/shop",
    "Xcode's products in /projects/shop",
    '.build-id in /symbols, /usr/lib/debug',
  ]);
  assert.ok(places('darwin').some((place) => place.includes('DerivedData')));
});

test('debug files in a named folder are known by their first bytes, whatever their names', async () => {
  const elf = Buffer.from('7f454c4602010100', 'hex');
  await put('a/readme', 'a/notes.symbols', 'a/Cart.kt');
  for (const name of ['a/app.android-arm64.symbols', 'a/libshop.so.unstripped', 'a/shop', 'a/picture.png'])
    await writeFile(join(folder, name), elf);
  const { lines, candidates } = await find(symbolPath(join(folder, 'a')));
  assert.deepEqual(lines, ['native a/app.android-arm64.symbols', 'native a/libshop.so.unstripped', 'native a/shop']);
  assert.ok(candidates.every(({ isNamed }) => isNamed === true));
});

test('of a large tree only the first 2,000 files of unknown kind are read, which is said', async () => {
  await put(...Array.from({ length: 2_001 }, (_, at) => `many/${String(at).padStart(4, '0')}.unknown`));
  await writeFile(join(folder, 'many/2000.unknown'), Buffer.from('7f454c46', 'hex'));
  const { lines, problems } = await find(symbolPath(join(folder, 'many')));
  assert.deepEqual(lines, []);
  assert.match(problems.join(), /only the first 2,000 files of unknown kind were checked for symbols\./);
});
