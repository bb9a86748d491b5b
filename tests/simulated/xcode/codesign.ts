import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPlistDict } from '../../../host/devices/ios/protocol/plist/read.ts';
import { textOf } from '../../../host/devices/ios/protocol/plist/value.ts';
import { Flag, SpecialSlot, sha256 } from './signing/code-directory.ts';
import { isMachO, readMachO, slicesOf } from './signing/mach-o.ts';
import { type Signature, signaturesOf } from './signing/read-signature.ts';
import { brokenSeal, resourceSeal } from './signing/resource-seal.ts';
import { type SigningChoices, signFile } from './signing/sign.ts';
import { type Parsed, parse, type Spoken } from './spoken.ts';
import type { Xcode } from './xcode.ts';

const INTERMEDIATE = 'Apple Worldwide Developer Relations Certification Authority';

/** A file or bundle to sign or read. */
interface Code {
  readonly path: string;
  readonly executable: string;
  /** Undefined for a single file. */
  readonly bundle: { readonly folder: string; readonly info: Buffer; readonly id: string; readonly executableName: string } | undefined;
}

/** `codesign` for single files and flat bundles. Without Apple's keys, identities' signatures have no CMS message. */
export async function codesign(args: readonly string[], xcode: Xcode): Promise<Spoken> {
  const parsed = parse(args.flatMap(separate), ['-s', '--sign', '-i', '--identifier', '--entitlements', '-o', '--options']);
  const { options, rest } = parsed;
  const results: Spoken[] = [];
  for (const path of rest) {
    const code = await codeAt(path);
    if (code === undefined) results.push({ stderr: `${path}: No such file or directory\n`, code: 1 });
    else if (options.has('--sign') || options.has('-s')) results.push(await sign(code, parsed, xcode));
    // -v is --verify only alone; in -dvv it means verbose.
    else if (options.has('-d') || options.has('--display')) results.push(await display(code, parsed));
    else results.push(await verify(code));
  }
  return {
    stdout: results.map(({ stdout = '' }) => stdout).join(''),
    stderr: results.map(({ stderr = '' }) => stderr).join(''),
    code: Math.max(0, ...results.map(({ code = 0 }) => code)),
  };
}

/** `-fs -` is `-f -s -`; `-dvv` is `-d -v -v`. */
function separate(arg: string): readonly string[] {
  return /^-[a-z]{2,}$/.test(arg) ? [...arg.slice(1)].map((letter) => `-${letter}`) : [arg];
}

async function codeAt(path: string): Promise<Code | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isFile()) return { path, executable: path, bundle: undefined };
  const info = await readFile(join(path, 'Info.plist'));
  const about = readPlistDict(info);
  const executableName = textOf(about, 'CFBundleExecutable');
  const id = textOf(about, 'CFBundleIdentifier');
  return { path, executable: join(path, executableName), bundle: { folder: path.replace(/\/$/, ''), info, id, executableName } };
}

/** Signs ad hoc. */
const nobody = { name: '', team: '', certificate: undefined };

async function sign(code: Code, { options }: Parsed, xcode: Xcode): Promise<Spoken> {
  const identity = options.get('--sign') ?? options.get('-s') ?? '';
  const { identities } = await xcode.setup();
  const signer = identity === '-' ? nobody : identities.find(({ hash, name }) => [hash, name].includes(identity));
  if (signer === undefined) return { stderr: `${identity}: no identity found\n`, code: 1 };
  const file = await readFile(code.executable);
  if (!isMachO(file)) return { stderr: `${code.path}: code object is not a Mach-O file\n`, code: 1 };
  const faults = await xcode.faults();
  if (faults.detritus === true && !(await xcode.calls()).some(({ tool, args }) => tool === 'xattr' && args.includes(code.path)))
    return { stderr: `${code.path}: resource fork, Finder information, or similar detritus not allowed\n`, code: 1 };
  const before = signed(file)[0];
  const isForced = options.has('--force') || options.has('-f');
  if (before !== undefined && !isForced) return { stderr: `${code.path}: is already signed\n`, code: 1 };
  const kept = (options.get('--preserve-metadata') ?? '').split(',');
  const entitlements = options.get('--entitlements');
  const { bundle } = code;
  const resources = bundle === undefined ? undefined : await resourceSeal(bundle.folder, bundle.executableName);
  const choices: SigningChoices = {
    identifier:
      options.get('--identifier') ??
      options.get('-i') ??
      (kept.includes('identifier') ? before?.directory.identifier : undefined) ??
      bundle?.id ??
      nameOf(code.path, file, signer.team === ''),
    team: signer.team,
    authority: signer.name,
    certificate: signer.certificate,
    entitlements:
      entitlements !== undefined ? await readFile(entitlements, 'utf8') : kept.includes('entitlements') ? (before?.entitlements ?? '') : '',
    ...(bundle === undefined || resources === undefined ? {} : { infoPlist: bundle.info, resources }),
  };
  await writeFile(code.executable, signFile(file, choices));
  if (bundle !== undefined && resources !== undefined) {
    await mkdir(join(bundle.folder, '_CodeSignature'), { recursive: true });
    await writeFile(join(bundle.folder, '_CodeSignature', 'CodeResources'), resources);
  }
  return { stderr: before === undefined ? '' : `${code.path}: replacing existing signature\n` };
}

