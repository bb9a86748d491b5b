import { basename } from 'node:path';
import { LaglensError } from '../core/errors.ts';
import { type ReplayedSession, replaySession } from '../core/session/file/replay.ts';
import { phrase } from '../core/text/phrase.ts';
import type { ImportReport } from '../features/formats/core/import/import-report.ts';
import { type ImportChoices, refuseChoices } from '../features/formats/host/import-choices.ts';
import { isSessionFile } from '../features/formats/host/profile-file.ts';
import { inflateDriver, SessionFile } from './session-file.ts';

export interface AnyModel extends ReplayedSession {
  /** Undefined for Laglens' own sessions. */
  readonly imported: ImportReport | undefined;
}

/** The model of a session or of another tool's profile. Rejects with LaglensError, and AbortError on the signal. */
export async function anyModel(path: string, signal: AbortSignal, choices: ImportChoices = {}): Promise<AnyModel> {
  if (await isSessionFile(path)) {
    refuseChoices(path, choices);
    return { ...(await modelOfSession(path, signal)), imported: undefined };
  }
  // Sessions need none of the import's modules.
  const { importedModel } = await import('../features/formats/host/imported-profile.ts');
  return importedModel(path, signal, choices);
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
