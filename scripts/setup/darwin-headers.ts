import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

const execute = promisify(execFile);

/** Zig's package on PyPI has Darwin's C headers as Apple publishes them; this one's are of the SDKs of macOS 27. */
const VERSION = '0.17.1';
const SHA256 = 'ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54';
const PLATFORM = 'manylinux_2_12_x86_64';
const INSIDE = 'ziglang/lib/libc/include/any-darwin-any';

/**
 * Apple's C headers of Darwin, to check the agent's own declarations; no iOS build uses them. 8 MB of pip's 100 MB are kept.
 * @returns an SDK's `usr/include`, without a module map
 * @throws Error with pip's last words, or for another package than before
 */
export async function darwinHeaders(log: (line: string) => void = () => undefined): Promise<string> {
  const home = join(cacheDir('darwin-headers'), VERSION);
  await oneAtATime(`${home}.lock`, async () => {
    if (await isThere(home)) return;
    log(`Darwin's headers: downloading ziglang ${VERSION} by pip (100 MB) ...`);
    const fresh = `${home}.${process.pid}`;
    try {
      const wheel = await download(fresh);
      await execute('unzip', ['-q', wheel, `${INSIDE}/*`, '-d', fresh]);
      await rename(join(fresh, INSIDE), home);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
  return home;
}

/** @returns the path of the package, a zip file */
async function download(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const what = ['--no-deps', '--only-binary', ':all:', '--platform', PLATFORM, '--dest', folder, `ziglang==${VERSION}`];
  await execute('python3', ['-m', 'pip', 'download', '--quiet', ...what]).catch((error: unknown) => {
    throw new Error(`pip could not download ziglang ${VERSION}. Its proxy and index settings apply.`, { cause: error });
  });
  const wheel = join(folder, (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? '');
  const found = createHash('sha256')
    .update(await readFile(wheel))
    .digest('hex');
  if (found !== SHA256) throw new Error(`ziglang ${VERSION} is another file than before: its SHA-256 is ${found}`);
  return wheel;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
