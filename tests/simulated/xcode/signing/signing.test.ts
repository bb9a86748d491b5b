import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { tinyArm64, tinyLibrary } from '../tiny-mach-o.ts';
import { entitlementsDer } from './entitlements-der.ts';
import { fileOf, slicesOf } from './mach-o.ts';
import { type Signature, signaturesOf } from './read-signature.ts';
import { signFile } from './sign.ts';

const run = promisify(execFile);
const choices = { identifier: 'com.example.shop', team: '', authority: '', entitlements: '' };
const debuggable = '<?xml version="1.0"?><plist version="1.0"><dict><key>get-task-allow</key><true/></dict></plist>';

let folder = '';
/** Programs that lld has linked and signed ad hoc, of about 300 pages. */
let arm64: Buffer;
let x86: Buffer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-signing-'));
  await writeFile(join(folder, 'shop.c'), 'const char large[1200000] = {1, 2, 3}; int main(void) { return large[5]; }\n');
  [arm64, x86] = [await linked('arm64'), await linked('x86_64')];
});
after(() => rm(folder, { recursive: true }));

test('the signature that lld writes is found right, and wrong once a byte has changed', () => {
  for (const file of [arm64, x86]) {
    assert.equal(only(file).wrong, undefined);
    assert.deepEqual([only(file).directory.identifier, only(file).directory.flags], ['shop', 0x20002]);
    const changed = Buffer.from(file);
    changed[9 * 4096 + 5] = 77;
    assert.equal(only(changed).wrong, 'the hash of page 9 is wrong');
  }
});

test('a file that is signed again has the page hashes that lld gave it, but for the page with the load commands', () => {
  for (const file of [arm64, x86]) {
    const signedAgain = only(signFile(file, choices));
    assert.equal(signedAgain.wrong, undefined);
    assert.deepEqual(signedAgain.directory.pageHashes.slice(1), only(file).directory.pageHashes.slice(1));
    assert.deepEqual(
      [signedAgain.directory.identifier, signedAgain.directory.flags, signedAgain.directory.team],
      ['com.example.shop', 0x2, ''],
    );
  }
});

test('llvm-objdump reads the load commands of what was signed, and finds them as long as the file', async () => {
  const path = join(folder, 'signed');
  await writeFile(path, signFile(arm64, { ...choices, entitlements: debuggable }));
  const { stdout } = await run('llvm-objdump-19', ['--macho', '--private-headers', path], { maxBuffer: 1 << 24 });
  const [, offset, size] = /LC_CODE_SIGNATURE\n\s+cmdsize 16\n\s+dataoff (\d+)\n\s+datasize (\d+)/.exec(stdout) ?? [];
  assert.equal(Number(offset) + Number(size), (await readFile(path)).length);
});

test('each architecture of a fat file is signed, and llvm-lipo still finds both', async () => {
  await writeFile(join(folder, 'arm64'), arm64);
  await writeFile(join(folder, 'x86'), x86);
  const path = join(folder, 'fat');
  await run('llvm-lipo-19', ['-create', join(folder, 'arm64'), join(folder, 'x86'), '-output', path]);
  const signed = signFile(await readFile(path), { ...choices, team: 'ABCDE12345', authority: 'Apple Development: Ada (ABCDE12345)' });
  await writeFile(path, signed);
  const found = signaturesOf(signed).map((each) => [each.architecture, each.directory?.team, each.directory && each.wrong]);
  assert.deepEqual(found.sort(), [
    ['arm64', 'ABCDE12345', undefined],
    ['x86_64', 'ABCDE12345', undefined],
  ]);
  assert.match((await run('llvm-lipo-19', ['-archs', path])).stdout, /^x86_64 arm64\s*$/);
});

test('a file without a signature gets a load command for one, where there is room', () => {
  const unsigned = tinyLibrary(tinyArm64);
  assert.equal(signaturesOf(unsigned)[0]?.directory, undefined);
  assert.equal(only(signFile(unsigned, choices)).wrong, undefined);
  const full = Buffer.from(unsigned);
  // The first section's offset, 48 bytes into the section that follows the first segment: right behind the commands.
  full.writeUInt32LE(32 + full.readUInt32LE(20), 32 + 72 + 48);
  assert.throws(() => signFile(full, choices), /no room for LC_CODE_SIGNATURE/);
});

test('entitlements stand in a signature twice, in XML and in DER, and both are hashed', () => {
  const signed = only(signFile(arm64, { ...choices, entitlements: debuggable }));
  assert.equal(signed.entitlements, debuggable);
  assert.deepEqual([...signed.directory.special.keys()], [1, 2, 3, 4, 5, 6, 7]);
  assert.ok(signed.directory.special.get(7)?.some((byte) => byte !== 0));
});

test('entitlements in DER are a version and a sorted dictionary', () => {
  // By hand: [APPLICATION 16] { INTEGER 1, [16] { SEQUENCE { UTF8String "a", BOOLEAN true }, SEQUENCE { UTF8String "b", SEQUENCE { UTF8String "x" } } } }
  const byHand = '7017020101' + 'b012' + '3006' + '0c0161' + '0101ff' + '3008' + '0c0162' + '30030c0178';
  assert.equal(entitlementsDer({ b: ['x'], a: true }).toString('hex'), byHand);
  // Lengths from 128 on have a length of their own.
  assert.equal(entitlementsDer({ k: 'v'.repeat(200) }).toString('hex', 0, 12), '7081d7020101b081d13081ce');
});

test('a file is put together again as it was taken apart', () => {
  assert.deepEqual(fileOf(slicesOf(arm64)), arm64);
});

function only(file: Buffer): Signature {
  const [signature] = signaturesOf(file);
  assert.ok(signature?.directory !== undefined);
  return signature;
}

async function linked(architecture: 'arm64' | 'x86_64'): Promise<Buffer> {
  const [object, program] = [join(folder, `${architecture}.o`), join(folder, 'shop')];
  const target = `${architecture}-apple-ios14.0-simulator`;
  await run('clang-19', ['-target', target, '-ffreestanding', '-O1', '-c', join(folder, 'shop.c'), '-o', object]);
  const platform = ['-arch', architecture, '-platform_version', 'ios-simulator', '14.0', '17.0'];
  await run('ld64.lld-19', [...platform, '-adhoc_codesign', '-e', '_main', '-undefined', 'dynamic_lookup', object, '-o', program]);
  return await readFile(program);
}
