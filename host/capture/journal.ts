import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { LaglensError } from '../../core/errors.ts';
import { SessionWriter } from '../../core/session/writer.ts';

/** What a journal needs of a file; tests give one that is full. */
export interface JournalFile {
  write(bytes: Uint8Array, offset: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_MS = 1000;
/** So much waits in memory for a full disk before the capture has to end. */
const MAX_PENDING_BYTES = 64 << 20;

/** The name of the journal that becomes `path`. It names this process, so that another window does not take it for abandoned. */
export function journalPath(path: string): string {
  return `${path}.${process.pid}.journal`;
}

/**
 * The session file while it grows. What is appended is kept in memory until it is in the file, at the latest a second later;
 * when the disk is full it stays there, the problem is reported, and each second it is tried again.
 */
export class Journal {
  readonly writer: SessionWriter;
  readonly #path: string;
  readonly #file: JournalFile;
  readonly #timer: NodeJS.Timeout;
  readonly #onProblem: (problem: LaglensError | undefined) => void;
  #problem: LaglensError | undefined;

  private constructor(path: string, file: JournalFile, onProblem: (problem: LaglensError | undefined) => void) {
    this.#path = path;
    this.#file = file;
    this.#onProblem = onProblem;
    this.writer = new SessionWriter({
      deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
      write: (bytes, offset) => file.write(bytes, offset),
    });
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
  }

  /** Creates the journal of the session file `path`. `onProblem` hears when recording begins to fail and when it works again. */
  static async create(
    path: string,
    onProblem: (problem: LaglensError | undefined) => void,
    openFile: (path: string) => Promise<JournalFile> = createFile,
  ): Promise<Journal> {
    try {
      await mkdir(dirname(path), { recursive: true });
      return new Journal(path, await openFile(journalPath(path)), onProblem);
    } catch (cause) {
      throw recordingFailed(path, cause);
    }
  }

  /** Why recording does not work at the moment. */
  get problem(): LaglensError | undefined {
    return this.#problem;
  }

  /** True when a full disk has kept so much in memory that the capture has to end. */
  get isOverfull(): boolean {
    return this.writer.pendingBytes > MAX_PENDING_BYTES;
  }

  /** Brings what is there into the file. Never rejects: a failure is reported, and tried again by the next flush. */
  async flush(): Promise<void> {
    try {
      await this.writer.flush();
      this.#report(undefined);
    } catch (cause) {
      this.#report(recordingFailed(this.#path, cause));
    }
  }

  /** Completes the file and gives its path. When the disk does not take the rest, the journal stays, whole up to there. */
  async finish(): Promise<string> {
    clearInterval(this.#timer);
    let complete = true;
    try {
      await this.writer.finish();
      await this.#file.sync();
      this.#report(undefined);
    } catch (cause) {
      complete = false;
      this.#report(recordingFailed(this.#path, cause));
    }
    await this.#file.close();
    if (!complete) return journalPath(this.#path);
    await rename(journalPath(this.#path), this.#path);
    return this.#path;
  }

  /** Nothing was recorded: removes the file. */
  async discard(): Promise<void> {
    clearInterval(this.#timer);
    await this.#file.close();
    await rm(journalPath(this.#path), { force: true });
  }

  #report(problem: LaglensError | undefined): void {
    if (problem?.code === this.#problem?.code) return;
    this.#problem = problem;
    this.#onProblem(problem);
  }
}

async function createFile(path: string): Promise<JournalFile> {
  const handle = await open(path, 'w', 0o600);
  return {
    write: (bytes, offset) => writeAll(handle, bytes, offset),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** A full disk takes a part before it says no. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, offset + at);
    at += bytesWritten;
  }
}

function recordingFailed(path: string, cause: unknown): LaglensError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new LaglensError({
      code: 'disk-full',
      message: `The disk is full, so the recording ${path} cannot grow. All that was written before is safe, the rest waits in memory.`,
      next: 'Free some space: the recording then goes on by itself. Or stop the capture.',
      cause,
    });
  }
  return new LaglensError({
    code: 'record-failed',
    message: `The recording ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
    next: 'Make its folder writable, or choose another place for it.',
    cause,
  });
}
