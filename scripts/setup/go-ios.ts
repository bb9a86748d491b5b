import { execFile } from 'node:child_process';
import { access, chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

const version = '1.2.0';
/** Where the package has the program for this system; it brings five. */
const program = join('node_modules', 'go-ios', 'dist', 'go-ios-linux-amd64_linux_amd64', 'ios');

/**
 * The program of go-ios, which the tests run against the simulated iPhone. npm fetches it the first time; of the 150 MB of its package
 * only the one program for this computer is kept.
 * @returns its path
 * @throws Error with npm's last words
 */
export async function installGoIos(log: (line: string) => void = () => undefined): Promise<string> {
  const folder = cacheDir('go-ios');
  const path = join(folder, `ios-${version}`);
  await oneAtATime(`${path}.lock`, async () => {
    if (await exists(path)) return;
    log(`go-ios ${version}: installing from npm, about 10 s ...`);
    const fresh = join(folder, `fresh.${process.pid}`);
    await mkdir(fresh, { recursive: true });
    try {
      await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies: { 'go-ios': version } }));
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
      await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-package-lock', ...quiet], { cwd: fresh, maxBuffer: 1 << 26 });
      await copyFile(join(fresh, program), join(fresh, 'ios'));
      await chmod(join(fresh, 'ios'), 0o755);
      await rename(join(fresh, 'ios'), path);
    } catch (error) {
      throw new Error(`npm install of go-ios ${version} failed in ${fresh}. npm's proxy and registry settings apply.`, { cause: error });
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
  return path;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
