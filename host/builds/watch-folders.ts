import { type FSWatcher, watch } from 'node:fs';

/** Watches folders without their subfolders. VS Code's watchers can replace it. */
export type WatchFolders = (folders: readonly string[], changed: () => void) => { close(): void };

/** Systems limit a user's watches. */
const MOST_FOLDERS = 256;
/** A build writes many files; changes are reported when it is quiet. */
const QUIET_MS = 1_000;

/** Uses system notices. Missing folders are skipped until a retry. */
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
      // The watched parent reports a lost folder.
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // A missing folder, or no watches left.
    }
  }
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
};
