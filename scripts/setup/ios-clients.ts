import { execFile } from 'node:child_process';
import { access, chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

// Clients of iPhones that the tests run against the simulated one. They stay out of node_modules: nothing of ours uses them.

type Log = (line: string) => void;

const GO_IOS = '1.2.0';
/** Where go-ios' package has the program for this system; it brings five. */
const program = join('node_modules', 'go-ios', 'dist', 'go-ios-linux-amd64_linux_amd64', 'ios');

/**
 * The program of go-ios; of the 150 MB of its package only the one for this computer is kept.
 * @returns its path
 * @throws Error with npm's last words
 */
export async function installGoIos(log: Log = () => undefined): Promise<string> {
  const folder = await installOnce(`go-ios-${GO_IOS}`, { dependencies: { 'go-ios': GO_IOS } }, log, async (fresh) => {
    await copyFile(join(fresh, program), join(fresh, 'ios'));
    await chmod(join(fresh, 'ios'), 0o755);
    await rm(join(fresh, 'node_modules'), { recursive: true });
  });
  return join(folder, 'ios');
}

const APPIUM_IOS_DEVICE = '3.1.23';

/**
 * The library appium-ios-device.
 * @returns the folder whose node_modules has it
 * @throws Error with npm's last words
 */
export function installAppiumIosDevice(log: Log = () => undefined): Promise<string> {
  // Later releases of these two have no default export, and the library does not load with them.
  const overrides = { 'bplist-parser': '0.3.2', 'bplist-creator': '0.1.1' };
  return installOnce(
    `appium-ios-device-${APPIUM_IOS_DEVICE}`,
    { dependencies: { 'appium-ios-device': APPIUM_IOS_DEVICE }, overrides },
    log,
    async () => {},
  );
}

async function installOnce(name: string, manifest: object, log: Log, finish: (fresh: string) => Promise<void>): Promise<string> {
  const folder = join(cacheDir('ios-clients'), name);
  await oneAtATime(`${folder}.lock`, async () => {
    if (await exists(folder)) return;
    log(`${name}: installing from npm, about 10 s ...`);
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, { recursive: true });
    try {
      await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, ...manifest }));
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
      const argv = ['install', '--ignore-scripts', '--omit=optional', '--no-package-lock', ...quiet];
      await promisify(execFile)('npm', argv, { cwd: fresh, maxBuffer: 1 << 26 });
      await finish(fresh);
      await rename(fresh, folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw new Error(`npm install of ${name} failed. npm's proxy and registry settings apply.`, { cause: error });
    }
  });
  return folder;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
