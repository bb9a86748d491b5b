import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { LaglensError } from '../../../../../core/errors.ts';
import { FakeXcode } from '../../../../../tests/simulated/xcode/fake-xcode.ts';
import type { Identity } from '../../../../../tests/simulated/xcode/xcode.ts';
import { outputOf } from '../../../../../tests/symbols/fixtures/build-fixture.ts';
import { iosExecutable } from '../../../../../tests/symbols/fixtures/ios-executable.ts';
import { Xcrun } from '../xcrun/xcrun.ts';
import { loadCommandsOf } from './load-commands.ts';
import { type ResignedCopy, resignedCopy } from './resigned-copy.ts';

const execute = promisify(execFile);
const ada = { hash: '0123456789ABCDEF0123456789ABCDEF01234567', name: 'Apple Development: Ada Byron (A1B2C3D4E5)', team: 'TEAM123456' };
const debuggable = entitlements(
  '<key>get-task-allow</key><true/><key>application-identifier</key><string>TEAM123456.com.example.shop</string>',
);

interface Mac {
  readonly xcode: FakeXcode;
  readonly folder: string;
  codesign(...argv: readonly string[]): Promise<string>;
}

async function startMac(t: TestContext, identities: readonly Identity[] = [ada]): Promise<Mac> {
  const xcode = await FakeXcode.start({ identities });
  const folder = await mkdtemp(join(tmpdir(), 'laglens-resign-'));
  t.after(async () => {
    await xcode.stop();
    await rm(folder, { recursive: true });
  });
  const codesign = async (...argv: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await execute(join(xcode.folder, 'bin', 'codesign'), argv, { env: xcode.environment });
    return stdout + stderr;
  };
  return { xcode, folder, codesign };
}

interface AppOptions {
  readonly executable?: string;
  readonly link?: readonly string[];
  readonly entitlements?: string;
  readonly signer?: string;
  /** Changes the executable before it is signed. */
  change?(bytes: Uint8Array): void;
}

/** A signed `Shop.app` with a framework in it, as Xcode leaves it in its folder of products. */
async function builtApp(mac: Mac, options: AppOptions = {}): Promise<string> {
  const { executable = 'Shop', link = [], signer = ada.name } = options;
  const programs = await iosExecutable(...link);
  const bytes = await programs.bytes(executable);
  options.change?.(bytes);
  const app = join(mac.folder, 'Products', 'Shop.app');
  const framework = join(app, 'Frameworks', 'Cart.framework');
  await mkdir(framework, { recursive: true });
  await writeFile(join(app, 'Info.plist'), info('com.example.shop', 'Shop'));
  await writeFile(join(app, 'Shop'), bytes, { mode: 0o555 });
  await writeFile(join(app, 'entitlements.xml'), options.entitlements ?? debuggable);
  await writeFile(join(framework, 'Info.plist'), info('com.example.cart', 'Cart'));
  await writeFile(join(framework, 'Cart'), await programs.bytes('Shop'), { mode: 0o755 });
  await mac.codesign('--force', '--sign', signer, framework);
  await mac.codesign('--force', '--sign', signer, '--entitlements', join(app, 'entitlements.xml'), app);
  return app;
}

async function copyOf(mac: Mac, app: string): Promise<ResignedCopy> {
  const folder = join(mac.folder, 'copy');
  await mkdir(folder);
  // Any library will do: nothing of it is run here.
  const library = (await iosExecutable()).path('Shop');
  return await resignedCopy({
    ...{ app, executable: 'Shop', library, folder },
    xcrun: new Xcrun({ xcrunPath: mac.xcode.xcrun, environment: mac.xcode.environment }),
    progress: () => undefined,
    signal: AbortSignal.timeout(600_000),
  });
}

