import { join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { guarded } from '../../../core/guarded.ts';
import { tableNames } from '../core/tables.ts';
import { requireAllowedFunctions } from './allowed-functions.ts';
import { type BoundedAnswer, boundedAnswer } from './bounded-answer.ts';
import { type DuckDbConnection, loadDuckDb } from './duckdb.ts';
import { limitEngine } from './engine-limits.ts';
import { exists } from './exists.ts';
import { realLake, unreadableLake } from './lake-errors.ts';
import { quoted, withinLake } from './lake-files.ts';
import { requireOwnFolders } from './own-folders.ts';
import { fullyReadable, type StoredRows, showRows } from './stored-rows.ts';

/** Rows of an answer. */
export const MOST_ROWS = 100_000;

/** Files that go or prove damaged while a question reads them; each costs one more attempt. */
const ATTEMPTS = 5;

const INTERRUPT_MS = 50;

/** A lake for questions: nothing outside its folder can be read, and nothing written. Close it. */
export class Lake {
  readonly #lake: string;
  readonly #connection: DuckDbConnection;
  readonly #close: () => void;
  readonly #only: readonly string[] | undefined;
  readonly #damaged = new Set<string>();
  #stored: StoredRows | undefined;
  #sessions = 0;

  private constructor(lake: string, only: readonly string[] | undefined, connection: DuckDbConnection, close: () => void) {
    this.#lake = lake;
    this.#only = only;
    this.#connection = connection;
    this.#close = close;
  }

  /** @param only paths of the sessions that count, as they were added; all if left out. Rejects with LaglensError. */
  static async open(folder: string, only?: readonly string[]): Promise<Lake> {
    const lake = await realLake(folder);
    await requireOwnFolders(lake);
    const { DuckDBInstance } = loadDuckDb();
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const close = (): void => {
      connection.closeSync();
      instance.closeSync();
    };
    const opened = new Lake(lake, only, connection, close);
    try {
      await limitEngine(connection);
      await confine(connection, lake);
      await opened.#show();
      return opened;
    } catch (error) {
      close();
      throw error instanceof LaglensError ? error : unreadableLake(folder, error);
    }
  }

  /** Files that could not be read, relative to the lake; a question can find more. */
  get damaged(): readonly string[] {
    return (this.#stored?.damaged ?? []).map((path) => withinLake(this.#lake, path));
  }

  get sessions(): number {
    return this.#sessions;
  }

  /** Runs one statement. Rejects with LaglensError, which points at the word. */
  async ask(sql: string, signal: AbortSignal, mostRows = MOST_ROWS): Promise<BoundedAnswer> {
    signal.throwIfAborted();
    let again: NodeJS.Timeout | undefined;
    const stop = (): void => {
      const interrupt = (): void => this.#connection.interrupt();
      interrupt();
      // A statement that begins just now loses an interruption.
      again = setInterval(
        guarded(interrupt, () => clearInterval(again)),
        INTERRUPT_MS,
      );
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#answer(sql, mostRows);
        } catch (error) {
          signal.throwIfAborted();
          if (attempt === ATTEMPTS || !isOfFile(error) || !(await this.#hasChanged())) throw error;
          await this.#show();
        }
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw cause instanceof LaglensError ? cause : failedQuery(cause);
    } finally {
      signal.removeEventListener('abort', stop);
      clearInterval(again);
    }
  }

  close(): void {
    this.#close();
  }

  async #answer(sql: string, mostRows: number): Promise<BoundedAnswer> {
    await requireAllowedFunctions(this.#connection, sql);
    return boundedAnswer(this.#connection, sql, mostRows);
  }

  async #show(): Promise<void> {
    this.#stored = await showRows(this.#connection, this.#lake, { without: this.#damaged, only: this.#only });
    const [[sessions] = []] = (await this.#connection.runAndReadAll('SELECT count(*) FROM sessions')).getRowsJson();
    this.#sessions = Number(sessions);
  }

  /** Whether a file went, as `laglens lake tidy` replaced it, or is damaged inside. */
  async #hasChanged(): Promise<boolean> {
    const tables = [...(this.#stored?.readable.values() ?? [])];
    for (const path of tables.flat()) if (!(await exists(path))) return true;
    const known = this.#damaged.size;
    for (const files of tables) await fullyReadable(this.#connection, files, (path) => this.#damaged.add(path));
    return this.#damaged.size > known;
  }
}

/** The engine's families of errors for files that are missing or damaged; wrong words have others. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && /^(?:IO|Invalid|Invalid Input) Error/.test(error.message);
}

function failedQuery(cause: unknown): LaglensError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const isFull = message.startsWith('Out of Memory Error');
  return new LaglensError({
    code: 'query-failed',
    message: isFull ? 'The query failed, as it needs more memory than it may take.' : `The query failed. ${message}`,
    next: isFull
      ? 'Ask about fewer rows, such as one version or day, or ask another engine (docs/lake.md).'
      : 'Correct it; docs/lake.md lists tables and columns.',
    cause,
  });
}

/** The order matters: `enable_external_access` forbids all that is not allowed by then. */
async function confine(connection: DuckDbConnection, lake: string): Promise<void> {
  await connection.run('SET autoinstall_known_extensions = false');
  await connection.run('SET autoload_known_extensions = false');
  await connection.run(`SET allowed_directories = [${tableNames.map((table) => quoted(`${join(lake, table)}/`)).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}
