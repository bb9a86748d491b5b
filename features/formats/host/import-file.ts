import { LaglensError, messageOf } from '../../../core/errors.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { DraftFile } from '../../../host/capture/draft-file.ts';
import { replaceFile } from '../../../host/capture/place-file.ts';
import type { FilePlace, ReadingChoices } from '../../../host/foreign-reader.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import { writeSession } from '../core/import/write-session.ts';
import { importedFrom } from './imported-profile.ts';
import { isSessionFile, type OnRead, splitEntry } from './profile-file.ts';

/**
 * Writes another tool's profile, or a packed session, as a session, which gets its name when it is whole. Rejects with LaglensError, and
 * AbortError.
 * @param given with an entry in it, where none is given
 * @returns the import report; undefined for a file that is a session
 */
export async function importFile(
  given: string,
  output: string,
  signal: AbortSignal,
  entry?: string,
  choices: ReadingChoices = {},
  onRead?: OnRead,
): Promise<string | undefined> {
  const place: FilePlace = entry === undefined ? await splitEntry(given) : { path: given, entry };
  if (place.entry === undefined && (await isSessionFile(given))) return undefined;
  const found = await importedFrom(place, signal, choices, onRead);
  try {
    const draft =
      'session' in found
        ? await DraftFile.of(output, found.session)
        : await DraftFile.write(output, (writer) => writeSession(found, writer, new Turns(nodeTurns, signal)));
    try {
      await replaceFile(draft.path, output);
    } finally {
      await draft.remove();
    }
  } catch (cause) {
    if (cause instanceof LaglensError || signal.aborted) throw cause;
    throw new LaglensError({
      code: 'export-failed',
      message: phrase`The session ${output} can't be written: ${messageOf(cause)}.`,
      next: phrase`Name a file in a folder that is there and may be written.`,
      cause,
    });
  }
  return 'session' in found ? `The session ${found.name}, unpacked.` : found.report.text;
}
