import { basename, dirname, join } from 'node:path';
import { LaglensError } from '../../core/errors.ts';
import { ImportReport } from '../../core/formats/import/import-report.ts';
import { SessionBuilder } from '../../core/formats/import/session-builder.ts';
import { fillModel } from '../../core/formats/import/write-session.ts';
import { isSession, recognise } from '../../core/formats/recognise.ts';
import { type ReplayedSession, replaySession } from '../../core/session/file/replay.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import { nodeTurns } from '../turn-driver.ts';
import { inflateAtMost, ProfileFile } from './profile-file.ts';

export interface AnyModel extends ReplayedSession {
  /** Undefined for Laglens' own sessions. */
  readonly imported: ImportReport | undefined;
}

/** The model of a session or of another tool's profile. Rejects with LaglensError, and AbortError on the signal. */
export async function anyModel(path: string, signal: AbortSignal): Promise<AnyModel> {
  const builder = await importedFrom(path, signal);
  if (builder === undefined) return { ...(await modelOfSession(path, signal)), imported: undefined };
  const model = new SessionModel();
  await fillModel(builder, model, new Turns(nodeTurns, signal));
  return { model, report: { version: 1, chunks: 0, badChunks: 0, truncated: builder.report.isTruncated }, imported: builder.report };
}

/** Another tool's profile as a session to be; undefined for files that are sessions. Rejects as `anyModel`. */
export async function importedFrom(path: string, signal: AbortSignal): Promise<SessionBuilder | undefined> {
  const source = await ProfileFile.open(path);
  const others: ProfileFile[] = [];
  const beside = async (name: string): Promise<ProfileFile | undefined> => {
    const other = await ProfileFile.openIfThere(join(dirname(path), basename(name)));
    if (other !== undefined) others.push(other);
    return other;
  };
  try {
    const begin = await source.begin();
    // A damaged header is the session reader's affair.
    if (isSession(begin) || path.endsWith('.laglens') || path.endsWith('.journal')) return undefined;
    const format = recognise(begin, source.name);
    const report = new ImportReport(`${source.name}, ${format.label}`);
    const builder = new SessionBuilder(report);
    builder.process({ name: source.name });
    await format.reading.read({ source, builder, report, turns: new Turns(nodeTurns, signal), beside, inflate: inflateAtMost });
    // Readers may find messages and counters alone.
    if (builder.threads.every(({ samples }) => samples.length === 0)) report.assumed('No thread has samples, so there are no stacks.');
    return builder;
  } finally {
    for (const other of others) await other.close();
    await source.close();
  }
}

async function modelOfSession(path: string, signal: AbortSignal): Promise<ReplayedSession> {
  const file = await SessionFile.open(path);
  try {
    return await replaySession(file, inflateDriver, signal);
  } catch (cause) {
    if (!(cause instanceof LaglensError)) throw cause;
    // Commands read several sessions.
    const { code, message, next } = cause;
    throw new LaglensError({ code, message: `${basename(path)}: ${message}`, next, cause });
  } finally {
    await file.close();
  }
}
