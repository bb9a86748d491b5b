import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { errorCode } from '../error-code.ts';
import { duckDbFolder, duckDbPackage, duckDbVersion } from './duckdb.ts';

/** npm may wait for a slow registry. */
const INSTALL_MS = 300_000;

/** Installs DuckDB into the user's cache by npm, without packages' scripts. Rejects with LaglensError, and AbortError on the signal. */
export async function installEngine(signal: AbortSignal): Promise<void> {
  const folder = duckDbFolder();
  const fresh = `${folder}.${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies: { [duckDbPackage]: duckDbVersion } }));
    const isWindows = process.platform === 'win32';
    const argv = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    // Windows runs npm's script by its shell only; no argument is from outside.
    await promisify(execFile)('npm', argv, { cwd: fresh, signal, timeout: INSTALL_MS, shell: isWindows });
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    signal.throwIfAborted();
    const isMissing = errorCode(cause) === 'ENOENT';
    throw new LaglensError({
      code: 'engine-missing',
      message: isMissing ? 'DuckDB is installed by npm, which is not on this computer.' : 'npm could not install DuckDB.',
      next: isMissing ? 'Install Node.js with npm, then try again.' : 'Check npm’s proxy and registry settings, then try again.',
      action: 'retry',
      output: messageOf(cause),
      cause,
    });
  }
}
