import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import type { CodeServerInstall } from '../../../scripts/setup/install-code-server.ts';
import { oneAtATime } from '../../../scripts/setup/lock.ts';

const execute = promisify(execFile);
const KEPT_MS = 7 * 24 * 3_600_000;

/** An entry of VS Code's list of installed extensions, as far as it depends on the folder. */
interface Entry {
  readonly relativeLocation: string;
}

/**
 * Gives a VS Code an extension: as VS Code itself installed it once for each content, copied.
 * @param extensions its folder of extensions, which has none yet
 */
export async function copyInstalledExtension(vscode: CodeServerInstall, vsix: string, extensions: string): Promise<void> {
  await cp(await installedExtension(vscode, vsix), extensions, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const list = join(extensions, 'extensions.json');
  const entries: readonly Entry[] = JSON.parse(await readFile(list, 'utf8'));
  const moved = entries.map((entry) => ({
    ...entry,
    location: { $mid: 1, path: join(extensions, entry.relativeLocation), scheme: 'file' },
  }));
  await writeFile(list, JSON.stringify(moved));
}

/** @returns a folder of extensions in the cache, which nobody may change */
export async function installedExtension({ node, entry }: CodeServerInstall, vsix: string): Promise<string> {
  const hash = createHash('sha256')
    .update(entry)
    .update(await readFile(vsix));
  const home = cacheDir('vscode-extensions');
  const installed = join(home, hash.digest('hex').slice(0, 16));
  if (await exists(installed)) return installed;
  await oneAtATime(`${installed}.lock`, async () => {
    if (await exists(installed)) return;
    await removeOld(home);
    const fresh = `${installed}.${process.pid}`;
    await mkdir(fresh);
    const own = await mkdtemp(join(tmpdir(), 'laglens-vs-'));
    const dirs = ['--user-data-dir', join(own, 'data'), '--extensions-dir', fresh];
    const env = { PATH: process.env.PATH, HOME: own, TMPDIR: own };
    try {
      await execute(node, [entry, ...dirs, '--install-extension', vsix], { env });
    } finally {
      await rm(own, { recursive: true });
    }
    await rename(fresh, installed);
  });
  return installed;
}

async function removeOld(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name);
    // Another run may remove it meanwhile.
    const madeMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - madeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
