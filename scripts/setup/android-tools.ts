import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';
import { unpackDebian } from './unpacked-debian.ts';

const execute = promisify(execFile);
type Log = (line: string) => void;

/** Google's adbd, Android's shell and tools, and adb of the same version; coreutils has `dd`, which Debian's toybox lacks. */
const PACKAGES = ['adbd', 'mksh', 'toybox', 'adb', 'coreutils'];
const RELEASE = 'trixie';
const FOLDER = 'android';
const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu/android'];

/** adbutils' package holds Google's own adb 36.0.0 for this computer. */
const ADBUTILS = '2.12.0';
const ADBUTILS_SHA256 = 'fe2699b15150c828a7f81c4753e2f22da9c506b72ac785658ddd90c1362701ee';

/** Folder of Debian 13's unpacked packages of Android. @throws Error where they cannot be had */
export function androidTools(log: Log = () => undefined): Promise<string> {
  return unpackDebian(FOLDER, RELEASE, PACKAGES, log);
}

/** `name version` of these packages, if they are there already. */
export async function androidToolVersions(): Promise<readonly string[]> {
  const list = join(cacheDir('debian'), `${RELEASE}-${FOLDER}`, 'packages');
  return (await readFile(list, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
}

/** The command of Debian 13's adb 34.0.5, by that release's own loader. @throws Error where it cannot be had */
export async function adb34(log: Log = () => undefined): Promise<readonly string[]> {
  const tools = await androidTools(log);
  const libraries = LIBRARIES.map((folder) => join(tools, folder)).join(':');
  const loader = join(tools, LIBRARIES[0] ?? '', 'ld-linux-x86-64.so.2');
  return [loader, '--library-path', libraries, join(tools, 'usr/lib/android-sdk/platform-tools/adb')];
}

/** The command of Google's adb 36.0.0. @throws Error where pip fails, or for another package than before */
export async function adb36(log: Log = () => undefined): Promise<readonly string[]> {
  const home = join(cacheDir('adbutils'), ADBUTILS);
  await oneAtATime(`${home}.lock`, async () => {
    if (await isThere(home)) return;
    log(`adb 36: downloading adbutils ${ADBUTILS} by pip (4 MB) ...`);
    const fresh = `${home}.${process.pid}`;
    try {
      await mkdir(fresh, { recursive: true });
      const what = ['--no-deps', '--only-binary', ':all:', '--platform', 'manylinux1_x86_64', '--dest', fresh];
      await execute('python3', ['-m', 'pip', 'download', '--quiet', ...what, `adbutils==${ADBUTILS}`]).catch((error: unknown) => {
        throw new Error(`pip could not download adbutils ${ADBUTILS}. Its proxy and index settings apply.`, { cause: error });
      });
      const wheel = join(fresh, (await readdir(fresh)).find((name) => name.endsWith('.whl')) ?? '');
      const found = createHash('sha256')
        .update(await readFile(wheel))
        .digest('hex');
      if (found !== ADBUTILS_SHA256) throw new Error(`adbutils ${ADBUTILS} is another file than before: its SHA-256 is ${found}`);
      await execute('unzip', ['-q', wheel, 'adbutils/binaries/adb', '-d', fresh]);
      await rename(join(fresh, 'adbutils/binaries'), home);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
  return [join(home, 'adb')];
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
