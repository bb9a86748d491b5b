import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { copySession } from '../../core/session/copy/copy-session.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { phrase } from '../../core/text/phrase.ts';
import { errorCode } from '../error-code.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import { DraftFile } from './draft-file.ts';
import { fileSystemMs, stampOf } from './file-clock.ts';
import { namesIn } from './folder-names.ts';
import { claimPath, parseJournalName } from './journal-name.ts';
import { placeRecovered, removeFile } from './place-file.ts';
import { type FileStamp, Silence } from './silence.ts';
import { solely } from './sole-claim.ts';
import { stateOfWriter, thisWriter, type WriterId } from './writer-id.ts';

/** Ending of completed journals whose writer may still sleep. */
export const KEPT_ENDING = '.kept';

/** Its program ended before completing it. */
interface AbandonedJournal {
  readonly path: string;
  readonly becomes: string;
  readonly stamp: FileStamp;
  /** The writer has ended; otherwise only silence is known. */
  readonly isSure: boolean;
}

interface Recovered {
  /** Oldest first. */
  readonly paths: readonly string[];
  /** Journals whose writer may live elsewhere, to be checked again. */
  readonly waiting: number;
}

interface RecoveryOptions {
  readonly folder: string;
  /** The journal stays for another try. */
  failed(error: LaglensError): void;
  /** Defaults to the computer's monotonic clock. */
  readonly monotonicMs?: () => number;
  /** On the folder's file system. */
  readonly fileSystemMs?: (folder: string) => Promise<number>;
}

/** Completes killed recordings of a folder. Possibly live journals stay untouched. */
export class Recovery {
  readonly #options: RecoveryOptions;
  readonly #silence: Silence;
  readonly #failed = new Set<string>();
  #turn = 0;
  /** Fetched on demand. */
  #nowMs: number | undefined;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#silence = new Silence(options.monotonicMs);
  }

  /**
   * Completes surely abandoned journals up to the last whole chunk and removes empty ones. Journals of newer versions
   * stay. Each is completed by one of several windows.
   */
  async recoverAbandoned(): Promise<Recovered> {
    const me = await thisWriter();
    const abandoned: AbandonedJournal[] = [];
    let waiting = 0;
    this.#nowMs = undefined;
    for (const name of await namesIn(this.#options.folder)) {
      const path = join(this.#options.folder, name);
      const judged = await this.#orSaid(path, () => this.#judge(path, me));
      if (judged === 'waiting') waiting++;
      else if (judged !== undefined) abandoned.push(judged);
    }
    abandoned.sort((a, b) => a.stamp.modifiedMs - b.stamp.modifiedMs);
    const paths: string[] = [];
    for (const journal of abandoned) {
      const path = await this.#orSaid(journal.path, () => this.#recover(journal));
      if (path !== undefined) paths.push(path);
    }
    return { paths, waiting };
  }

  /** One failing journal does not stop the others. It is reported once. */
  async #orSaid<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (!this.#failed.has(path)) this.#options.failed(notRecovered(path, cause));
      this.#failed.add(path);
      return undefined;
    }
  }

  /** Undefined for other, live and vanished files. */
  async #judge(path: string, me: WriterId): Promise<AbandonedJournal | 'waiting' | undefined> {
    const { folder, fileSystemMs: clock = fileSystemMs } = this.#options;
    const parsed = parseJournalName(path);
    if (parsed === undefined) return undefined;
    const state = parsed.writer === undefined ? 'unknown' : await stateOfWriter(parsed.writer, me);
    const stamp = state === 'running' ? undefined : await stampOf(path);
    if (stamp === undefined) return undefined;
    if (state === 'unknown') {
      this.#nowMs ??= await clock(folder);
      // Renaming leaves the time of change, so a claim is watched in full.
      if (!this.#silence.isSilent(path, stamp, parsed.isClaimed ? stamp.modifiedMs : this.#nowMs)) return 'waiting';
    }
    return { path, becomes: join(folder, parsed.becomes), stamp, isSure: state === 'ended' };
  }

  /** Undefined without contents. */
  async #recover(journal: AbandonedJournal): Promise<string | undefined> {
    const claim = await this.#claim(journal);
    if (claim === undefined) return undefined;
    try {
      const path = await complete(claim, journal);
      // A sleeping writer keeps the file open and copies it when it wakes.
      await (journal.isSure ? removeFile(claim) : rename(claim, `${claim}${KEPT_ENDING}`));
      return path;
    } catch (error) {
      // Earlier versions find it under its own name.
      await rename(claim, journal.path);
      if (error instanceof LaglensError && error.code === 'session-newer') return undefined;
      throw error;
    }
  }

  /** Gives it to one window. Undefined when another was faster or the journal was written. */
  #claim(journal: AbandonedJournal): Promise<string | undefined> {
    return solely(journal.path, () => this.#renamed(journal));
  }

  /** Where rename is atomic it succeeds once. */
  async #renamed(journal: AbandonedJournal): Promise<string | undefined> {
    const now = await stampOf(journal.path);
    if (now === undefined || now.bytes !== journal.stamp.bytes || now.modifiedMs !== journal.stamp.modifiedMs) return undefined;
    const claim = claimPath(journal.becomes, await thisWriter(), ++this.#turn);
    try {
      await rename(journal.path, claim);
      return claim;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}

/** Undefined without contents. */
async function complete(claim: string, { becomes, stamp }: AbandonedJournal): Promise<string | undefined> {
  const source = await SessionFile.open(claim);
  try {
    const reader = readSession(source, inflateDriver, Number.POSITIVE_INFINITY);
    const draft = await DraftFile.write(becomes, async (writer) => {
      await copySession(reader, writer, { completes: true, turns: inflateDriver });
    });
    try {
      if (reader.report.chunks === 0) return undefined;
      // Sorts by the end of recording.
      await utimes(draft.path, new Date(stamp.modifiedMs), new Date(stamp.modifiedMs));
      return await placeRecovered(claim, draft.path, becomes);
    } finally {
      await draft.remove();
    }
  } catch (error) {
    if (error instanceof LaglensError && error.code === 'session-unreadable') return undefined;
    throw error;
  } finally {
    await source.close();
  }
}

function notRecovered(path: string, cause: unknown): LaglensError {
  return new LaglensError({
    code: 'record-failed',
    message: phrase`The recording that was cut off in ${path} could not be completed: ${messageOf(cause)}.`,
    next: phrase`It stays there, and is tried again the next time. Check the free space and the permissions of that folder.`,
    cause,
  });
}
