import { stat } from 'node:fs/promises';
import type { OpenedFile } from './opened-file.ts';

/** Local session files that pages show, each with its thread. */
export class OpenFiles {
  readonly #files = new Map<string, OpenedFile>();

  /** Two editors of a file have two threads; the latest is asked. Returns how to forget it. */
  add(path: string, file: OpenedFile): () => void {
    this.#files.set(path, file);
    return () => {
      if (this.#files.get(path) === file) this.#files.delete(path);
    };
  }

  /** Undefined if the file is not open, could not be read, or has changed since: then it has to be read. */
  async at(path: string): Promise<OpenedFile | undefined> {
    const file = this.#files.get(path);
    if (file === undefined || file.hasFailed) return undefined;
    // Names are kept in a file without another time.
    const modifiedMs = await modifiedMsOf(path);
    return modifiedMs !== undefined && modifiedMs === (await file.modifiedMs) ? file : undefined;
  }
}

/** Whole milliseconds, which can be set again; undefined without a file. */
export async function modifiedMsOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtime }) => mtime.getTime(),
    () => undefined,
  );
}
