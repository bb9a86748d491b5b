import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import { mostRawBytes } from '../../core/session/file/reader.ts';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { phrase } from '../../core/text/phrase.ts';
import { errorCode } from '../error-code.ts';
import { createJournalFile, type JournalFile } from './journal-file.ts';

interface JournalOptions {
  readonly path: string;
  /** Replaces an existing file; otherwise the name gets a number. */
  readonly overwrite?: boolean;
  /** Defaults to 4 GiB. */
  readonly mostBytes?: number | undefined;
  /** Defaults to a minute. */
  readonly diskMs?: number | undefined;
  /** For tests. */
  readonly openFile?: ((path: string) => Promise<JournalFile>) | undefined;
  /** Undefined when recording works again. */
  onProblem(problem: LaglensError | undefined): void;
  log(line: string): void;
}

interface FinishedJournal {
  /** The session file, or the incomplete journal. */
  readonly path: string;
  readonly problem: LaglensError | undefined;
}

/** A kill loses at most a second, even on a slow computer. */
const FLUSH_MS = 500;
/** A power cut loses at most five seconds. */
const FLUSHES_PER_SYNC = 10;
export const DISK_MS = 60_000;
/** Memory for a full disk before the capture ends. */
const MAX_PENDING_BYTES = 64 << 20;
/** For names and records after the last data: readers leave out all beyond their bound. */
const SPARE_RAW_BYTES = 4 << 20;
/** More than a day of 2,000 rows a second. */
const MOST_BYTES = 4 * 2 ** 30;

/**
 * A growing session file. Data stay in memory until written, at most half a second later. On a full disk they wait
 * while the problem is reported.
 */
export class Journal {
  readonly writer: SessionWriter;
  readonly #options: JournalOptions;
  readonly #file: JournalFile;
  readonly #timer: NodeJS.Timeout;
  #problem: LaglensError | undefined;
  #work: Promise<void> = Promise.resolve();
  #isBusy = false;
  #flushes = 0;
  #syncedSize = 0;

