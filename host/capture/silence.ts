/** What shows that somebody wrote a file meanwhile. */
export interface FileStamp {
  readonly inode: bigint;
  readonly bytes: number;
  /** On the file system's clock. */
  readonly modifiedMs: number;
}

/** A writer shows every second that it lives. */
const SILENT_MS = 120_000;
/** An old time of change alone may come from a clock that was set. */
const RECHECK_MS = 5_000;

/**
 * Finds files whose writer is silent for two minutes, though it may be on another computer whose clock differs. Two changes of one file
 * are compared only on the file system's clock, or by when this observer saw them on its own monotonic one.
 */
export class Silence {
  readonly #monotonicMs: () => number;
  readonly #seen = new Map<string, { readonly stamp: FileStamp; readonly atMs: number }>();

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /**
   * Looks at a file again. True when it did not change for two minutes. At the first sight that is never sure.
   * @param fileSystemMs time now on the clock that gave `modifiedMs`
   */
  isSilent(path: string, stamp: FileStamp, fileSystemMs: number): boolean {
    const nowMs = this.#monotonicMs();
    const last = this.#seen.get(path);
    if (last === undefined || !isSame(last.stamp, stamp)) {
      this.#seen.set(path, { stamp, atMs: nowMs });
      return false;
    }
    const watchedMs = nowMs - last.atMs;
    return watchedMs >= SILENT_MS || (watchedMs >= RECHECK_MS && fileSystemMs - stamp.modifiedMs >= SILENT_MS);
  }
}

function isSame(one: FileStamp, other: FileStamp): boolean {
  return one.inode === other.inode && one.bytes === other.bytes && one.modifiedMs === other.modifiedMs;
}
