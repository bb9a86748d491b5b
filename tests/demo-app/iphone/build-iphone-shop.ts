import { createHash } from 'node:crypto';
import { chmod, copyFile, glob, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { signFile } from '../../simulated/xcode/signing/sign.ts';
import { exists, type Log, moveIntoPlace, run } from '../build-demo-app.ts';

const here = dirname(fileURLToPath(import.meta.url));
const sdk = join(here, 'sdk');
/** The Xcode project's folder. */
export const shopSources = join(here, 'shop');

export const bundleId = 'com.example.shop';

type Destination = 'device' | 'simulator';

interface Slice {
  readonly arch: 'arm64' | 'x86_64';
  readonly triple: string;
  readonly platform: 'ios' | 'ios-simulator';
}

const slices: Readonly<Record<Destination, readonly Slice[]>> = {
  device: [{ arch: 'arm64', triple: 'arm64-apple-ios14.0', platform: 'ios' }],
  simulator: [
    { arch: 'arm64', triple: 'arm64-apple-ios14.0-simulator', platform: 'ios-simulator' },
    { arch: 'x86_64', triple: 'x86_64-apple-ios14.0-simulator', platform: 'ios-simulator' },
  ],
};

/** As Xcode's debug builds, but optimized: the shop shows a tail call. */
const compileFlags = [
  ...['-ffreestanding', '-nostdlibinc', '-isystem', join(sdk, 'include'), '-O2', '-g', '-Wall', '-Werror'],
  ...['-fblocks', '-fno-exceptions', '-fno-unwind-tables', '-fno-asynchronous-unwind-tables', '-fno-omit-frame-pointer'],
];
/** Without exceptions, a scope's end needs no run-time library. */
const objectiveC = ['-fno-objc-exceptions', '-fobjc-runtime=ios-14.0'];
const linkFlags = [
  ...['-syslibroot', sdk, '-adhoc_codesign', '-rpath', '@executable_path/Frameworks', '-headerpad', '0x1000'],
  ...['-lSystem', '-lobjc', '-framework', 'CoreFoundation', '-framework', 'UIKit'],
];

/** The iOS shop, as in Xcode's folder of products. */
export interface ShopBuild {
  /** As Xcode's `DerivedData`, with the shop's project only. */
  readonly derivedData: string;
  /** `…/Build/Products/Debug-iphoneos` or `…-iphonesimulator`. */
  readonly products: string;
  /** `Shop.app` in it. */
  readonly app: string;
  readonly executable: string;
  /** `Shop.app.dSYM` in it. */
  readonly dsym: string;
}

/** Builds and signs the shop into the cache once. @throws Error with the failed tool's words */
export async function buildShop(destination: Destination, log: Log = () => undefined): Promise<ShopBuild> {
  const home = join(cacheDir('demo-app-iphone'), await hashOfInputs());
  const products = join(home, productsFolder(destination));
  if (!(await exists(home))) {
    log('demo app for iOS: compiling (about 10 s the first time) ...');
    const fresh = `${home}.${process.pid}`;
    for (const each of ['device', 'simulator'] as const) await compile(each, fresh);
    await moveIntoPlace(fresh, home);
  }
  const app = join(products, 'Shop.app');
  return { derivedData: home, products, app, executable: join(app, 'Shop'), dsym: join(products, 'Shop.app.dSYM') };
}

function productsFolder(destination: Destination): string {
  return join('Shop', 'Build', 'Products', destination === 'device' ? 'Debug-iphoneos' : 'Debug-iphonesimulator');
}

async function compile(destination: Destination, fresh: string): Promise<void> {
  const products = join(fresh, productsFolder(destination));
  const app = join(products, 'Shop.app');
  await mkdir(app, { recursive: true });
  await copyFile(join(shopSources, 'Shop', 'Info.plist'), join(app, 'Info.plist'));
  const objects = join(fresh, 'Objects', destination);
  const thin = await Promise.all(slices[destination].map((slice) => compileSlice(slice, join(objects, slice.arch))));
  const linked = join(objects, 'Shop');
  await run('llvm-lipo-19', ['-create', ...thin, '-output', linked]);
  await makeDsym(linked, join(products, 'Shop.app.dSYM'));
  await sign(linked, join(app, 'Shop'));
  await rm(join(fresh, 'Objects', destination), { recursive: true });
}

async function compileSlice({ arch, triple, platform }: Slice, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for await (const file of glob('**/*.{c,m}', { cwd: shopSources })) files.push(file);
  const objects = files.sort().map((file) => join(folder, `${basename(file)}.o`));
  for (const [i, file] of files.entries())
    await run('clang-19', [
      '-target',
      triple,
      ...compileFlags,
      ...(file.endsWith('.m') ? objectiveC : []),
      '-c',
      join(shopSources, file),
      '-o',
      objects[i] ?? '',
    ]);
  const linked = join(folder, 'Shop');
  const version = ['-arch', arch, '-platform_version', platform, '14.0', '17.0'];
  await run('ld64.lld-19', ['-execute', ...version, ...linkFlags, ...objects, '-o', linked]);
  return linked;
}

/** For two architectures dsymutil needs a program called `lipo`. */
async function makeDsym(linked: string, dsym: string): Promise<void> {
  const tools = `${linked}.tools`;
  await mkdir(tools);
  await symlink('/usr/bin/llvm-lipo-19', join(tools, 'lipo'));
  const made = `${linked}.dSYM`;
  await run('env', [`PATH=${tools}:${process.env.PATH ?? ''}`, 'dsymutil-19', linked, '-o', made]);
  await rename(made, dsym);
}

/** As for development: debuggable, signed by nobody in particular. */
async function sign(linked: string, executable: string): Promise<void> {
  const signed = signFile(await readFile(linked), {
    identifier: bundleId,
    team: '',
    authority: '',
    entitlements: await readFile(join(shopSources, 'Shop', 'Shop.entitlements'), 'utf8'),
    infoPlist: await readFile(join(shopSources, 'Shop', 'Info.plist')),
  });
  await writeFile(executable, signed);
  await chmod(executable, 0o755);
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256').update(here);
  const files: string[] = [];
  for await (const file of glob('{shop,sdk}/**/*.*', { cwd: here })) files.push(file);
  for (const file of ['build-iphone-shop.ts', ...files.sort()]) {
    hash.update(file);
    if (/\.\w+$/.test(basename(file)) && !file.endsWith('.framework')) hash.update(await readFile(join(here, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