  private constructor(options: JournalOptions, file: JournalFile) {
    this.#options = options;
    this.#file = file;
    this.writer = new SessionWriter({
      deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
      write: (bytes, offset) => file.write(bytes, offset),
    });
    // Only one request waits for a hanging disk.
    this.#timer = setInterval(
      guarded(
        () => this.#isBusy || this.flush(),
        (error) => this.#report(recordingFailed(this.path, error)),
      ),
      FLUSH_MS,
    );
  }

  /** Creates the folder, too. @throws LaglensError */
  static async create(options: JournalOptions): Promise<Journal> {
    const { path, openFile = createJournalFile } = options;
    try {
      await mkdir(dirname(path), { recursive: true });
      return new Journal(options, await openFile(path));
    } catch (cause) {
      throw recordingFailed(path, cause);
    }
  }

  get path(): string {
    return this.#file.path;
  }

  get problem(): LaglensError | undefined {
    return this.#problem;
  }

  /** The disk takes nothing, or the file is full. Undefined while recording can go on. */
  get mustEnd(): LaglensError | undefined {
    const { path, mostBytes = MOST_BYTES } = this.#options;
    const { size, rawBytes } = this.writer;
    if (size > mostBytes || rawBytes > mostRawBytes(size) - SPARE_RAW_BYTES) return full(path, size, rawBytes);
    return this.writer.pendingBytes > MAX_PENDING_BYTES ? (this.#problem ?? tooSlow(this.path)) : undefined;
  }

  /** Never rejects; failures are reported and repeated. */
  flush(): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.writer.size;
      await this.#stay();
      await this.writer.flush();
      if (this.writer.size === before) await this.#file.beat();
      this.#flushes++;
      if (this.#flushes % FLUSHES_PER_SYNC !== 0 || this.#syncedSize === this.writer.size) return;
      await this.#file.dataSync();
      this.#syncedSize = this.writer.size;
    });
  }

  /** Never rejects or hangs. A failure keeps the journal. */
  finish(): Promise<FinishedJournal> {
    clearInterval(this.#timer);
    const { diskMs = DISK_MS } = this.#options;
    return this.#unlessHung(this.#complete(), { path: this.path, problem: noAnswer(this.path, diskMs) });
  }

  async #complete(): Promise<FinishedJournal> {
    await this.#inTurn(async () => {
      await this.#stay();
      await this.writer.finish();
      await this.#file.sync();
    });
    const written = this.#problem;
    try {
      await this.#file.close();
      if (written !== undefined) return { path: this.path, problem: written };
      await this.#pack();
      return { path: await this.#file.place(this.#options.path, this.#options.overwrite === true), problem: undefined };
    } catch (cause) {
      const problem = written ?? notPlaced(this.#options.path, this.path, cause);
      return { path: this.path, problem };
    }
  }

  /** A recording is whole without it. */
  async #pack(): Promise<void> {
    try {
      await this.#file.pack();
    } catch (error) {
      this.#options.log(`The recording stays larger than necessary: ${messageOf(error)}.`);
    }
  }

  /** Removes the file unless its disk hangs. */
  discard(): Promise<void> {
    clearInterval(this.#timer);
    return this.#unlessHung(this.#remove(), undefined);
  }

  async #remove(): Promise<void> {
    await this.#work;
    await this.#file.close();
    await this.#file.remove();
  }

  /** Gives `hung` for a lost network disk. */
  async #unlessHung<T>(work: Promise<T>, hung: T): Promise<T> {
    const patience = new AbortController();
    const over = pause(this.#options.diskMs ?? DISK_MS, hung, { signal: patience.signal });
    try {
      return await Promise.race([work, over]);
    } finally {
      patience.abort();
      await over.catch(() => undefined);
    }
  }

  /** Each step uses the file's end. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#work = this.#work.then(step).then(
      () => this.#report(undefined),
      (cause: unknown) => this.#report(recordingFailed(this.path, cause)),
    );
    const work = this.#work;
    return work.then(() => {
      if (work === this.#work) this.#isBusy = false;
    });
  }

  async #stay(): Promise<void> {
    if (!(await this.#file.stay())) return;
    this.#syncedSize = 0;
    this.#options.log(`Another window took the recording's journal away; the recording goes on in ${this.path}, which holds all of it.`);
  }

  #report(problem: LaglensError | undefined): void {
    if (problem?.code === this.#problem?.code) return;
    this.#problem = problem;
    this.#options.onProblem(problem);
  }
}

const COMPLETED_LATER = phrase`If it stays, VS Code completes it at its next start when it is among its sessions, or “laglens record” with its next recording in that folder.`;

function recordingFailed(path: string, cause: unknown): LaglensError {
  const code = errorCode(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new LaglensError({
      code: 'disk-full',
      message: phrase`The disk is full, so the recording ${path} cannot grow. All that was written before is safe, the rest waits in memory.`,
      next: phrase`Free some space: the recording then goes on by itself. Or stop the capture.`,
      cause,
    });
  }
  return new LaglensError({
    code: 'record-failed',
    message: phrase`The recording ${path} cannot be written: ${messageOf(cause)}.`,
    next: phrase`Make its folder writable, or choose another place for it.`,
    cause,
  });
}

function notPlaced(path: string, journal: string, cause: unknown): LaglensError {
  return new LaglensError({
    code: 'record-failed',
    message: phrase`The recording is complete, but its file could not get its name ${path}: ${messageOf(cause)}. It is in ${journal}.`,
    next: phrase`Rename that file yourself. ${COMPLETED_LATER}`,
    cause,
  });
}

function full(path: string, size: number, rawBytes: number): LaglensError {
  const [file, unpacked] = [megabytes(size), megabytes(rawBytes)];
  return new LaglensError({
    code: 'record-full',
    message: phrase`The recording ${path} is full: ${file} MB, ${unpacked} MB unpacked. So the capture has ended. All up to here is kept.`,
    next: phrase`Start another capture to go on. If this took minutes, the app or its agent floods the recording: see the log.`,
  });
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}

function noAnswer(journal: string, ms: number): LaglensError {
  return new LaglensError({
    code: 'record-failed',
    message: phrase`The disk of the recording ${journal} did not answer for ${ms / 1_000} s, so the recording could not be completed.`,
    next: phrase`Check that disk. What it took before is in that file. ${COMPLETED_LATER}`,
  });
}

function tooSlow(journal: string): LaglensError {
  return new LaglensError({
    code: 'record-failed',
    message: phrase`The recording ${journal} grows faster than it can be written, so the capture has ended.`,
    next: phrase`Record to a faster disk, or fewer threads.`,
  });
}