/** codesign makes names of ad-hoc signatures without a dot unique by the file's UUID; 55554944 spells “UUID”. */
function nameOf(path: string, file: Buffer, isAdhoc: boolean): string {
  const name = basename(path).replace(/\.[^.]*$/, '');
  const [slice] = slicesOf(file);
  return name.includes('.') || !isAdhoc || slice === undefined ? name : `${name}-55554944${readMachO(slice.bytes).uuid}`;
}

function signed(file: Buffer): readonly Signature[] {
  return isMachO(file) ? signaturesOf(file).filter((each): each is Signature => each.directory !== undefined) : [];
}

async function verify(code: Code): Promise<Spoken> {
  const file = await readFile(code.executable);
  for (const each of isMachO(file) ? signaturesOf(file) : [{ architecture: 'none', directory: undefined }]) {
    const where = `In architecture: ${each.architecture}\n`;
    if (each.directory === undefined) return { stderr: `${code.path}: code object is not signed at all\n${where}`, code: 1 };
    if (each.wrong !== undefined)
      return { stderr: `${code.path}: invalid signature (code or signature have been modified)\n${where}`, code: 1 };
  }
  const broken = code.bundle === undefined ? '' : await brokenBundle(code.bundle, file);
  return broken === '' ? {} : { stderr: `${code.path}: ${broken}\n`, code: 1 };
}

async function brokenBundle({ folder, info, executableName }: NonNullable<Code['bundle']>, file: Buffer): Promise<string> {
  const special = signed(file)[0]?.directory.special;
  const seal = await readFile(join(folder, '_CodeSignature', 'CodeResources')).catch(() => Buffer.alloc(0));
  const isSealed = (slot: number, bytes: Buffer): boolean => special?.get(slot)?.equals(sha256(bytes)) === true;
  if (!isSealed(SpecialSlot.InfoPlist, info)) return 'invalid Info.plist (plist or signature have been modified)';
  if (!isSealed(SpecialSlot.Resources, seal)) return 'invalid resource directory (directory or signature have been modified)';
  return await brokenSeal(folder, executableName);
}

async function display(code: Code, { options }: Parsed): Promise<Spoken> {
  const file = await readFile(code.executable);
  const [signature] = signed(file);
  if (signature === undefined) return { stderr: `${code.path}: code object is not signed at all\n`, code: 1 };
  const certificates = options.get('--extract-certificates');
  if (certificates !== undefined && signature.certificate !== '') {
    // The signer's own, then its issuers'.
    for (const [i, bytes] of [signature.certificate, 'intermediate', 'root'].entries()) await writeFile(`${certificates}${i}`, bytes);
    return { stderr: `Executable=${code.executable}\n` };
  }
  if (options.has('--entitlements')) {
    return { stdout: signature.entitlements, stderr: `Executable=${code.executable}\n` };
  }
  return { stderr: description(code, file, signature) };
}

function description(code: Code, file: Buffer, { directory, cdHash, authority }: Signature): string {
  const kinds = slicesOf(file).length === 1 ? `Mach-O thin (${signaturesOf(file)[0]?.architecture})` : 'Mach-O universal';
  const names = [
    ...((directory.flags & Flag.Adhoc) !== 0 ? ['adhoc'] : []),
    ...((directory.flags & Flag.LinkerSigned) !== 0 ? ['linker-signed'] : []),
  ];
  const flags = `0x${directory.flags.toString(16)}(${names.join(',') || 'none'})`;
  const hashes = `${directory.pageHashes.length}+${directory.special.size}`;
  return [
    `Executable=${code.executable}`,
    `Identifier=${directory.identifier}`,
    `Format=${code.bundle === undefined ? '' : 'app bundle with '}${kinds}`,
    `CodeDirectory v=${directory.version.toString(16)} size=${directory.byteLength} flags=${flags} hashes=${hashes} location=embedded`,
    `CDHash=${cdHash}`,
    ...(directory.team === ''
      ? ['Signature=adhoc']
      : ['Signature size=4800', `Authority=${authority}`, `Authority=${INTERMEDIATE}`, 'Authority=Apple Root CA']),
    `TeamIdentifier=${directory.team === '' ? 'not set' : directory.team}`,
    '',
  ].join('\n');
}
