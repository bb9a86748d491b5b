import { execFile } from 'node:child_process';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { oneAtATime } from '../../../scripts/setup/lock.ts';

const VERSION = '4.2.1';

/** Hashes of PyPI's files. */
const requirements = [
  `pyspark==${VERSION} --hash=sha256:d79b7c8ee41e66a9202fe6f600ca90b931ca571ae9dbdf31c58d2672e5102da0`,
  'py4j==0.10.9.9 --hash=sha256:c7c26e4158defb37b0bb124933163641a2ff6e3a3913f7811b0ddbe07ed61533',
];

/** Python with Spark, once it is installed. */
export function sparkPython(): string {
  return join(cacheDir('spark'), VERSION, 'bin', 'python3');
}

/** Installs Spark with pip into an environment of its own in the cache, once. @throws Error with pip's last words */
export async function installSpark(log: (line: string) => void): Promise<void> {
  const folder = join(cacheDir('spark'), VERSION);
  const whole = join(folder, 'whole');
  await oneAtATime(`${folder}.lock`, async () => {
    if (await exists(whole)) return;
    log(`Apache Spark: installing pyspark ${VERSION} by pip (450 MB), about a minute ...`);
    const startedMs = Date.now();
    // An environment knows its own path, so it cannot be renamed into place.
    await rm(folder, { recursive: true, force: true });
    try {
      await promisify(execFile)('python3', ['-m', 'venv', folder]);
      const list = join(folder, 'requirements.txt');
      await writeFile(list, `${requirements.join('\n')}\n`);
      const argv = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-cache-dir', '--require-hashes', '-r', list];
      await promisify(execFile)(join(folder, 'bin', 'python3'), argv, { maxBuffer: 1 << 26 });
      await rename(list, whole);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw new Error(`pip could not install pyspark ${VERSION}. Its proxy and index settings apply.`, { cause: error });
    }
    log(`Apache Spark: done in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
