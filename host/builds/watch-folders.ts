import { type FSWatcher, watch } from 'node:fs';

/** Watches folders, not what is below them; VS Code's watchers, or none, can be handed in instead. */
export type WatchFolders = (folders: readonly string[], changed: () => void) => { close(): void };

/** Systems allow each user a limited number of them. */
const MOST_FOLDERS = 256;
/** A build writes many files; it is looked at when it is quiet. */
const QUIET_MS = 1_000;

/** By the system's own notices. Folders that aren't there or can't be watched are left out: a retry looks at them again. */
export const watchFolders: WatchFolders = (folders, changed) => {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
    timer.unref();
  };
  for (const folder of folders.slice(0, MOST_FOLDERS)) {
    try {
      const watcher = watch(folder, { persistent: false }, heard);
      // A folder that goes away: its parent is watched, too.
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // The folder is not there yet, or the system has no watchers left.
    }
  }
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
};
