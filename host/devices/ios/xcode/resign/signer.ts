import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LaglensError } from '../../../../../core/errors.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import { readForeignFileOrNone } from '../../../../foreign-file.ts';
import { notDebuggable } from '../../../errors.ts';
import { withPrivateTempFolder } from '../../../private-temp-folder.ts';
import { readPlistDict } from '../../protocol/plist/read.ts';
import { PlistError } from '../../protocol/plist/value.ts';
import { toolFailed, type Xcrun } from '../xcrun/xcrun.ts';

/** The first signature unlocks the keychain. */
const SIGN_MS = 120_000;

interface AppSignature {
  /** `Apple Development: Ada Byron (A1B2C3D4E5)`, empty for an ad-hoc signature. */
  readonly authority: string;
  readonly teamId: string;
  /** A property list, as codesign prints it. */
  readonly entitlements: string;
  /** SHA-1; undefined when unknown. */
  readonly certificate: string | undefined;
  /** SHA-1 of the provisioning profile's certificates. */
  readonly accepted: readonly string[];
}

/** @throws LaglensError when the app may not be debugged */
export async function signatureOf(app: string, xcrun: Xcrun, signal: AbortSignal): Promise<AppSignature> {
  // codesign writes signatures to stderr and entitlements to stdout.
  const call = { purpose: phrase`Reading the app’s signature`, signal };
  const argv = ['-dvv', app];
  const answer = await xcrun.answer('codesign', argv, call);
  if (answer.code !== 0) throw toolFailed('codesign', argv, answer, call.purpose);
  const entitlements = await xcrun.text('codesign', ['-d', '--entitlements', '-', '--xml', app], call);
  if (!mayBeDebugged(entitlements)) throw notDebuggable.iosBuild();
  const [authority, teamId] = ['Authority', 'TeamIdentifier'].map((key) => new RegExp(`^${key}=(.*)$`, 'm').exec(answer.stderr)?.[1] ?? '');
  const [certificate, accepted] = await Promise.all([signingCertificate(app, xcrun, signal), profileCertificates(app)]);
  return { authority: authority ?? '', teamId: teamId ?? '', entitlements, certificate, accepted };
}

/**
 * Hash of the signing identity: by certificate, else one of the app's profile, else by name. Renewed certificates keep
 * their name, and devices refuse any outside the profile.
 * @throws LaglensError when the key is elsewhere or expired
 */
export async function identityOf(signature: AppSignature, xcrun: Xcrun, signal: AbortSignal): Promise<string> {
  const stdout = await xcrun.text('security', ['find-identity', '-v', '-p', 'codesigning'], {
    purpose: phrase`Listing the identities that can sign`,
    signal,
  });
  const identities = [...stdout.matchAll(/^[ \t]{0,20}\d{1,6}\)[ \t]{1,20}([0-9A-F]{40})[ \t]{1,20}"(.{1,1000})"[ \t]{0,20}$/gm)].map(
    ([, hash = '', name = '']) => ({ hash, name }),
  );
  const named = identities.filter(({ name }) => name === signature.authority);
  const own =
    identities.find(({ hash }) => hash === signature.certificate) ??
    [...named, ...identities].find(({ hash }) => signature.accepted.includes(hash)) ??
    named[0];
  if (own !== undefined) return own.hash;
  throw new LaglensError({
    code: 'sign-identity',
    message:
      signature.authority === ''
        ? phrase`The build has no identity, which this computer cannot sign with.`
        : phrase`The build was signed by “${signature.authority}”, which this computer cannot sign with.`,
    next: phrase`Build the app on this computer with an Apple Development identity, or link the agent into its debug build.`,
    output: stdout,
  });
}

/** Without nested code. */
export async function sign(
  path: string,
  identity: string,
  entitlementsFile: string | undefined,
  xcrun: Xcrun,
  signal: AbortSignal,
): Promise<void> {
  const entitlements = entitlementsFile === undefined ? [] : ['--entitlements', entitlementsFile, '--generate-entitlement-der'];
  await signCopy(path, ['--force', '--sign', identity, '--timestamp=none', ...entitlements], xcrun, signal);
}

/** codesign refuses attributes of Finder or iCloud Drive, so the copy loses them. */
export async function signCopy(path: string, options: readonly string[], xcrun: Xcrun, signal: AbortSignal): Promise<void> {
  const call = { purpose: phrase`Signing the copy of the app`, signal, timeoutMs: SIGN_MS };
  const argv = [...options, path];
  const answer = await xcrun.answer('codesign', argv, call);
  if (answer.code === 0) return;
  if (!/resource fork, Finder information, or similar detritus/.test(answer.stderr))
    throw toolFailed('codesign', argv, answer, call.purpose);
  await xcrun.answer('xattr', ['-cr', path], { purpose: phrase`Removing attributes from the copy of the app`, signal });
  await xcrun.text('codesign', argv, call);
}

/** False without entitlements. */
function mayBeDebugged(entitlements: string): boolean {
  if (!entitlements.includes('<plist')) return false;
  return readPlistDict(Buffer.from(entitlements))['get-task-allow'] === true;
}

const MOST_CERTIFICATE_BYTES = 64 << 10;
/** Large teams' profiles have some 300 kB. */
const MOST_PROFILE_BYTES = 8 << 20;

/** SHA-1 as in `security find-identity`; undefined when codesign gives none. */
async function signingCertificate(app: string, xcrun: Xcrun, signal: AbortSignal): Promise<string | undefined> {
  return await withPrivateTempFolder('laglens-certificates-', async (folder) => {
    const prefix = join(folder, 'certificate-');
    const call = { purpose: phrase`Reading the certificate of the app’s signature`, signal };
    const { code } = await xcrun.answer('codesign', ['-d', `--extract-certificates=${prefix}`, app], call);
    // The signer's certificate comes first.
    const bytes = code === 0 ? await readForeignFileOrNone(`${prefix}0`, MOST_CERTIFICATE_BYTES) : undefined;
    return bytes === undefined ? undefined : sha1(bytes);
  });
}

/** SHA-1 of the profile's certificates; none without a valid profile. */
async function profileCertificates(app: string): Promise<readonly string[]> {
  const bytes = await readForeignFileOrNone(join(app, 'embedded.mobileprovision'), MOST_PROFILE_BYTES);
  // A property list inside a CMS message.
  const [begin, end] = [bytes?.indexOf('<?xml') ?? -1, bytes?.indexOf('</plist>') ?? -1];
  if (bytes === undefined || begin < 0 || end < begin) return [];
  try {
    const { DeveloperCertificates: listed } = readPlistDict(bytes.subarray(begin, end + '</plist>'.length));
    return Array.isArray(listed) ? listed.filter((each) => each instanceof Uint8Array).map(sha1) : [];
  } catch (error) {
    if (error instanceof PlistError) return [];
    throw error;
  }
}

function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex').toUpperCase();
}