test('the copy loads the agent, is signed as the app was, and neither the build nor nested code is touched', async (t) => {
  const mac = await startMac(t);
  const app = await builtApp(mac, { link: ['-rpath', '@executable_path/Frameworks'] });
  const before = await contentsOf(app);
  const copy = await copyOf(mac, app);
  assert.deepEqual(await contentsOf(app), before);
  assert.equal(copy.insert, undefined);
  assert.equal(copy.authority, ada.name);
  await mac.codesign('--verify', '--strict', copy.app);
  await mac.codesign('--verify', '--strict', join(copy.app, 'Frameworks', 'liblaglens.dylib'));
  const signature = await mac.codesign('-dvv', copy.app);
  assert.match(signature, /^Identifier=com\.example\.shop$/m);
  assert.match(signature, /^TeamIdentifier=TEAM123456$/m);
  assert.match(await mac.codesign('-dvv', join(copy.app, 'Frameworks', 'liblaglens.dylib')), /^TeamIdentifier=TEAM123456$/m);
  assert.match(await mac.codesign('-d', '--entitlements', '-', '--xml', copy.app), /get-task-allow<\/key><true\/>/);
  const after = await contentsOf(copy.app);
  const isNested = ([path]: readonly [string, string]): boolean => path.startsWith('Frameworks/Cart.framework');
  assert.deepEqual([...after].filter(isNested), [...before].filter(isNested));
  const added = [...after.keys()].filter((path) => !before.has(path));
  assert.deepEqual(added, ['Frameworks/liblaglens.dylib']);
  const commands = await outputOf('llvm-objdump-19', ['--macho', '--private-headers', join(copy.app, 'Shop')]);
  assert.match(commands, /LC_LOAD_WEAK_DYLIB\n\s+cmdsize \d+\n\s+name @rpath\/liblaglens\.dylib/);
});

test('the library in the copy is for no older system than the app', async (t) => {
  const mac = await startMac(t);
  const newest = 26 << 16;
  const app = await builtApp(mac, {
    change: (bytes) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (const { minimum } of loadCommandsOf(bytes, 'Shop')) view.setUint32(minimum?.at ?? 0, newest, true);
    },
  });
  const copy = await copyOf(mac, app);
  const library = join(copy.app, 'Frameworks', 'liblaglens.dylib');
  assert.match(await outputOf('llvm-objdump-19', ['--macho', '--private-headers', library]), /^\s*minos 26\.0$/m);
  await mac.codesign('--verify', '--strict', library);
});

test('where the header has no room the executable stays, and the library is to be named in the environment', async (t) => {
  const mac = await startMac(t);
  const app = await builtApp(mac, {
    change: (bytes) => {
      // Bytes behind the commands must stay.
      bytes[32 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(20, true)] = 1;
    },
  });
  const copy = await copyOf(mac, app);
  assert.equal(copy.insert, '@executable_path/Frameworks/liblaglens.dylib');
  const commands = await outputOf('llvm-objdump-19', ['--macho', '--private-headers', join(copy.app, 'Shop')]);
  assert.doesNotMatch(commands, /LC_LOAD_WEAK_DYLIB/);
  await mac.codesign('--verify', '--strict', copy.app);
});

const refusals: readonly (readonly [why: string, code: string, words: RegExp, app: AppOptions, identities?: (typeof ada)[]])[] = [
  ['may not be debugged', 'app-not-debuggable', /get-task-allow/, { entitlements: entitlements('') }],
  [
    'says that it may not be debugged',
    'app-not-debuggable',
    /get-task-allow/,
    { entitlements: entitlements('<key>get-task-allow</key><false/>') },
  ],
  ['was signed ad hoc', 'sign-identity', /has no identity/, { signer: '-' }],
  ['is only for simulators', 'agent-abi', /no code for phones/, { executable: 'Shop-x86_64' }],
  ['is for simulators on Macs with arm64', 'agent-abi', /is for simulators/, { executable: 'Shop-arm64-simulator' }],
  ['is for simulators on both kinds of Macs', 'agent-abi', /is for simulators/, { executable: 'Shop-simulator' }],
  ['is fat, without a slice for phones', 'agent-abi', /no code for phones/, { executable: 'Shop-fat-x86_64' }],
  ['comes from the App Store', 'app-not-debuggable', /encrypted/, { link: ['-encryptable'], change: encrypt }],
];

for (const [why, code, words, options] of refusals) {
  test(`an app that ${why} is refused, with a next step, and nothing is left signed`, async (t) => {
    const mac = await startMac(t);
    const app = await builtApp(mac, options);
    await assert.rejects(copyOf(mac, app), (error) => {
      assert.ok(error instanceof LaglensError, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, words);
      assert.notEqual(error.next, '');
      return true;
    });
    assert.deepEqual(await readdir(join(mac.folder, 'copy')), []);
  });
}

