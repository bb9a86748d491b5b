import { basename, dirname, join } from 'node:path';
import { ImportReport } from '../../core/formats/import/import-report.ts';
import { SessionBuilder } from '../../core/formats/import/session-builder.ts';
import { fillModel } from '../../core/formats/import/write-session.ts';
import { recognise } from '../../core/formats/recognise.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { nodeTurns } from '../turn-driver.ts';
import type { AnyModel } from './any-model.ts';
import { inflateAtMost, ProfileFile, unzstdAtMost } from './profile-file.ts';

/** As `anyModel`, of another tool's profile. */
export async function importedModel(path: string, signal: AbortSignal): Promise<AnyModel> {
  const builder = await importedFrom(path, signal);
  const model = new SessionModel();
  await fillModel(builder, model, new Turns(nodeTurns, signal));
  return { model, report: { version: 1, chunks: 0, badChunks: 0, truncated: builder.report.isTruncated }, imported: builder.report };
}

/** Another tool's profile as a session to be. Rejects with LaglensError, and AbortError on the signal. */
export async function importedFrom(path: string, signal: AbortSignal): Promise<SessionBuilder> {
  const source = await ProfileFile.open(path);
  const others: ProfileFile[] = [];
  const beside = async (name: string): Promise<ProfileFile | undefined> => {
    const other = await ProfileFile.openIfThere(join(dirname(path), basename(name)));
    if (other !== undefined) others.push(other);
    return other;
  };
  try {
    const { label, read } = await recognise(await source.begin(), source.name);
    const report = new ImportReport(`${source.name}, ${label}`);
    const builder = new SessionBuilder(report);
    builder.process({ name: source.name });
    await read({ source, builder, report, turns: new Turns(nodeTurns, signal), beside, inflate: inflateAtMost, unzstd: unzstdAtMost });
    // Readers may find messages and counters alone.
    if (builder.threads.every(({ samples }) => samples.length === 0)) report.assumed('No thread has samples, so there are no stacks.');
    return builder;
  } finally {
    for (const other of others) await other.close();
    await source.close();
  }
}
