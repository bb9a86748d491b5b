import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../../../scripts/setup/lock.ts';

const PREFIX = 'laglens-real-phone-';

/**
 * A folder for a phone's files, named after this process. Those of processes that were killed are removed: their owners are users of the
 * phone, so nobody else does.
 * @param parent the system's folder for such by default
 */
export async function makePhoneFolder(parent = tmpdir()): Promise<string> {
  for (const name of await readdir(parent)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    // Another process may remove it, too.
    if (pid > 0 && !isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
  // Only root gets through it to the setuid program.
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}
