import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A folder outside the work tree for downloads and builds: `${XDG_CACHE_HOME:-~/.cache}/laglens/…`. Deleted contents come back. */
export function cacheDir(...parts: string[]): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const dir = join(base, 'laglens', ...parts);
  mkdirSync(dir, { recursive: true });
  return dir;
}