const [renewed, expiring] = [identityOf('renewed'), identityOf('expiring')];

/** Of Ada's name, with a certificate of its own. */
function identityOf(certificate: string): Identity {
  return { ...ada, hash: createHash('sha1').update(certificate).digest('hex').toUpperCase(), certificate };
}

test('of two identities of one name the one is taken whose certificate signed the build', async (t) => {
  for (const identities of [
    [renewed, expiring],
    [expiring, renewed],
  ]) {
    const mac = await startMac(t, identities);
    const copy = await copyOf(mac, await builtApp(mac, { signer: expiring.hash }));
    assert.equal(await signerOf(mac, copy.app), 'expiring');
  }
});

test('where the certificate cannot be had, the one is taken that the provisioning profile lists', async (t) => {
  const mac = await startMac(t, [renewed, expiring, ada]);
  const app = await builtApp(mac, { signer: ada.hash });
  const certificates = ['of a colleague', 'expiring'].map((each) => `<data>${Buffer.from(each).toString('base64')}</data>`).join('');
  const profile = entitlements(`<key>DeveloperCertificates</key><array>${certificates}</array>`);
  // A CMS message around it.
  await writeFile(join(app, 'embedded.mobileprovision'), `\x30\x82\x01${profile}\x00\x31\xff`, 'latin1');
  assert.equal(await signerOf(mac, (await copyOf(mac, app)).app), 'expiring');
});

test('a damaged provisioning profile leaves the name', async (t) => {
  const mac = await startMac(t, [ada]);
  const app = await builtApp(mac);
  await writeFile(join(app, 'embedded.mobileprovision'), '<?xml version="1.0"?><plist><dict><key>Dev</plist>');
  assert.equal((await copyOf(mac, app)).authority, ada.name);
});

test('attributes that Finder left on a build, as in iCloud Drive, are taken off the copy', async (t) => {
  const mac = await startMac(t);
  const app = await builtApp(mac);
  await mac.xcode.setFaults({ detritus: true });
  const copy = await copyOf(mac, app);
  await mac.codesign('--verify', '--strict', copy.app);
  const cleared = (await mac.xcode.calls()).filter(({ tool }) => tool === 'xattr').map(({ args }) => args);
  assert.ok(cleared.length > 0 && cleared.every(([option, path]) => option === '-cr' && path?.startsWith(join(mac.folder, 'copy'))));
});

/** The stand-in for the certificate in an app's signature. */
async function signerOf(mac: Mac, app: string): Promise<string> {
  const prefix = join(mac.folder, 'signer-');
  await mac.codesign('-d', `--extract-certificates=${prefix}`, app);
  return await readFile(`${prefix}0`, 'utf8');
}

test('an identity that this computer does not have is named', async (t) => {
  const other = await startMac(t);
  const app = await builtApp(other);
  const mac = await startMac(t, []);
  await cp(join(app, '..'), join(mac.folder, 'Products'), { recursive: true });
  await assert.rejects(copyOf(mac, join(mac.folder, 'Products', 'Shop.app')), /“Apple Development: Ada Byron \(A1B2C3D4E5\)”/);
});

test('a damaged executable is reported as such', async (t) => {
  const mac = await startMac(t);
  const app = await builtApp(mac);
  await rm(join(app, 'Shop'));
  await writeFile(join(app, 'Shop'), 'no program');
  await assert.rejects(copyOf(mac, app), (error) => error instanceof LaglensError && error.code === 'app-damaged');
});

/** Sets `cryptid` of LC_ENCRYPTION_INFO_64 (0x2c), as the App Store's files have it. */
function encrypt(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 32;
  while (view.getUint32(at, true) !== 0x2c) at += view.getUint32(at + 4, true);
  view.setUint32(at + 16, 1, true);
}

function entitlements(keys: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${keys}</dict></plist>\n`;
}

function info(id: string, executable: string): string {
  const keys = { CFBundleIdentifier: id, CFBundleExecutable: executable, CFBundlePackageType: 'APPL' };
  return entitlements(
    Object.entries(keys)
      .map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
      .join(''),
  );
}

/** Every file below a folder with the hash of its bytes. */
async function contentsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    contents.set(
      path.slice(folder.length + 1),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return contents;
}
