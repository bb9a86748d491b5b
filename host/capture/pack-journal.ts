import { copySession } from '../../core/session/copy/copy-session.ts';
import { mostRawBytes, readSession } from '../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../session-file.ts';
import { DraftFile } from './draft-file.ts';
import { replaceFile } from './place-file.ts';

/** A second of work; larger journals stay as they are. */
const MOST_BYTES = 16 << 20;

/**
 * Joins a finished journal's chunks, which ended with each flush, and keeps its name. Rejects with the file system's errors, which leave the
 * journal as it was.
 * @param becomes names the temporary file
 */
export async function packJournal(path: string, becomes: string): Promise<void> {
  const draft = await packed(path, becomes);
  try {
    if (draft !== undefined) await replaceFile(draft.path, path);
  } finally {
    await draft?.remove();
  }
}

/** Undefined where the journal is better. */
async function packed(path: string, becomes: string): Promise<DraftFile | undefined> {
  const source = await SessionFile.open(path);
  try {
    if (source.size > MOST_BYTES) return undefined;
    const reader = readSession(source, inflateDriver, Number.POSITIVE_INFINITY);
    let isReadWhole = false;
    let size = 0;
    let damaged = 0;
    const draft = await DraftFile.write(becomes, async (writer) => {
      damaged = await copySession(reader, writer, { turns: inflateDriver });
      size = writer.size;
      isReadWhole = writer.rawBytes <= mostRawBytes(size);
    });
    if (damaged === 0 && !reader.report.truncated && size < source.size && isReadWhole) return draft;
    await draft.remove();
    return undefined;
  } finally {
    await source.close();
  }
}
