import { LaglensError, messageOf } from '../../core/errors.ts';
import { writeSession } from '../../core/formats/import/write-session.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { DraftFile } from '../capture/draft-file.ts';
import { replaceFile } from '../capture/place-file.ts';
import { nodeTurns } from '../turn-driver.ts';
import { importedFrom } from './imported-profile.ts';
import { isSessionFile } from './profile-file.ts';

/**
 * Writes another tool's profile as a session, which gets its name when it is whole. Rejects with LaglensError, and AbortError.
 * @returns the import report; undefined for a file that is a session
 */
export async function importFile(path: string, output: string, signal: AbortSignal): Promise<string | undefined> {
  if (await isSessionFile(path)) return undefined;
  const builder = await importedFrom(path, signal);
  try {
    const draft = await DraftFile.write(output, (writer) => writeSession(builder, writer, new Turns(nodeTurns, signal)));
    try {
      await replaceFile(draft.path, output);
    } finally {
      await draft.remove();
    }
  } catch (cause) {
    if (cause instanceof LaglensError || signal.aborted) throw cause;
    throw new LaglensError({
      code: 'export-failed',
      message: `The session ${output} can't be written: ${messageOf(cause)}.`,
      next: 'Name a file in a folder that is there and may be written.',
      cause,
    });
  }
  return builder.report.text;
}
