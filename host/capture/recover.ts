import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { LaglensError } from '../../core/errors.ts';
import { copySession } from '../../core/session/copy.ts';
import { readSession } from '../../core/session/reader.ts';
import { SessionWriter } from '../../core/session/writer.ts';
import { inflateDriver, SessionFile } from './session-file.ts';
import { mayBeWriter } from './writer-process.ts';

const journalName = /^(.+)\.(\d+)\.journal$/;

/** A recording whose editor or terminal ended before it could complete it. */
export interface AbandonedJournal {
  readonly path: string;
  /** The session file that it will become. */
  readonly becomes: string;
  /** Wall clock of the last write. */
  readonly lastWrittenMs: number;
}

/** Journals in the folder that no running process writes any more. */
export async function abandonedJournals(folder: string): Promise<readonly AbandonedJournal[]> {
  const found: AbandonedJournal[] = [];
  for (const name of await namesIn(folder)) {
    const [, file = '', pid = ''] = journalName.exec(name) ?? [];
    if (file === '') continue;
    const path = join(folder, name);
    const lastWrittenMs = await lastWrite(path);
    if (lastWrittenMs === undefined || (await mayBeWriter(Number(pid), lastWrittenMs))) continue;
    found.push({ path, becomes: join(folder, file), lastWrittenMs });
  }
  return found;
}

/**
 * Completes what abandoned journals hold, up to their last whole chunk, and gives the paths of the session files. Empty ones are
 * removed; those of a newer Laglens are left for it, and those that cannot be recovered now (a full disk) for the next time:
 * `failed` is told of each.
 */
export async function recoverJournals(folder: string, failed: (error: LaglensError) => void): Promise<readonly string[]> {
  const recovered: string[] = [];
  for (const journal of await abandonedJournals(folder)) {
    try {
      const outcome = await recover(journal);
      if (outcome === 'recovered') recovered.push(journal.becomes);
      if (outcome !== 'newer') await rm(journal.path);
    } catch (cause) {
      failed(notRecovered(journal, cause));
    }
  }
  return recovered;
}

function notRecovered(journal: AbandonedJournal, cause: unknown): LaglensError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new LaglensError({
    code: 'record-failed',
    message: `The recording that was cut off in ${journal.path} could not be completed: ${why}.`,
    next: 'It stays there and is tried again at the next start; check the free space and the permissions of that folder.',
    cause,
  });
}

async function recover(journal: AbandonedJournal): Promise<'recovered' | 'empty' | 'newer'> {
  const source = await SessionFile.open(journal.path);
  try {
    return await complete(source, journal);
  } finally {
    await source.close();
  }
}

async function complete(source: SessionFile, journal: AbandonedJournal): Promise<'recovered' | 'empty' | 'newer'> {
  const draft = `${journal.becomes}.recovered`;
  const target = await open(draft, 'w', 0o600);
  try {
    const reader = readSession(source, inflateDriver, Number.POSITIVE_INFINITY);
    const writer = new SessionWriter({
      deflate: (bytes) => deflateRawSync(bytes),
      write: async (bytes, offset) => {
        for (let at = 0; at < bytes.length; ) at += (await target.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
      },
    });
    await copySession(reader, writer, {});
    await target.sync();
    if (reader.report.chunks === 0) return 'empty';
    // Among the others it stands where its recording ended.
    await target.utimes(new Date(journal.lastWrittenMs), new Date(journal.lastWrittenMs));
    await rename(draft, journal.becomes);
    return 'recovered';
  } catch (error) {
    if (error instanceof LaglensError && error.code === 'session-unreadable') return 'empty';
    if (error instanceof LaglensError && error.code === 'session-newer') return 'newer';
    throw error;
  } finally {
    await target.close();
    await rm(draft, { force: true });
  }
}

/** Undefined when another window has just completed the journal, and so it is gone. */
async function lastWrite(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
