/** Changes with each write. */
export interface FileStamp {
  readonly inode: bigint;
  readonly bytes: number;
  /** On the file system's clock. */
  readonly modifiedMs: number;
}

/** Writers show life every second. */
const SILENT_MS = 120_000;
/** An old time of change may come from a changed clock. */
const RECHECK_MS = 5_000;

/**
 * Detects files unchanged for two minutes, whose writer's clock may differ. It compares times only on the file
 * system's clock or its own monotonic one.
 */
export class Silence {
  readonly #monotonicMs: () => number;
  readonly #seen = new Map<string, { readonly stamp: FileStamp; readonly atMs: number }>();

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /**
   * Never true on the first call.
   * @param fileSystemMs on the clock of `modifiedMs`
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
