import { type Apk, readApk } from '../apk/read-apk.ts';
import type { Call } from '../shell/shell-session.ts';
import { threw } from './server-exception.ts';

interface Request {
  readonly path: string | undefined;
  readonly sizeBytes: number | undefined;
  readonly replaces: boolean;
  readonly downgrades: boolean;
}

/**
 * `pm install [-r] [-t] [-d] [-g] [--user N] [-S BYTES] [PATH]`: without a path, the APK follows on standard input. Source: AOSP
 * PackageManagerShellCommand.runInstall, PackageManagerService.
 */
export async function install(call: Call, args: readonly string[]): Promise<number> {
  const request = requestOf(args);
  const { path, sizeBytes } = request;
  if (path === undefined && sizeBytes === undefined) return call.fail('Error: must either specify a package size or an APK file');
  const bytes = path === undefined ? await read(call, sizeBytes ?? 0) : await contentOf(call, path);
  if (bytes === undefined) {
    await call.fail(`Error: Unable to open file: ${path}\nConsider using a file under /data/local/tmp/\nError: Can't open file: ${path}`);
    return threw(call, 'IllegalArgumentException', `Error: Can't open file: ${path}`);
  }
  if (call.phone.faults.storageFull) {
    await call.print('Error: java.io.IOException: Requested internal only, but not enough space');
    return 1;
  }
  const failure = await installed(call, bytes, request);
  await call.print(failure === undefined ? 'Success' : `Failure [${failure}]`);
  return failure === undefined ? 0 : 1;
}

async function installed(call: Call, bytes: Buffer, request: Request): Promise<string | undefined> {
  let apk: Apk;
  try {
    apk = readApk(bytes);
  } catch {
    return 'INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl1804289383.tmp/base.apk';
  }
  const refusal = refusalOf(call, apk, request);
  if (refusal === undefined) await call.phone.install(apk, bytes);
  return refusal;
}

/** The package manager's words, in the order of its checks. */
function refusalOf(call: Call, apk: Apk, { replaces, downgrades }: Request): string | undefined {
  const { packages, release } = call.phone;
  if (apk.minSdk > release.sdk) {
    return `INSTALL_FAILED_OLDER_SDK: Failed parse during installPackageLI: Requires newer sdk version #${apk.minSdk} (current version is #${release.sdk})`;
  }
  if (apk.signer === undefined) {
    return 'INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from /data/app/vmdl1804289383.tmp/base.apk: Attempt to get length of null array';
  }
  const older = packages.get(apk.name);
  if (older === undefined) return undefined;
  // Since Android 10, -r is the default.
  if (!replaces && release.sdk < 29) {
    return `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${apk.name} without first uninstalling.`;
  }
  if (older.signer !== apk.signer) {
    return `INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package ${apk.name} signatures do not match previously installed version; ignoring!`;
  }
  if (older.versionCode > apk.versionCode && !(downgrades && older.debuggable)) return 'INSTALL_FAILED_VERSION_DOWNGRADE';
  return undefined;
}

function requestOf(args: readonly string[]): Request {
  const size = args.indexOf('-S');
  const values = new Set(['-S', '--user', '-i', '--abi', '--install-location']);
  const words = args.filter((arg, index) => !arg.startsWith('-') && !values.has(args[index - 1] ?? ''));
  return {
    path: words.at(-1),
    sizeBytes: size < 0 ? undefined : Number(args[size + 1]),
    replaces: args.includes('-r'),
    downgrades: args.includes('-d'),
  };
}

/** So many bytes of the input, whose end nobody sends. */
async function read(call: Call, sizeBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let left = sizeBytes;
  while (left > 0) {
    const piece = await call.stdin.read();
    if (piece === undefined) break;
    pieces.push(piece);
    left -= piece.length;
  }
  return Buffer.concat(pieces);
}

/** As the system server opens it, which may read the shell's files. */
async function contentOf(call: Call, path: string): Promise<Buffer | undefined> {
  if (!call.phone.files.exists(path)) return undefined;
  const pieces: Uint8Array[] = [];
  const source = call.phone.files.openToRead(path, call.actor);
  for (let piece = await source.read(); piece !== undefined; piece = await source.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
