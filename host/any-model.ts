import { basename } from 'node:path';
import { LaglensError } from '../core/errors.ts';
import { type ReplayedSession, replaySession } from '../core/session/file/replay.ts';
import { phrase } from '../core/text/phrase.ts';
import { foreignReaders } from './features.ts';
import type { AnyModel, FilePlace, ReadingChoices } from './foreign-reader.ts';
import { inflateDriver, SessionFile } from './session-file.ts';

/** The model of a session or of another tool's profile. Rejects with LaglensError, and AbortError on the signal. */
export async function anyModel(path: string, signal: AbortSignal, choices: ReadingChoices = {}): Promise<AnyModel> {
  for (const load of foreignReaders) {
    const reader = await load();
    if (await reader.reads(path, choices)) return reader.model(path, signal, choices);
  }
  return { ...(await modelOfSession(path, signal)), imported: undefined };
}

/** Where the bytes of a model are: a path may name an entry of a container, too. */
export async function placeOf(path: string): Promise<FilePlace> {
  for (const load of foreignReaders) return (await load()).placeOf(path);
  return { path, entry: undefined };
}

async function modelOfSession(path: string, signal: AbortSignal): Promise<ReplayedSession> {
  const file = await SessionFile.open(path);
  try {
    return await replaySession(file, inflateDriver, signal);
  } catch (cause) {
    if (!(cause instanceof LaglensError)) throw cause;
    // Commands read several sessions.
    const { code, message, next } = cause;
    throw new LaglensError({ code, message: phrase`${basename(path)}: ${message}`, next, cause });
  } finally {
    await file.close();
  }
}
