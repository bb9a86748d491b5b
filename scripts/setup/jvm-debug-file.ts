import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';

const execute = promisify(execFile);
const debianPackage = 'openjdk-17-dbg';

/**
 * The debug file of OpenJDK's libjvm.so, 156 MB with packed sections: the largest C++ program with debug information in a Debian package.
 * It is extracted, as installing the package would require the whole JDK's version.
 * @throws Error if apt can't download it
 */
export async function jvmDebugFile(log: (line: string) => void = () => undefined): Promise<string> {
  const dir = cacheDir('symbols', debianPackage);
  const file = join(dir, 'libjvm.debug');
  if (await exists(file)) return file;
  log(`Debian packages: downloading ${debianPackage} (241 MB) for one file of it ...`);
  const scratch = await mkdtemp(join(dir, 'fresh-'));
  try {
    await execute('apt-get', ['-q', 'download', debianPackage], { cwd: scratch }).catch((error: unknown) => {
      throw new Error(`apt-get could not download ${debianPackage}. After "sudo apt-get update" it may.`, { cause: error });
    });
    const archive = (await readdir(scratch)).find((name) => name.endsWith('.deb')) ?? 'none';
    await execute('dpkg-deb', ['--extract', archive, 'files'], { cwd: scratch });
    await rename(join(scratch, 'files', await largestFile(archive, scratch)), file);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return file;
}

/** The package names files by build ids; libjvm's is by far the largest. */
async function largestFile(archive: string, cwd: string): Promise<string> {
  const { stdout } = await execute('dpkg-deb', ['--contents', archive], { cwd, maxBuffer: 1 << 26 });
  const sizes = stdout.split('\n').map((line) => line.split(/\s+/));
  const [largest] = sizes.toSorted((a, b) => Number(b[2] ?? 0) - Number(a[2] ?? 0));
  return largest?.[5] ?? '';
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
