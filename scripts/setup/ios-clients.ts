import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './cache.ts';
import { installOnce } from './npm-install.ts';

// A client of iPhones for the simulated one. It stays out of node_modules, where it would take 150 MB.

type Log = (line: string) => void;

const GO_IOS = '1.2.0';
/** The package has programs for five systems. */
const program = join('node_modules', 'go-ios', 'dist', 'go-ios-linux-amd64_linux_amd64', 'ios');

/**
 * The program of go-ios for this computer; the other 150 MB of its package are dropped.
 * @returns its path
 * @throws Error with npm's last words
 */
export async function installGoIos(log: Log = () => undefined): Promise<string> {
  const folder = join(cacheDir('ios-clients'), `go-ios-${GO_IOS}`);
  await installOnce(folder, { dependencies: { 'go-ios': GO_IOS } }, log, async (fresh) => {
    await copyFile(join(fresh, program), join(fresh, 'ios'));
    await chmod(join(fresh, 'ios'), 0o755);
    await rm(join(fresh, 'node_modules'), { recursive: true });
  });
  return join(folder, 'ios');
}
