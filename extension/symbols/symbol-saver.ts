import { stat, utimes } from 'node:fs/promises';
import type { SymbolRecord } from '../../host/builds/name-records.ts';
import { copyWithNames } from '../../host/builds/symbolicate-session.ts';
import type { RecordedSymbolication } from './recorded-symbolication.ts';

/** The latest write into each file: one session may be shown twice, as the capture that has ended and as its file. */
const writes = new Map<string, Promise<void>>();

/**
 * Writes what is found for a session into its file, whenever no more is to be found for now; the file stays as old as it was, so
 * that it keeps its place among the others. Only for sessions of the extension's own storage.
 *
 * @param failed is told when the file could not be written anew; it is then as it was
 */
export class SymbolSaver {
  readonly #names: RecordedSymbolication;
  readonly #path: string;
  readonly #failed: (error: unknown) => void;
  readonly #forget: () => void;
  #kept = 0;
  #work: Promise<void> | undefined;

  constructor(names: RecordedSymbolication, path: string, failed: (error: unknown) => void) {
    this.#names = names;
    this.#path = path;
    this.#failed = failed;
    this.#forget = names.onFound(() => this.#start());
  }

  /** Resolves when what was found so far is in the file. */
  async settled(): Promise<void> {
    await this.#work;
  }

  close(): void {
    this.#forget();
  }

  #start(): void {
    this.#work ??= this.#save()
      .catch(this.#failed)
      .finally(() => {
        this.#work = undefined;
      });
  }

  async #save(): Promise<void> {
    await this.#names.settled();
    const news = (await this.#names.found()).slice(this.#kept);
    // That nothing was found is not worth a new file.
    if (!news.some(({ type }) => type !== 'symbols')) return;
    const write = (writes.get(this.#path) ?? Promise.resolve()).then(
      () => add(this.#path, news),
      () => add(this.#path, news),
    );
    writes.set(this.#path, write);
    await write.finally(() => {
      if (writes.get(this.#path) === write) writes.delete(this.#path);
    });
    this.#kept += news.length;
  }
}

async function add(path: string, news: readonly SymbolRecord[]): Promise<void> {
  const { atime, mtime } = await stat(path);
  await copyWithNames(path, path, news);
  await utimes(path, atime, mtime);
}
