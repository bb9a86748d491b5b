import { stat, utimes } from 'node:fs/promises';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { copyWithNames } from '../../../host/builds/symbolicate-session.ts';
import type { RecordedSymbolication } from './recorded-symbolication.ts';

/** The latest write per file: a session may be open as capture and as file. */
const writes = new Map<string, Promise<void>>();

/**
 * Writes names into a stored session's file whenever the search pauses; the file keeps its time, so its place in lists.
 * @param failed called if the write failed; the file is unchanged then
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

  /** Resolves when the file has all names found so far. */
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
    // Nothing found needs no write.
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
