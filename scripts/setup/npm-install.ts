import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { oneAtATime } from './lock.ts';

/** As in package.json. */
export interface NpmManifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

/**
 * Installs packages for tests and benches into their own folder once, without their scripts.
 * @param finish further work in the folder under its temporary name
 * @param more flags of npm
 * @throws Error with npm's last words
 */
export async function installOnce(
  folder: string,
  manifest: NpmManifest,
  log: (line: string) => void,
  finish: (fresh: string) => Promise<void> = async () => {},
  more: readonly string[] = [],
): Promise<void> {
  await oneAtATime(`${folder}.lock`, async () => {
    if (await exists(folder)) return;
    const names = Object.keys(manifest.dependencies).join(', ');
    log(`${names}: installing from npm, about 10 s ...`);
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, { recursive: true });
    try {
      await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, ...manifest }));
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
      const argv = ['install', '--ignore-scripts', '--omit=optional', '--no-package-lock', ...quiet, ...more];
      await promisify(execFile)('npm', argv, { cwd: fresh, maxBuffer: 1 << 26 });
      await finish(fresh);
      await rename(fresh, folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw new Error(`npm install of ${names} failed. npm's proxy and registry settings apply.`, { cause: error });
    }
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
