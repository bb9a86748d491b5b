import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { oneAtATime } from '../../../scripts/setup/lock.ts';
import { duckDbFolder, duckDbPackage, loadDuckDb } from '../host/duckdb.ts';
import { prepareEngine } from '../host/engine-install.ts';

/** Installs the lakes' engine into the cache once, as the product does: by its checksums, without scripts. */
export async function installDuckDb(log: (line: string) => void): Promise<void> {
  await oneAtATime(`${duckDbFolder()}.lock`, async () => {
    if (isInstalled()) return;
    log(`${duckDbPackage}: installing from npm, about 10 s ...`);
    await promisify(execFile)('npm', [...prepareEngine()], { maxBuffer: 1 << 26 });
  });
}

function isInstalled(): boolean {
  try {
    loadDuckDb();
    return true;
  } catch {
    return false;
  }
}
