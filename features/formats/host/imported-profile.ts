import { basename, dirname, join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { type ReplayedSession, replaySession } from '../../../core/session/file/replay.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AnyModel, FilePlace, ReadingChoices } from '../../../host/foreign-reader.ts';
import { inflateDriver } from '../../../host/session-file.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import type { ByteSource } from '../core/import/byte-source.ts';
import { ImportReport } from '../core/import/import-report.ts';
import { SessionBuilder } from '../core/import/session-builder.ts';
import { fillModel } from '../core/import/write-session.ts';
import { refuseChoices } from './import-choices.ts';
import { openProfile, type PackedSession } from './open-profile.ts';
import { inflateAtMost, type OnRead, ProfileFile, splitEntry, unzstdAtMost } from './profile-file.ts';

function cutError(cause: LaglensError): LaglensError {
  const next = phrase`Copy or download the file again, whole.`;
  return new LaglensError({ code: cause.code, message: phrase`${cause.message} Its packed bytes are cut off.`, next, cause });
}

/** Like `anyModel`, of another tool's profile. */
export async function importedModel(path: string, signal: AbortSignal, choices?: ReadingChoices): Promise<AnyModel> {
  const builder = await importedFrom(await splitEntry(path), signal, choices);
  if ('session' in builder) return { ...(await packedModel(builder, signal)), imported: undefined };
  const model = new SessionModel();
  await fillModel(builder, model, new Turns(nodeTurns, signal));
  return { model, report: { version: 1, chunks: 0, badChunks: 0, truncated: builder.report.isTruncated }, imported: builder.report };
}

function packedModel({ session }: PackedSession, signal: AbortSignal): Promise<ReplayedSession> {
  const source = { size: session.length, read: (offset: number, length: number) => session.subarray(offset, offset + length) };
  return replaySession(source, inflateDriver, signal);
}

/** Another tool's profile as a session to be, or the session in a container. Rejects with LaglensError, and AbortError on the signal. */
export async function importedFrom(
  { path, entry }: FilePlace,
  signal: AbortSignal,
  choices: ReadingChoices = {},
  onRead?: OnRead,
): Promise<SessionBuilder | PackedSession> {
  const file = await ProfileFile.open(path, onRead);
  const others: ProfileFile[] = [];
  try {
    const found = await openProfile(file, entry, { signal });
    if ('session' in found) {
      refuseChoices(found.name, choices);
      return found;
    }
    const { source, label, read, container, isCut, beside: inContainer } = found;
    const beside = async (name: string): Promise<ByteSource | undefined> => {
      const inside = inContainer(name);
      if (inside !== undefined) return inside;
      const other = await ProfileFile.openIfThere(join(dirname(path), basename(name)));
      if (other !== undefined) others.push(other);
      return other;
    };
    const report = new ImportReport(`${source.name}${container === undefined ? '' : ` in ${container}`}, ${label}`);
    const builder = new SessionBuilder(report);
    builder.process({ name: source.name });
    const sourceMap = choices.sourceMap === undefined ? undefined : await ProfileFile.open(choices.sourceMap);
    if (sourceMap !== undefined) others.push(sourceMap);
    const unpack = { inflate: inflateAtMost, unzstd: unzstdAtMost };
    const task = { source, builder, report, turns: new Turns(nodeTurns, signal), beside, sourceMap, ...unpack };
    try {
      await read(task);
    } catch (error) {
      throw isCut() && error instanceof LaglensError ? cutError(error) : error;
    }
    if (sourceMap !== undefined && builder.scripts === undefined)
      report.assumed(`${sourceMap.name} names nothing: source maps are for profiles of V8, Chrome and Hermes.`);
    if (isCut()) report.truncated('within its packed bytes');
    // Readers may find messages and counters alone.
    if (builder.threads.every(({ samples }) => samples.length === 0)) report.assumed('No thread has samples, so there are no stacks.');
    return builder;
  } finally {
    for (const other of others) await other.close();
    await file.close();
  }
}
