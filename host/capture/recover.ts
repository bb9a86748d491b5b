import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError, messageOf } from '../../core/errors.ts';
import { copySession } from '../../core/session/copy/copy-session.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { errorCode } from '../error-code.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import { DraftFile } from './draft-file.ts';
import { fileSystemMs, stampOf } from './file-clock.ts';
import { namesIn } from './folder-names.ts';
import { claimPath, parseJournalName } from './journal-name.ts';
import { removeFile } from './place-file.ts';
import { placeRecovered } from './place-recovered.ts';
import { type FileStamp, Silence } from './silence.ts';
import { stateOfWriter, thisWriter, type WriterId } from './writer-id.ts';

/** Of journals that were completed although their writer may only sleep. */
export const KEPT_ENDING = '.kept';

/** A recording whose editor or terminal ended before it could complete it. */
interface AbandonedJournal {
  readonly path: string;
  /** The session file that it will become. */
  readonly becomes: string;
  readonly stamp: FileStamp;
  /** Its writer has ended. Of another one only the silence is known. */
  readonly isSure: boolean;
}

/** One look for cut-off recordings. */
export interface Recovered {
  /** The session files that came of them, oldest first. */
  readonly paths: readonly string[];
  /** Journals whose writer may live, in another container or on another computer: look again later. */
  readonly waiting: number;
}

export interface RecoveryOptions {
  readonly folder: string;
  /** A journal could not be completed now, and stays for the next time. */
  failed(error: LaglensError): void;
  /** Where time passes for this observer; the computer's monotonic clock when left out. */
  readonly monotonicMs?: () => number;
  /** Time on the clock of the folder's file system. */
  readonly fileSystemMs?: (folder: string) => Promise<number>;
}

/** Completes what killed recordings left in a folder. A journal that someone may still write is not touched. */
export class Recovery {
  readonly #options: RecoveryOptions;
  readonly #silence: Silence;
  readonly #failed = new Set<string>();
  #turn = 0;
  /** Time of this look on the file system's clock, once it is needed. */
  #nowMs: number | undefined;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#silence = new Silence(options.monotonicMs);
  }

  /**
   * Completes the journals that are abandoned for sure, up to their last whole chunk. Empty ones are removed; those of a newer Laglens
   * are left for it. Several windows may look at once: each journal is completed by one of them.
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

  /** A failure with one journal keeps none of the others. It is tried again with each look, but said once. */
  async #orSaid<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (!this.#failed.has(path)) this.#options.failed(notRecovered(path, cause));
      this.#failed.add(path);
      return undefined;
    }
  }

  /** Undefined for what is no journal, is written, or is gone by now. */
  async #judge(path: string, me: WriterId): Promise<AbandonedJournal | 'waiting' | undefined> {
    const { folder, fileSystemMs: clock = fileSystemMs } = this.#options;
    const parsed = parseJournalName(path);
    if (parsed === undefined) return undefined;
    const state = parsed.writer === undefined ? 'unknown' : await stateOfWriter(parsed.writer, me);
    const stamp = state === 'running' ? undefined : await stampOf(path);
    if (stamp === undefined) return undefined;
    if (state === 'unknown') {
      this.#nowMs ??= await clock(folder);
      // Renaming does not show in the time of change, so a claim is watched for the whole time.
      if (!this.#silence.isSilent(path, stamp, parsed.isClaimed ? stamp.modifiedMs : this.#nowMs)) return 'waiting';
    }
    return { path, becomes: join(folder, parsed.becomes), stamp, isSure: state === 'ended' };
  }

  /** The path of the session file; undefined when there is none. */
  async #recover(journal: AbandonedJournal): Promise<string | undefined> {
    const claim = await this.#claim(journal);
    if (claim === undefined) return undefined;
    try {
      const path = await complete(claim, journal);
      // A writer that only slept still has the file open, and copies it when it wakes.
      await (journal.isSure ? removeFile(claim) : rename(claim, `${claim}${KEPT_ENDING}`));
      return path;
    } catch (error) {
      // Under its own name it is found again, also by an earlier version.
      await rename(claim, journal.path);
      if (error instanceof LaglensError && error.code === 'session-newer') return undefined;
      throw error;
    }
  }

  /** Renaming is atomic, so of several windows one has it. Undefined when another one was faster, or when it was written after all. */
  async #claim(journal: AbandonedJournal): Promise<string | undefined> {
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

/** Undefined when nothing had been recorded. */
async function complete(claim: string, { becomes, stamp }: AbandonedJournal): Promise<string | undefined> {
  const source = await SessionFile.open(claim);
  try {
    const reader = readSession(source, inflateDriver, Number.POSITIVE_INFINITY);
    const draft = await DraftFile.write(becomes, async (writer) => {
      await copySession(reader, writer, { completes: true, turns: inflateDriver });
    });
    try {
      if (reader.report.chunks === 0) return undefined;
      // Among the others it stands where its recording ended.
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
    message: `The recording that was cut off in ${path} could not be completed: ${messageOf(cause)}.`,
    next: 'It stays there, and is tried again the next time. Check the free space and the permissions of that folder.',
    cause,
  });
}
