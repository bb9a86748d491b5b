import { type FSWatcher, watch } from 'node:fs';

/** Folders without their subfolders, watched until they are closed. */
export interface WatchedFolders {
  /** A missing folder is skipped. */
  add(folder: string): void;
  close(): void;
}

/** Watches several sets of folders; all report to one listener. */
export interface FolderWatch {
  start(): WatchedFolders;
  close(): void;
}

/** VS Code's watchers can replace it. */
export type WatchFolders = (changed: () => void) => FolderWatch;

/** Systems limit a user's watches. */
const MOST_FOLDERS = 256;
/** A build writes many files; changes are reported when it is quiet. */
const QUIET_MS = 1_000;

/** Uses system notices. A change is reported even if its set of folders is closed meanwhile. */
export const watchFolders: WatchFolders = (changed) => {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const heard = (): void => {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
    timer.unref();
  };
  return {
    start: () => startWatching(heard),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};

function startWatching(heard: () => void): WatchedFolders {
  const watchers = new Map<string, FSWatcher>();
  return {
    add(folder) {
      if (watchers.size >= MOST_FOLDERS || watchers.has(folder)) return;
      try {
        const watcher = watch(folder, { persistent: false }, heard);
        // The watched parent reports a lost folder.
        watcher.on('error', () => watcher.close());
        watchers.set(folder, watcher);
      } catch {
        // A missing folder, or no watches left.
      }
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** For one search. */
export const watchNothing: WatchFolders = () => ({
  start: () => ({ add: () => undefined, close: () => undefined }),
  close: () => undefined,
});
