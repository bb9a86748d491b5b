import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { SessionWriter } from '../../core/session/file/writer.ts';
import { draftPath } from './journal-name.ts';
import { thisWriter } from './writer-id.ts';

/** A session file under a temporary name, synced when `write` resolves. */
export class DraftFile {
  readonly path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** A failure of `fill` removes the draft. */
  static write(target: string, fill: (writer: SessionWriter) => Promise<void>): Promise<DraftFile> {
    return DraftFile.#filled(target, (draft) => fill(draft.#writer()));
  }

  /** A draft with a session's bytes. */
  static of(target: string, bytes: Uint8Array): Promise<DraftFile> {
    return DraftFile.#filled(target, (draft) => draft.#handle.writeFile(bytes));
  }

  static async #filled(target: string, fill: (draft: DraftFile) => Promise<void>): Promise<DraftFile> {
    const path = draftPath(target, await thisWriter(), randomUUID());
    const handle = await open(path, 'wx', 0o600);
    const draft = new DraftFile(path, handle);
    try {
      await fill(draft);
      await handle.sync();
      await handle.close();
      return draft;
    } catch (error) {
      await handle.close().catch(() => undefined);
      await draft.remove();
      throw error;
    }
  }

  /** Does nothing once placed. */
  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }

  #writer(): SessionWriter {
    return new SessionWriter({
      deflate: (bytes) => deflateRawSync(bytes, { level: 6 }),
      write: async (bytes, offset) => {
        for (let at = 0; at < bytes.length; ) at += (await this.#handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
      },
    });
  }
}
