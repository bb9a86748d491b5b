import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { LaglensError, messageOf } from '../../core/errors.ts';
import type { ExportTask, ProfileWriter } from '../../core/formats/export/profile-writer.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { draftPath } from '../capture/journal-name.ts';
import { replaceFile } from '../capture/place-file.ts';
import { thisWriter } from '../capture/writer-id.ts';
import { nodeTurns } from '../turn-driver.ts';

/** Pieces are written together from this size on. */
const PIECE_BYTES = 256 << 10;

/** Writes a profile; it gets its name when it is whole. A name that ends in `.gz` is packed. Rejects with LaglensError, and AbortError. */
export async function writeProfile(path: string, write: ProfileWriter, task: ExportTask, signal: AbortSignal): Promise<void> {
  const turns = new Turns(nodeTurns, signal);
  const draft = draftPath(path, await thisWriter(), randomUUID());
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      let waiting: Buffer[] = [];
      let length = 0;
      const flush = async (): Promise<void> => {
        const bytes = Buffer.concat(waiting);
        // Members of a gzip file follow each other (RFC 1952, 2.2).
        if (bytes.length > 0) await handle.writeFile(path.endsWith('.gz') ? gzipSync(bytes) : bytes);
        waiting = [];
        length = 0;
      };
      for (const piece of write(task)) {
        const bytes = Buffer.from(piece);
        waiting.push(bytes);
        length += bytes.length;
        if (length >= PIECE_BYTES) await flush();
        await turns.pause();
      }
      await flush();
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaceFile(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    if (cause instanceof LaglensError || signal.aborted) throw cause;
    throw new LaglensError({
      code: 'export-failed',
      message: `The file ${path} can't be written: ${messageOf(cause)}.`,
      next: 'Name a file in a folder that is there and may be written.',
      cause,
    });
  }
}
