import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder outside the work tree for what was downloaded or built once: `${XDG_CACHE_HOME:-~/.cache}/laglens/…`.
 * It is made if it isn't there; everything in it can be deleted at any time and comes back by itself.
 */
export function cacheDir(...parts: string[]): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const dir = join(base, 'laglens', ...parts);
  mkdirSync(dir, { recursive: true });
  return dir;
}
