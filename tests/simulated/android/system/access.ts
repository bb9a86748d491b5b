import type { Actor } from './actor.ts';
import type { ErrnoName } from './errno.ts';

export type FileAccess = 'read' | 'write' | 'search';

/**
 * File modes and SELinux of a user build, for a host's paths. Sources: AOSP system/sepolicy/private/{shell,app,untrusted_app_all}.te,
 * system/core/rootdir/init.rc.
 * @param path an absolute path without aliases
 * @param ownerOf the user id of an app's data folder
 * @param mode permission bits of the file, if any
 * @returns the system call's error
 */
export function refusal(
  actor: Actor,
  path: string,
  access: FileAccess,
  ownerOf: (dataFolder: string) => number | undefined,
  mode: number | undefined,
): ErrnoName | undefined {
  if (actor.domain === 'root') return undefined;
  const home = /^\/data\/user\/\d+\/[^/]+/.exec(path)?.[0];
  if (home) return ownerOf(home) === actor.uid ? undefined : 'EACCES';
  if (path === '/data/local/tmp' || path.startsWith('/data/local/tmp/')) {
    if (actor.domain === 'shell') return undefined;
    // drwxrwx--x shell shell: apps may pass through, and read files readable by others.
    if (access === 'search') return undefined;
    return access === 'read' && path !== '/data/local/tmp' && ((mode ?? 0) & 0o004) !== 0 ? undefined : 'EACCES';
  }
  if (path.startsWith('/storage/emulated/0')) return actor.domain === 'shell' || access === 'search' ? undefined : 'EACCES';
  if (path.startsWith('/data/app/')) return access === 'write' ? 'EACCES' : undefined;
  if (path === '/data' || path.startsWith('/data/')) return access === 'search' ? undefined : 'EACCES';
  return access === 'write' ? 'EROFS' : undefined;
}
